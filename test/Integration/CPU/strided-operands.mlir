// Operands whose elements do not follow one another, or start in the middle of another tensor.

// RUN: weft-run %s --entry rows --input "4xi32=0 9 1 9" --input "2xi32=2 3" --input "4x4xf32=0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15" | FileCheck %s --check-prefix=ROWS
// ROWS{LITERAL}: result 0: 4x2xf32 = [[0, 2], [8, 10], [5, 6], [13, 14]]
func.func @rows(%i: tensor<4xi32>, %j: tensor<2xi32>, %d: tensor<4x4xf32>) -> tensor<?x2xf32> {
  %every = tensor.extract_slice %i[0] [2] [2] : tensor<4xi32> to tensor<2xi32>
  %a = tensor.extract_slice %d[0, 0] [2, 2] [2, 2] : tensor<4x4xf32> to tensor<2x2xf32>
  %b = tensor.extract_slice %d[1, 1] [2, 2] [2, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %0 = weft.parallel_dynamic_stitch indices(%every, %j : tensor<2xi32>, tensor<2xi32>) data(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// RUN: weft-run %s --entry one_input --input "2xi32=1 0" --input "8xf32=0 1 2 3 4 5 6 7" --input index=2 | FileCheck %s --check-prefix=ONE
// ONE{LITERAL}: result 0: 2xf32 = [3, 1]
func.func @one_input(%i: tensor<2xi32>, %d: tensor<8xf32>, %step: index) -> tensor<?xf32> {
  %a = tensor.extract_slice %d[1] [2] [%step] : tensor<8xf32> to tensor<2xf32>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<2xi32>) data(%a : tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// RUN: weft-run %s --entry scatter --input "4x2xi32=0 9 1 9 0 9 1 9" --input "4x4xf32=0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15" | FileCheck %s --check-prefix=SCATTER
// SCATTER{LITERAL}: result 0: 2x2xf32 = [[-3, -4], [1, 0]]
func.func @scatter(%i: tensor<4x2xi32>, %d: tensor<4x4xf32>) -> tensor<2x2xf32> {
  %indices = tensor.extract_slice %i[0, 0] [2, 1] [1, 1] : tensor<4x2xi32> to tensor<2x1xi32>
  %updates = tensor.extract_slice %d[1, 0] [2, 2] [1, 2] : tensor<4x4xf32> to tensor<2x2xf32>
  %target = tensor.extract_slice %d[0, 1] [2, 2] [2, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %0 = weft.tensor_scatter_sub ins(%indices, %updates : tensor<2x1xi32>, tensor<2x2xf32>) outs(%target : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// RUN: weft-run %s --entry concat --input "2x4xi64=0 9 1 9 1 9 0 9" --input "4xf32=1 9 2 9" --input "2xi64=2 2" | FileCheck %s --check-prefix=CONCAT
// CONCAT{LITERAL}: result 0: 4x2xi64 = [[0, 1], [0, 3], [1, 0], [1, 2]]
// CONCAT{LITERAL}: result 1: 4xf32 = [1, 1, 2, 2]
func.func @concat(%i: tensor<2x4xi64>, %v: tensor<4xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %indices = tensor.extract_slice %i[0, 0] [2, 2] [1, 2] : tensor<2x4xi64> to tensor<2x2xi64>
  %values = tensor.extract_slice %v[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %0:3 = weft.sparse_concat dim 1 indices(%indices, %indices : tensor<2x2xi64>, tensor<2x2xi64>) values(%values, %values : tensor<2xf32>, tensor<2xf32>) shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// RUN: weft-run %s --entry blocks --input "4x4xf32=0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15" | FileCheck %s --check-prefix=BLOCKS
// BLOCKS{LITERAL}: result 0: 2x2x1xf32 = [[[1], [5]], [[3], [7]]]
func.func @blocks(%d: tensor<4x4xf32>) -> tensor<2x2x1xf32> {
  %a = tensor.extract_slice %d[0, 1] [2, 2] [1, 2] : tensor<4x4xf32> to tensor<2x2xf32>
  %x = tensor.expand_shape %a [[0], [1, 2]] output_shape [2, 2, 1] : tensor<2x2xf32> into tensor<2x2x1xf32>
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 2]] : tensor<2x2x1xf32> -> tensor<4x2x1xf32>
  %1 = tensor.extract_slice %0[0, 0, 0] [4, 1, 1] [1, 1, 1] : tensor<4x2x1xf32> to tensor<4x1x1xf32>
  %2 = tensor.collapse_shape %1 [[0, 1, 2]] : tensor<4x1x1xf32> into tensor<4xf32>
  %3 = tensor.expand_shape %2 [[0, 1, 2]] output_shape [2, 2, 1] : tensor<4xf32> into tensor<2x2x1xf32>
  return %3 : tensor<2x2x1xf32>
}
