// RUN: weft-opt %s --convert-weft-to-linalg=checks=none --canonicalize | FileCheck %s --implicit-check-not=weft.
// RUN: weft-opt %s --convert-weft-to-linalg=checks=assert --canonicalize | FileCheck %s --check-prefix=CHECKED

// One loop over the inputs. Entries move eight at once, column 0 by the sizes of the inputs before, or one by one if there are fewer.
// CHECK-LABEL: func @append
// CHECK-SAME: (%[[I:.*]]: tensor<?x2xi64>, %[[V:.*]]: tensor<?xf32>, %[[S:.*]]: tensor<2xi64>)
// CHECK: %[[TABLE:.*]] = memref.alloc() : memref<2xmemref<?x2xi64>>
// CHECK: %[[BUFFER:.*]] = bufferization.to_buffer %[[I]] read_only
// CHECK: memref.store %[[BUFFER]], %[[TABLE]]
// CHECK: %[[OFFSETS:.*]] = memref.alloc() {{.*}} : memref<2xi64>
// CHECK: %[[SUMS:.*]]:2 = scf.for
// CHECK: %[[OI:.*]] = memref.alloc(%[[SUMS]]#1) {{.*}} : memref<?x2xi64>
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[OI]]
// CHECK: %[[OV:.*]] = memref.alloc(%[[SUMS]]#1) {{.*}} : memref<?xf32>
// CHECK: scf.for %[[K:[a-z0-9]+]] =
// CHECK:   %[[M:.*]] = memref.load %[[TABLE]][%[[K]]]
// CHECK:   %[[OFFSET:.*]] = memref.load %[[OFFSETS]][%[[K]]]
// CHECK:   %[[IS_FEW:.*]] = arith.cmpi slt, %{{.*}}, %c8
// CHECK:   %[[FEW:.*]] = arith.select %[[IS_FEW]], %[[COUNT:.*]], %c0
// CHECK:   %[[MANY:.*]] = arith.select %[[IS_FEW]], %c0, %[[COUNT]]
// CHECK:   scf.for {{.*}} to %[[FEW]] step %c1 {
// CHECK:     vector.load {{.*}} vector<2xi64>
// CHECK:     memref.store %{{.*}}, %[[OV]]
// CHECK:   }
// CHECK:   vector.insert %[[OFFSET]], %{{.*}} [0] : i64 into vector<8xi64>
// CHECK:   %[[LAST:.*]] = arith.subi %[[MANY]], %c8
// CHECK:   scf.for %[[E:.*]] = %c0 to %[[MANY]] step %c8 {
// CHECK:     arith.minsi %[[E]], %[[LAST]]
// CHECK-COUNT-2: vector.store %{{.*}}, %[[FLAT]]{{.*}} vector<8xi64>
// CHECK:     vector.store %{{.*}}, %[[OV]]{{.*}} vector<8xf32>
// CHECK:   }
// CHECK-NOT: scf.while
// CHECK: bufferization.to_tensor %[[OI]] restrict writable
// CHECK: bufferization.to_tensor %[[OV]] restrict writable
//
// Entries are checked as they are copied: the first ones one by one, up to where lines of
// the result start. What is wrong is looked for at the end.
// CHECKED-LABEL: func @append
// CHECKED: scf.for
// CHECKED:   %[[ONES:.*]] = scf.for {{.*}} -> (i64) {
// CHECKED:     vector.store {{.*}} vector<2xi64>
// CHECKED:   } {loop_annotation
// CHECKED:   %[[BITS:.*]]:2 = scf.for {{.*}} step %c8 {{.*}} -> (vector<8xi64>, vector<8xi64>) {
// CHECKED:     %[[C:.*]] = vector.load {{.*}} vector<8xi64>
// CHECKED:     arith.subi {{.*}} %[[C]] : vector<8xi64>
// CHECKED:     %[[MOVED:.*]] = arith.addi %[[C]], {{.*}} : vector<8xi64>
// CHECKED:     vector.store %[[MOVED]], {{.*}} vector<8xi64>
// CHECKED:     vector.store {{.*}} vector<8xf32>
// CHECKED:   vector.reduction <or>, %[[BITS]]#0
// CHECKED:   scf.yield
// CHECKED: %[[WRONG:.*]] = arith.cmpi slt, %{{.*}}, %c0_i64
// CHECKED: scf.if %[[WRONG]] {
// CHECKED:   cf.assert
// CHECKED: bufferization.to_tensor
func.func @append(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// One input is copied, whatever the dimension.
// CHECK-LABEL: func @one_input
// CHECK-NOT: scf.while
// CHECK: return
func.func @one_input(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i : tensor<?x2xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// A key of one coordinate: nothing else but runs and blocks. 512 buckets, a stage for 2048 entries.
// CHECK-LABEL: func @one_coordinate
// CHECK: %[[STATE:.*]] = memref.alloc() {{.*}} : memref<3x2xindex>
// CHECK: %[[COUNTERS:.*]] = memref.alloc() {{.*}} : memref<512xi32>
// Rows of two coordinates, behind them keys and places.
// CHECK: %[[STAGE:.*]] = memref.alloc() {{.*}} : memref<8192xi64>
// CHECK: scf.while (%{{.*}} = %c0, %{{.*}} = %{{.*}}, %[[ROW:.*]] = %c0)
// The two least keys that are next, and their inputs.
// CHECK: scf.for {{.*}} -> (i64, i64, index, index, i1)
// CHECK:   %[[CURSOR:.*]] = memref.load %[[STATE]][%[[ROW]], %{{.*}}]
// CHECK:   memref.store %[[CURSOR]], %[[STATE]][%c0, %{{.*}}]
// A run: its end, then copying.
// CHECK: scf.if {{.*}} -> (index, index, index) {
// CHECK:   scf.while
// CHECK-NOT: scf.while
// CHECK:   vector.store {{.*}} vector<8xf32>
// CHECK-NOT: vector<2xi64>
// A block: counting while copying to the stage, starts of buckets, then places.
// CHECK: } else {
// CHECK:   scf.while
// CHECK:     arith.addi %{{.*}}, %c1_i32
// CHECK:     vector.store %{{.*}}, %[[STAGE]]
// CHECK:   memref.store %{{.*}}, %[[STATE]][%c1, %{{.*}}]
// CHECK:   scf.for {{.*}} -> (i32, i32)
// CHECK:   arith.addi %{{.*}}, %c6144
// CHECK:   memref.store %{{.*}}, %[[STAGE]]
// Several keys in a bucket: insertion sort.
// CHECK:   scf.if
// CHECK:     scf.while
// Coordinates go past the caches where there are 8 MiB of them.
// CHECK:   scf.if
// CHECK:     vector.load %[[STAGE]]
// CHECK:     vector.store {{.*}} {nontemporal = true}
// CHECK:   } else {
// CHECK:     vector.load %[[STAGE]]
// CHECK:     vector.store
// CHECK-NOT: nontemporal
// CHECK-NOT: tensor<2x?xindex>
// CHECK: return
func.func @one_coordinate(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// A key of two coordinates, if their sizes have a product: otherwise all entries are sorted. Bits do not lie in memory as vectors do.
// CHECK-LABEL: func @two_coordinates
// CHECK-NOT: vector<{{.*}}xi1>
// CHECK: %[[FITS:.*]] = arith.cmpi ule
// CHECK: scf.if %[[FITS]] {
// CHECK:   memref.alloc() {{.*}} : memref<512xi32>
// CHECK: } else {
// CHECK:   memref.alloc(%{{.*}}) {{.*}} : memref<2x?xindex>
func.func @two_coordinates(%i: tensor<?x3xi64>, %v: tensor<?xi1>, %s: tensor<3xi64>) -> (tensor<?x3xi64>, tensor<?xi1>, tensor<3xi64>) {
  %0:3 = weft.sparse_concat dim -1 indices(%i, %i, %i : tensor<?x3xi64>, tensor<?x3xi64>, tensor<?x3xi64>)
      values(%v, %v, %v : tensor<?xi1>, tensor<?xi1>, tensor<?xi1>)
      shapes(%s, %s, %s : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<?x3xi64>, tensor<?xi1>, tensor<3xi64>
  return %0#0, %0#1, %0#2 : tensor<?x3xi64>, tensor<?xi1>, tensor<3xi64>
}

// Many dimensions are a loop, not code for each.
// CHECK-LABEL: func @many_dimensions
// CHECK-NOT: vector.
// CHECK: return
func.func @many_dimensions(%i: tensor<?x9xi64>, %v: tensor<?xf32>, %s: tensor<9xi64>) -> (tensor<?x9xi64>, tensor<?xf32>, tensor<9xi64>) {
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<?x9xi64>, tensor<?x9xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<9xi64>, tensor<9xi64>) -> tensor<?x9xi64>, tensor<?xf32>, tensor<9xi64>
  return %0#0, %0#1, %0#2 : tensor<?x9xi64>, tensor<?xf32>, tensor<9xi64>
}

// Only inputs that turn out not to be sorted take memory of their size.
// CHECK-LABEL: func @sort_inputs
// CHECK: memref.alloc(%
// CHECK: memref.alloc(%
// CHECK: vector.reduction <or>
// CHECK: %[[UNSORTED:.*]] = arith.cmpi slt, %{{.*}}, %c0_i64
// CHECK: scf.if %[[UNSORTED]]
// CHECK:   memref.alloc(%{{.*}}) {{.*}} : memref<?x1xi64>
// CHECK:   memref.alloc(%{{.*}}) {{.*}} : memref<2x?xindex>
// CHECK: } else {
// CHECK-NOT: memref.alloc(%
// CHECK: return
func.func @sort_inputs(%i: tensor<?x1xi64>, %v: tensor<?xf32>, %s: tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>) {
  %0:3 = weft.sparse_concat dim 0 sort_inputs indices(%i : tensor<?x1xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
  return %0#0, %0#1, %0#2 : tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
}
