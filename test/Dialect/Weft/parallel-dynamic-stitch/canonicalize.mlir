// RUN: weft-opt %s --canonicalize | FileCheck %s

// Constant indices tell the number of rows.
// CHECK-LABEL: func.func @constant_indices
// CHECK:         %[[R:.*]] = weft.parallel_dynamic_stitch {{.*}} -> tensor<8x2xf32>
// CHECK:         tensor.cast %[[R]] : tensor<8x2xf32> to tensor<?x2xf32>
func.func @constant_indices(%d0: tensor<2xf32>, %d1: tensor<2x2xf32>) -> tensor<?x2xf32> {
  %i0 = arith.constant dense<3> : tensor<i32>
  %i1 = arith.constant dense<[7, 0]> : tensor<2xi64>
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1 : tensor<i32>, tensor<2xi64>) data(%d0, %d1 : tensor<2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// One input that is not constant could name a higher row.
// CHECK-LABEL: func.func @not_all_constant
// CHECK:         weft.parallel_dynamic_stitch {{.*}} -> tensor<?xf32>
func.func @not_all_constant(%i1: tensor<1xi32>, %d: tensor<1xf32>) -> tensor<?xf32> {
  %i0 = arith.constant dense<3> : tensor<1xi32>
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1 : tensor<1xi32>, tensor<1xi32>) data(%d, %d : tensor<1xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A negative constant is left to the run-time check.
// CHECK-LABEL: func.func @negative_constant
// CHECK:         weft.parallel_dynamic_stitch {{.*}} -> tensor<?xf32>
func.func @negative_constant(%d: tensor<2xf32>) -> tensor<?xf32> {
  %i = arith.constant dense<[3, -1]> : tensor<2xi32>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<2xi32>) data(%d : tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The largest i32 has no successor: left to the run-time check as well.
// CHECK-LABEL: func.func @largest_constant
// CHECK:         weft.parallel_dynamic_stitch {{.*}} -> tensor<?xf32>
func.func @largest_constant(%d: tensor<1xf32>) -> tensor<?xf32> {
  %i = arith.constant dense<2147483647> : tensor<1xi32>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1xi32>) data(%d : tensor<1xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// So is a claimed number of rows that the indices contradict.
// CHECK-LABEL: func.func @contradicted_rows
// CHECK:         weft.parallel_dynamic_stitch {{.*}} -> tensor<5xf32>
func.func @contradicted_rows(%d: tensor<1xf32>) -> tensor<5xf32> {
  %i = arith.constant dense<6> : tensor<1xi32>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1xi32>) data(%d : tensor<1xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// Sizes that only one of the inputs knows.
// CHECK-LABEL: func.func @row_sizes
// CHECK:         weft.parallel_dynamic_stitch {{.*}} -> tensor<?x2x3xf32>
func.func @row_sizes(%i: tensor<?xi32>, %d0: tensor<?x2x?xf32>, %d1: tensor<?x?x3xf32>) -> tensor<?x?x?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i, %i : tensor<?xi32>, tensor<?xi32>) data(%d0, %d1 : tensor<?x2x?xf32>, tensor<?x?x3xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// An op whose checks have been emitted stays marked.
// CHECK-LABEL: func.func @stays_checked
// CHECK:         weft.parallel_dynamic_stitch {{.*}} {weft.checked} -> tensor<1xf32>
func.func @stays_checked(%d: tensor<f32>) -> tensor<?xf32> {
  %i = arith.constant dense<0> : tensor<i32>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<i32>) data(%d : tensor<f32>) {weft.checked} -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Inputs without indices are dropped.
// CHECK-LABEL: func.func @drop_empty
// CHECK-SAME:    %{{.*}}: tensor<0xi32>, %[[I:[^:]*]]: tensor<?xi32>, %{{.*}}: tensor<0x2xf32>, %[[D:[^:]*]]: tensor<?x2xf32>
// CHECK:         weft.parallel_dynamic_stitch indices(%[[I]] : tensor<?xi32>) data(%[[D]] : tensor<?x2xf32>)
func.func @drop_empty(%e: tensor<0xi32>, %i: tensor<?xi32>, %de: tensor<0x2xf32>, %d: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%e, %i, %e : tensor<0xi32>, tensor<?xi32>, tensor<0xi32>) data(%de, %d, %de : tensor<0x2xf32>, tensor<?x2xf32>, tensor<0x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// One is kept where all are empty, and there are no rows.
// CHECK-LABEL: func.func @all_empty
// CHECK:         weft.parallel_dynamic_stitch indices(%{{[^,]*}} : tensor<0xi32>) data({{.*}}) -> tensor<0x2xf32>
func.func @all_empty(%e: tensor<0xi32>, %d: tensor<0x2xf32>) -> tensor<?x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%e, %e : tensor<0xi32>, tensor<0xi32>) data(%d, %d : tensor<0x2xf32>, tensor<0x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// An empty input whose row size is yet to be checked stays.
// CHECK-LABEL: func.func @keep_unchecked_empty
// CHECK:         weft.parallel_dynamic_stitch indices(%{{.*}}, %{{.*}} :
func.func @keep_unchecked_empty(%e: tensor<0xi32>, %i: tensor<?xi32>, %de: tensor<0x?xf32>, %d: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%e, %i : tensor<0xi32>, tensor<?xi32>) data(%de, %d : tensor<0x?xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// The op is free of effects: without uses it goes.
// CHECK-LABEL: func.func @dead
// CHECK-NOT:     weft.
func.func @dead(%i: tensor<?xi32>, %d: tensor<?xf32>) {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?xf32>) -> tensor<?xf32>
  return
}

// A constant of equal elements may be far longer than its text.
// CHECK-LABEL: func.func @long_constant_indices
// CHECK:         weft.parallel_dynamic_stitch {{.*}} -> tensor<3x0xf32>
func.func @long_constant_indices(%d: tensor<1099511627776x0xf32>) -> tensor<?x0xf32> {
  %i = arith.constant dense<2> : tensor<1099511627776xi32>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1099511627776xi32>) data(%d : tensor<1099511627776x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}
