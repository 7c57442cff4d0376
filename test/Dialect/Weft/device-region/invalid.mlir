// RUN: weft-opt %s --split-input-file --verify-diagnostics

func.func @c1_layout(%a: memref<4xf32, strided<[2]>>) {
  // expected-error @below {{expected 'inputs'[0] to have an identity layout, but got 'memref<4xf32, strided<[2]>>'}}
  "weft.device_region"(%a) <{groups = array<i64: 1>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({
    weft.device_end
  }) : (memref<4xf32, strided<[2]>>) -> ()
  return
}

// -----

func.func @c2_empty_group(%a: memref<4xf32>) {
  // expected-error @below {{expected 'groups'[1] to be at least 1, but got 0}}
  "weft.device_region"(%a) <{groups = array<i64: 1, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({
    weft.device_end
  }) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @c2_sum_too_large(%a: memref<4xf32>) {
  // expected-error @below {{expected 'groups' to add up to the number of inputs (1), but they exceed it}}
  "weft.device_region"(%a) <{groups = array<i64: 4611686018427387904>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({
    weft.device_end
  }) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @c2_sum_too_small(%a: memref<4xf32>) {
  // expected-error @below {{expected 'groups' to add up to the number of inputs (2), but got 1}}
  "weft.device_region"(%a, %a) <{groups = array<i64: 1>, operandSegmentSizes = array<i32: 2, 0, 0>}> ({
    weft.device_end
  }) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @c2_element_types(%a: memref<4xf32>, %b: memref<4xi32>) {
  // expected-error @below {{expected the inputs of group 0 to have one element type, but got 'memref<4xf32>' and 'memref<4xi32>'}}
  "weft.device_region"(%a, %b) <{groups = array<i64: 2>, operandSegmentSizes = array<i32: 2, 0, 0>}> ({
    weft.device_end
  }) : (memref<4xf32>, memref<4xi32>) -> ()
  return
}

// -----

func.func @buffer_c1_too_large(%a: memref<4xf32>, %n: index) {
  "weft.device_region"(%a, %a, %n) <{groups = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 1>}> ({
    // expected-error @below {{expected 'buffer' to be from 0 to 2, but got 3}}
    %b = weft.device_buffer 3 : memref<?xi8>
    weft.device_end
  }) : (memref<4xf32>, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @buffer_c1_negative(%a: memref<4xf32>) {
  "weft.device_region"(%a) <{groups = array<i64: 1>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({
    // expected-error @below {{expected 'buffer' to be from 0 to 0, but got -1}}
    %b = weft.device_buffer -1 : memref<?xi8>
    weft.device_end
  }) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @buffer_elsewhere() {
  // expected-error @below {{expects parent op 'weft.device_region'}}
  %b = weft.device_buffer 0 : memref<?xi8>
  return
}

// -----

func.func @end_elsewhere() {
  // expected-error @below {{expects parent op 'weft.device_region'}}
  "weft.device_end"() : () -> ()
}
