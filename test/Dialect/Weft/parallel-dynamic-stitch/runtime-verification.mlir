// What is checked at run time, as IR. The checks at work: Integration/CPU.
//
// RUN: weft-opt %s --weft-insert-checks --canonicalize --cse | FileCheck %s
// RUN: weft-opt %s --weft-insert-checks=checks=runtime | FileCheck %s --check-prefix=RUNTIME
// RUN: weft-opt %s --weft-insert-checks=checks=none | FileCheck %s --check-prefix=NONE

// NONE-NOT: cf.assert
// NONE-NOT: scf.for

// CHECK-LABEL: func.func @c4_prefix
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x2xi32>, %[[D:[^:]*]]: tensor<?x2xf32>
// CHECK-DAG:     %[[WANT:.*]] = tensor.dim %[[I]], %c0
// CHECK-DAG:     %[[GOT:.*]] = tensor.dim %[[D]], %c0
// CHECK:         %[[OK:.*]] = arith.cmpi eq, %[[GOT]], %[[WANT]]
// CHECK:         cf.assert %[[OK]], "'weft.parallel_dynamic_stitch' op expected dimension 0 of 'data'[0] to be that of 'indices'[0]"
// CHECK-NOT:     dimension 1 of
func.func @c4_prefix(%i: tensor<?x2xi32>, %d: tensor<?x2xf32>) -> tensor<?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?x2xi32>) data(%d : tensor<?x2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Where no type knows the size of a row, the first input says it.
// CHECK-LABEL: func.func @c5_row_size
// CHECK:         cf.assert %{{.*}}, "'weft.parallel_dynamic_stitch' op expected dimension 0 of 'data'[1] to be dimension 1 of 'merged'"
func.func @c5_row_size(%i: tensor<2xi32>, %j: tensor<i32>, %a: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i, %j : tensor<2xi32>, tensor<i32>) data(%a, %b : tensor<2x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @c6_static_rows
// CHECK:         cf.assert %{{.*}}, "'weft.parallel_dynamic_stitch' op expected dimension 1 of 'data'[0] to be dimension 1 of 'merged'"
// CHECK:         cf.assert %{{.*}}, "'weft.parallel_dynamic_stitch' op expected the number of rows to be 7 as in 'merged'"
func.func @c6_static_rows(%i: tensor<2xi32>, %d: tensor<2x?xf32>) -> tensor<7x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<2xi32>) data(%d : tensor<2x?xf32>) -> tensor<7x2xf32>
  return %0 : tensor<7x2xf32>
}

// One unsigned maximum finds negative indices and the one too large, and the rows
// are counted with the same maximum. The position is looked for on failure only.
// CHECK-LABEL: func.func @c7_index
// CHECK-COUNT-1: scf.for
// CHECK-NOT:     scf.for
// CHECK:         cf.assert %{{.*}}, "'weft.parallel_dynamic_stitch' op expected 'indices'[0][?] to be in [0, 2147483647)"
// CHECK:         return
// RUNTIME-LABEL: func.func @c7_index
// RUNTIME:         %[[MAX:.*]] = scf.for
// RUNTIME:         %[[TOP:.*]] = arith.index_castui %[[MAX]] : i32 to index
// RUNTIME:         %[[OK:.*]] = arith.cmpi ult, %[[TOP]], %{{.*}}
// RUNTIME:         %[[BAD:.*]] = arith.xori %[[OK]]
// RUNTIME:         scf.if %[[BAD]] {
// RUNTIME:           %[[WHERE:.*]]:3 = scf.for
// RUNTIME:           %[[K:.*]] = arith.index_cast %[[WHERE]]#0 : index to i64
// RUNTIME:           %[[V:.*]] = arith.index_cast %[[WHERE]]#1 : index to i64
// RUNTIME:           llvm.call @weft_fail(%{{.*}}, %{{.*}}, %[[K]], %[[V]])
func.func @c7_index(%i: tensor<?xi32>, %d: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @c8_bytes
// 2^63 / (2 * 8), rounded down
// CHECK:         %[[MOST:.*]] = arith.constant 576460752303423487 : index
// CHECK:         %[[OK:.*]] = arith.cmpi ule, %{{.*}}, %[[MOST]]
// CHECK:         cf.assert %[[OK]], "'weft.parallel_dynamic_stitch' op expected ? rows of ? bytes to fit in 63 bits"
func.func @c8_bytes(%i: tensor<?xi64>, %d: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi64>) data(%d : tensor<?x2xf64>) -> tensor<?x2xf64>
  return %0 : tensor<?x2xf64>
}

// Nothing that the types or constants show is checked.
// CHECK-LABEL: func.func @all_known
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @all_known(%d: tensor<2xf32>) -> tensor<4x2xf32> {
  %i = arith.constant dense<3> : tensor<i32>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<i32>) data(%d : tensor<2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
