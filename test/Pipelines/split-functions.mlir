// RUN: weft-opt %s --weft-split-functions=max-ops=8 | FileCheck %s
// RUN: weft-opt %s --weft-split-functions=max-ops=0 | FileCheck %s --check-prefix=NEVER
// RUN: weft-opt %s --weft-split-functions | FileCheck %s --check-prefix=NEVER
// NEVER-NOT: _part

// Values cross as arguments and results, used by any later part and by the
// terminator; constants are copied.
// CHECK-LABEL: func.func private @long_part(
// CHECK-SAME: %[[A:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {passthrough = ["noinline"]}
// CHECK-NEXT: %[[X:.*]] = math.exp %[[A]]
// CHECK-NEXT: %[[Y:.*]] = math.sqrt %[[X]]
// CHECK-NEXT: return %[[Y]]
// CHECK-LABEL: func.func private @long_part_0(
// CHECK-SAME: %[[A:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00>
// CHECK-NEXT: %[[X:.*]] = arith.addf %[[A]], %[[ONE]]
// CHECK-NEXT: %[[Y:.*]] = math.exp %[[X]]
// CHECK-NEXT: return %[[X]], %[[Y]]
// CHECK-LABEL: func.func private @long_part_1(
// CHECK-NEXT: arith.mulf
// An op that is longer than a part is one.
// CHECK-LABEL: func.func private @long_part_2(
// CHECK-SAME: %[[A:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00>
// CHECK-NEXT: %[[Z:.*]] = linalg.generic
// CHECK-SAME: ins(%[[A]], %[[ONE]]
// CHECK-SAME: outs(%[[Y]]
// CHECK: return %[[Z]]
// CHECK-LABEL: func.func @long(
// CHECK-SAME: %[[A:.*]]: tensor<4xf32>)
// CHECK: %[[P:.*]] = call @long_part(%[[A]])
// CHECK: %[[Q:.*]]:2 = call @long_part_0(%[[P]])
// CHECK: %[[R:.*]] = call @long_part_1(%[[Q]]#1, %[[P]])
// CHECK: %[[S:.*]] = call @long_part_2(%[[A]], %[[R]])
// CHECK: return %[[S]], %[[Q]]#0
func.func @long(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %0 = math.exp %a : tensor<4xf32>
  %1 = math.sqrt %0 : tensor<4xf32>
  %2 = arith.addf %1, %one : tensor<4xf32>
  %3 = math.exp %2 : tensor<4xf32>
  %4 = arith.mulf %3, %1 : tensor<4xf32>
  // An op with a region; its operands come from outside the parts, too.
  %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%a, %one : tensor<4xf32>, tensor<4xf32>) outs(%4 : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %z : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %5, %2 : tensor<4xf32>, tensor<4xf32>
}

// A buffer would have to cross.
// CHECK-LABEL: func.func @buffers(
// CHECK-NOT: call
func.func @buffers(%a: f32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<4xf32>
  memref.store %a, %m[%c0] : memref<4xf32>
  %0 = math.exp %a : f32
  memref.store %0, %m[%c0] : memref<4xf32>
  %1 = math.exp %0 : f32
  memref.store %1, %m[%c0] : memref<4xf32>
  %2 = math.exp %1 : f32
  memref.store %2, %m[%c0] : memref<4xf32>
  %3 = math.exp %2 : f32
  memref.store %3, %m[%c0] : memref<4xf32>
  return
}

// A weft op stands for many; several blocks are left alone.
// CHECK-LABEL: func.func private @weft_op_part(
// CHECK-LABEL: func.func private @weft_op_part_{{[0-9]+}}(
// CHECK-LABEL: func.func @weft_op(
func.func @weft_op(%a: tensor<4x1xf32>) -> tensor<2x2x1xf32> {
  %0 = math.exp %a : tensor<4x1xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 4, 1] : tensor<4x1xf32> into tensor<1x4x1xf32>
  %2 = weft.space_to_batch_nd %1 block_shape [2] paddings [[0, 0]] : tensor<1x4x1xf32> -> tensor<2x2x1xf32>
  return %2 : tensor<2x2x1xf32>
}
// CHECK-LABEL: func.func @several_blocks(
// CHECK-NOT: call
func.func @several_blocks(%a: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = math.exp %a : tensor<4xf32>
  cf.cond_br %c, ^then, ^else
^then:
  %1 = math.exp %0 : tensor<4xf32>
  %2 = math.exp %1 : tensor<4xf32>
  %3 = math.exp %2 : tensor<4xf32>
  %4 = math.exp %3 : tensor<4xf32>
  %5 = math.exp %4 : tensor<4xf32>
  %6 = math.exp %5 : tensor<4xf32>
  %7 = math.exp %6 : tensor<4xf32>
  %8 = math.exp %7 : tensor<4xf32>
  return %8 : tensor<4xf32>
^else:
  return %0 : tensor<4xf32>
}
