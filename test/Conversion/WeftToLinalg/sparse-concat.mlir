// RUN: weft-opt %s --convert-weft-to-linalg=checks=none --canonicalize | FileCheck %s --implicit-check-not=weft.

// One loop over the inputs, one over the rows of an input; column 0 moves by the inputs before.
// CHECK-LABEL: func @append
// CHECK-SAME: (%[[I:.*]]: tensor<?x2xi64>, %[[V:.*]]: tensor<?xf32>, %[[S:.*]]: tensor<2xi64>)
// CHECK: %[[TABLE:.*]] = memref.alloc() : memref<2xmemref<?x2xi64, strided<[?, ?], offset: ?>>>
// CHECK: %[[BUFFER:.*]] = bufferization.to_buffer %[[I]] read_only
// CHECK: memref.store %[[BUFFER]], %[[TABLE]]
// CHECK: %[[SUMS:.*]]:3 = scf.for
// CHECK: %[[OI:.*]] = tensor.empty(%[[SUMS]]#0) : tensor<?x2xi64>
// CHECK: %[[OV:.*]] = tensor.empty(%[[SUMS]]#0) : tensor<?xf32>
// CHECK: scf.for %[[K:[a-z0-9]+]] = {{.*}} iter_args(%{{.*}} = %[[OI]], %{{.*}} = %[[OV]],
// CHECK:   %[[M:.*]] = memref.load %[[TABLE]][%[[K]]]
// CHECK:   %[[OFFSET:.*]] = tensor.extract %[[SUMS]]#2[%[[K]]]
// CHECK:   scf.for %[[E:[a-z0-9]+]] =
// CHECK:     %[[X:.*]] = memref.load %[[M]][%[[E]], %c0]
// CHECK:     %[[MOVED:.*]] = arith.addi %[[X]], %[[OFFSET]]
// CHECK:     tensor.insert %[[MOVED]] into
// CHECK:     %[[Y:.*]] = memref.load %[[M]][%[[E]], %c1]
// CHECK:     tensor.insert %[[Y]] into
// CHECK-NOT: scf.for
func.func @append(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// One input is copied, whatever the dimension.
// CHECK-LABEL: func @one_input
// CHECK-NOT: tensor.empty() : tensor<{{.*}}xindex>
// CHECK: return
func.func @one_input(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i : tensor<?x2xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// Three inputs in a tree with four leaves, whose keys are the first two coordinates.
// CHECK-LABEL: func @merge
// CHECK: linalg.fill {{.*}} -> tensor<4x2xi64>
// CHECK: tensor.empty() : tensor<8xindex>
// CHECK: scf.for {{.*}} -> (tensor<?x3xi64>, tensor<?xi1>, tensor<3xindex>, tensor<4x2xi64>, tensor<8xindex>)
func.func @merge(%i: tensor<?x3xi64>, %v: tensor<?xi1>, %s: tensor<3xi64>) -> (tensor<?x3xi64>, tensor<?xi1>, tensor<3xi64>) {
  %0:3 = weft.sparse_concat dim -1 indices(%i, %i, %i : tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>)
      values(%v, %v, %v : tensor<?xi1>, tensor<?xi1>, tensor<?xi1>)
      shapes(%s, %s, %s : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<?x3xi64>, tensor<?xi1>, tensor<3xi64>
  return %0#0, %0#1, %0#2 : tensor<?x3xi64>, tensor<?xi1>, tensor<3xi64>
}

// Only inputs that turn out not to be sorted take memory of their size.
// CHECK-LABEL: func @sort_inputs
// CHECK: %[[BITS:.*]] = scf.for {{.*}} -> (i64)
// CHECK: %[[UNSORTED:.*]] = arith.cmpi slt, %[[BITS]], %c0_i64
// CHECK: scf.if %[[UNSORTED]]
// CHECK:   tensor.empty(%{{.*}}) : tensor<?x1xi64>
// CHECK:   tensor.empty(%{{.*}}) : tensor<2x?xindex>
// CHECK: } else {
// CHECK-NOT: tensor.empty(%
// CHECK: return
func.func @sort_inputs(%i: tensor<?x1xi64>, %v: tensor<?xf32>, %s: tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>) {
  %0:3 = weft.sparse_concat dim 0 sort_inputs indices(%i : tensor<?x1xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
  return %0#0, %0#1, %0#2 : tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
}
