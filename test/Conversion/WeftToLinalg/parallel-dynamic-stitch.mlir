// RUN: weft-opt %s --convert-weft-to-linalg=checks=none --canonicalize --cse | FileCheck %s
// RUN: weft-opt %s --convert-weft-to-linalg="checks=none parallel-bytes=1000 streaming-bytes=100000" --canonicalize --cse | FileCheck %s --check-prefix=PARALLEL
// RUN: weft-opt %s --convert-weft-to-linalg="checks=none streaming-bytes=0" --canonicalize --cse | FileCheck %s --check-prefix=NO-STREAM

// Narrow rows: all is zeroed first, then each row is moved as two vectors.
// CHECK-LABEL: func.func @rows
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?xi32>, %[[D:[^:]*]]: tensor<?x3xf32>
// CHECK-NOT:     weft.
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3 : index
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape %[[D]] {{\[\[}}0, 1]]
// CHECK:         %[[S:.*]] = bufferization.to_buffer %[[FLAT]] read_only
// CHECK:         %[[MAX:.*]] = scf.for
// CHECK:           arith.maxui
// CHECK:         %[[OUT:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x3xf32>
// CHECK:         %[[R:.*]] = bufferization.to_tensor %[[OUT]] restrict writable
// CHECK:         %[[OF:.*]] = memref.collapse_shape %[[OUT]]
// CHECK:         scf.for %[[Z:.*]] = %c0 to
// CHECK-NEXT:      memref.store %[[ZERO]], %[[OF]][%[[Z]]]
// CHECK:         scf.for %[[K:.*]] =
// CHECK:           %[[X:.*]] = tensor.extract %[[I]][%[[K]]]
// CHECK:           %[[ROW:.*]] = arith.index_castui %[[X]]
// CHECK:           %[[TO:.*]] = arith.muli %[[ROW]], %[[C3]]
// CHECK:           memref.prefetch %[[OF]][%[[TO]]], write
// CHECK:           %[[FROM:.*]] = arith.muli %[[K]], %[[C3]]
// CHECK:           %[[V:.*]] = vector.load %[[S]][%[[FROM]]] : {{.*}}, vector<2xf32>
// CHECK:           vector.store %[[V]], %[[OF]][%[[TO]]] : memref<?xf32>, vector<2xf32>
// CHECK:           tensor.extract %[[FLAT]]
// CHECK:           memref.store %{{.*}}, %[[OF]]
// CHECK:         return %[[R]]
// Threads share narrow rows by halves of the result. Each of them lists the rows of
// its half, some at a time, and copies these.
// PARALLEL-LABEL: func.func @rows
// PARALLEL-SAME:   %[[I:[^:]*]]: tensor<?xi32>
// PARALLEL:      %[[OUT:.*]] = memref.collapse_shape %{{.*}} : memref<?x3xf32> into memref<?xf32>
// PARALLEL:      %[[BYTES:.*]] = arith.muli %{{.*}}, %c12
// PARALLEL:      %[[DIVIDED:.*]] = arith.cmpi sge, %[[BYTES]], %c1000
// PARALLEL:      scf.if %[[DIVIDED]] {
// PARALLEL:        scf.forall (%{{.*}}) in (2) {
// PARALLEL:          %[[LOW:.*]] = arith.divui
// PARALLEL:          %[[HIGH:.*]] = arith.divui
// PARALLEL:          memref.store %cst, %[[OUT]]
// PARALLEL:          %[[LIST:.*]] = memref.alloc() : memref<1024xindex>
// PARALLEL:          %[[LENGTH:.*]] = arith.subi %[[HIGH]], %[[LOW]]
// PARALLEL:          scf.for
// PARALLEL:            %[[LISTED:.*]] = scf.for %[[K:.*]] = {{.*}} iter_args(%[[N:.*]] = %c0)
// PARALLEL:              memref.store %[[K]], %[[LIST]][%[[N]]]
// PARALLEL:              tensor.extract %[[I]][%[[K]]]
// PARALLEL:              arith.cmpi ult, %{{.*}}, %[[LENGTH]]
// PARALLEL:            scf.for %[[J:.*]] = %c0 to %[[LISTED]]
// PARALLEL:              %[[ROW:.*]] = memref.load %[[LIST]][%[[J]]]
// PARALLEL:              tensor.extract %[[I]][%[[ROW]]]
// PARALLEL:              vector.store
// PARALLEL:      } else {
// PARALLEL-NOT:    scf.forall
// PARALLEL-NOT:  nontemporal
// PARALLEL:      return
func.func @rows(%i: tensor<?xi32>, %d: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Elements that are no whole bytes are moved one by one, as scalar rows are.
// CHECK-LABEL: func.func @scalar_rows
// CHECK:         memref.store %false, %{{.*}} : memref<?xi1>
// CHECK:         scf.for
// CHECK:           tensor.extract %{{.*}} : tensor<?xi64>
// CHECK:           tensor.extract %{{.*}} : tensor<?xi1>
// CHECK-NEXT:      memref.store %{{.*}} : memref<?xi1>
// CHECK-NOT:     vector
// CHECK:         return
func.func @scalar_rows(%i: tensor<?x2xi64>, %d: tensor<?x2xi1>) -> tensor<?xi1> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?x2xi64>) data(%d : tensor<?x2xi1>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// Inputs with indices of one type share one table and one loop; each run of them has
// its own, in order, so that the last one wins.
// CHECK-LABEL: func.func @runs
// CHECK:         memref.alloc() : memref<2xmemref<?xi32>>
// CHECK-NOT:     memref.alloc
// CHECK:         memref.alloc() : memref<3xmemref<?xf32>>
// CHECK:         memref.store %cst
// CHECK:         scf.for %[[INPUT:.*]] = %c0 to %c2
// CHECK:           memref.load %{{.*}}[%[[INPUT]]] : memref<3xmemref
// CHECK:           scf.for
// CHECK:         memref.load %{{.*}}[%c2] : memref<3xmemref
// CHECK:         scf.for
// CHECK:         return
func.func @runs(%i: tensor<?xi32>, %j: tensor<i32>, %k: tensor<?xi64>, %a: tensor<?x2xf32>, %b: tensor<2xf32>, %c: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i, %j, %k : tensor<?xi32>, tensor<i32>, tensor<?xi64>) data(%a, %b, %c : tensor<?x2xf32>, tensor<2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// Rows of unknown width take one of two ways at run time. Narrow ones are moved as
// the largest two vectors that fit, which may overlap.
// CHECK-LABEL: func.func @any_rows
// CHECK:         %[[WIDE:.*]] = arith.cmpi sge, %{{.*}}, %c64
// CHECK:         scf.if %[[WIDE]] {
// CHECK:           arith.shli
// CHECK:           scf.for
// CHECK:             vector.store %{{.*}} : memref<?xf32>, vector<16xf32>
// CHECK:         } else {
// CHECK:           memref.store %cst
// CHECK-NOT:       vector<16xf32>
// CHECK-COUNT-2:   vector.store %{{.*}} : memref<?xf32>, vector<8xf32>
// CHECK-COUNT-2:   vector.store %{{.*}} : memref<?xf32>, vector<4xf32>
// CHECK-COUNT-2:   vector.store %{{.*}} : memref<?xf32>, vector<2xf32>
// CHECK:           memref.store
// CHECK:         return
func.func @any_rows(%i: tensor<?xi32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Rows without elements are neither walked nor written down.
// CHECK-LABEL: func.func @empty_rows
// CHECK-NOT:     memref.store
// CHECK:         return
func.func @empty_rows(%i: tensor<?xi64>, %d: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi64>) data(%d : tensor<?x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// A claimed number of rows is taken at its word, once it has been checked.
// CHECK-LABEL: func.func @static_rows
// CHECK-NOT:     arith.maxui
// CHECK:         memref.alloc() {alignment = 64 : i64} : memref<4x2xf32>
func.func @static_rows(%i: tensor<?xi32>, %d: tensor<?x2xf32>) -> tensor<4x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// Rows of 64 bytes and more are not zeroed first: a bit each tells which ones are
// missing. Large results are written past the caches. Where no two indices name the
// same row, threads share the rows, if these are many bytes.
// CHECK-LABEL: func.func @wide_rows
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?xi32>, %[[D:[^:]*]]: tensor<?x32xf32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[OUT:.*]] = memref.alloc(%[[ROWS:.*]]) {alignment = 64 : i64} : memref<?x32xf32>
// CHECK:         %[[BITS:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xi64>
// CHECK:         memref.store %c0_i64, %[[BITS]]
// CHECK:         %[[DISTINCT:.*]] = scf.for
// CHECK:           arith.shli
// CHECK:           arith.ori
// CHECK:           memref.store %{{.*}}, %[[BITS]]
// CHECK:         %[[MISSING:.*]] = arith.cmpi slt, %[[DISTINCT]], %[[ROWS]]
// CHECK:         scf.if %[[MISSING]] {
// CHECK:           scf.for {{.*}} to %[[ROWS]]
// CHECK:             memref.load %[[BITS]]
// CHECK:             scf.if
// CHECK:               memref.store %[[ZERO]], %{{.*}} : memref<?xf32>
// CHECK-NOT:     scf.forall
// CHECK:         %[[LARGE:.*]] = arith.cmpi sge, %{{.*}}, %c8388608
// CHECK:         scf.if %[[LARGE]] {
// CHECK:           scf.for
// CHECK-COUNT-2:     llvm.store %{{.*}} {alignment = 64 : i64, nontemporal} : vector<64xi8>, !llvm.ptr
// CHECK:         } else {
// CHECK:           scf.for
// CHECK-COUNT-2:     vector.store %{{.*}} : memref<?xf32>, vector<16xf32>
// CHECK:         return
// PARALLEL-LABEL: func.func @wide_rows
// PARALLEL:        arith.maxui
// PARALLEL:      %[[DISTINCT:.*]] = scf.for
// PARALLEL:        arith.ori
// PARALLEL:      %[[BYTES:.*]] = arith.muli %{{.*}}, %c128
// PARALLEL:      %[[ONCE:.*]] = arith.cmpi eq, %[[DISTINCT]], %[[TOTAL:.*]] : index
// PARALLEL:      %[[P:.*]] = arith.divui %[[BYTES]], %c1000
// PARALLEL:      %[[PARTS:.*]] = arith.minsi %[[P]], %c64
// PARALLEL:      %[[MANY:.*]] = arith.cmpi sgt, %[[PARTS]], %c1
// PARALLEL:      %[[DIVIDED:.*]] = arith.andi %[[ONCE]], %[[MANY]]
// PARALLEL:      scf.if %[[DIVIDED]] {
// PARALLEL:        scf.forall (%[[PART:.*]]) in (%[[PARTS]]) {
// PARALLEL:          %[[S:.*]] = arith.muli %[[TOTAL]], %[[PART]]
// PARALLEL:          %[[START:.*]] = arith.divui %[[S]], %[[PARTS]]
// PARALLEL:          nontemporal
// PARALLEL:      } else {
// PARALLEL-NOT:    scf.forall
// PARALLEL:        nontemporal
// PARALLEL:      return
// NO-STREAM-LABEL: func.func @wide_rows
// NO-STREAM-NOT: nontemporal
// NO-STREAM:     return
func.func @wide_rows(%i: tensor<?xi32>, %d: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}

// The last vector of a row may overlap the one before it. Of rows that are no whole
// cache lines those in the middle are streamed if there are four and more.
// CHECK-LABEL: func.func @odd_rows
// CHECK:         %[[MINUS:.*]] = arith.subi %c0, %[[TO:.*]] : index
// CHECK:         %[[HEAD:.*]] = arith.andi %[[MINUS]], %c15
// CHECK:         %[[REST:.*]] = arith.subi %c155, %[[HEAD]]
// CHECK:         %[[TAIL:.*]] = arith.andi %[[REST]], %c15
// CHECK:         %[[HAS:.*]] = arith.cmpi sgt, %[[HEAD]], %c0
// CHECK:         scf.if %[[HAS]] {
// CHECK:           vector.store %{{.*}}, %{{.*}}[%[[TO]]] : memref<?xf32>, vector<16xf32>
// CHECK:         %[[END:.*]] = arith.subi %c155, %[[TAIL]]
// CHECK:         scf.for %{{.*}} = %[[HEAD]] to %[[END]] step %c16
// CHECK:           nontemporal
// CHECK:         scf.if
// CHECK:           vector.store
// CHECK:         } else {
// CHECK-COUNT-9: vector.store
// CHECK:         arith.addi %{{.*}}, %c139
// CHECK:         vector.store
// CHECK-NOT:     vector.store
// CHECK:         return
func.func @odd_rows(%i: tensor<?xi32>, %d: tensor<?x155xf32>) -> tensor<?x155xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x155xf32>) -> tensor<?x155xf32>
  return %0 : tensor<?x155xf32>
}

// Long rows are a loop.
// CHECK-LABEL: func.func @long_rows
// CHECK:         scf.for %{{.*}} = %c0 to %c256 step %c128
// CHECK-COUNT-8:   vector.store
// CHECK:         }
// CHECK:         vector.store %{{.*}} : memref<?xf32>, vector<4xf32>
func.func @long_rows(%i: tensor<?xi32>, %d: tensor<?x260xf32>) -> tensor<?x260xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x260xf32>) -> tensor<?x260xf32>
  return %0 : tensor<?x260xf32>
}

// CHECK-LABEL: func.func @odd_narrower_rows
// CHECK-NOT:     nontemporal
// CHECK:         return
func.func @odd_narrower_rows(%i: tensor<?xi32>, %d: tensor<?x63xf32>) -> tensor<?x63xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x63xf32>) -> tensor<?x63xf32>
  return %0 : tensor<?x63xf32>
}

// CHECK-LABEL: func.func @not_so_wide_rows
// CHECK-NOT:     arith.shli
// CHECK:         return
func.func @not_so_wide_rows(%i: tensor<?xi32>, %d: tensor<?x15xf32>) -> tensor<?x15xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x15xf32>) -> tensor<?x15xf32>
  return %0 : tensor<?x15xf32>
}
