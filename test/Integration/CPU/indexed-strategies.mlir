// Stitches and updates with every threshold so low that all of the threads, ranges,
// marks and streaming stores are at work; and by one thread with none of them. Rows are
// named twice, and not at all; updates of one element add up in order to the last bit.
//
// The stock runner cannot load a sanitized library.
// UNSUPPORTED: sanitizers
//
// DEFINE: %{run} = mlir-runner -e main --entry-point-result=void --shared-libs=%llvm_lib_dir/libmlir_runner_utils.so,%llvm_lib_dir/libmlir_c_runner_utils.so,%weft_lib_dir/libweft_runtime.so,%libomp
// RUN: weft-opt %s --weft-cpu-pipeline="streaming-bytes=0" | %{run} | FileCheck %s
// RUN: weft-opt %s --weft-cpu-pipeline="openmp parallel-bytes=64 streaming-bytes=0" | env OMP_NUM_THREADS=4 %{run} | FileCheck %s
// RUN: weft-opt %s --weft-cpu-pipeline="openmp parallel-bytes=64 streaming-bytes=64" | env OMP_NUM_THREADS=4 %{run} | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"})
func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"})

// Row i of the data has the elements i + 1, in three inputs of 20 rows.
func.func private @stitch(%step: index, %width: index) -> tensor<?x?xf32> {
  %c20 = arith.constant 20 : index
  %c60 = arith.constant 60 : index
  %c1 = arith.constant 1 : index
  %indices = tensor.generate %c60 {
  ^bb0(%i: index):
    %m = arith.muli %i, %step : index
    %r = arith.remui %m, %c60 : index
    %x = arith.index_cast %r : index to i32
    tensor.yield %x : i32
  } : tensor<?xi32>
  %data = tensor.generate %c60, %width {
  ^bb0(%i: index, %j: index):
    %n = arith.addi %i, %c1 : index
    %x = arith.index_cast %n : index to i32
    %f = arith.sitofp %x : i32 to f32
    tensor.yield %f : f32
  } : tensor<?x?xf32>
  %i0 = tensor.extract_slice %indices[0] [20] [1] : tensor<?xi32> to tensor<20xi32>
  %i1 = tensor.extract_slice %indices[20] [20] [1] : tensor<?xi32> to tensor<20xi32>
  %i2 = tensor.extract_slice %indices[40] [20] [1] : tensor<?xi32> to tensor<20xi32>
  %d0 = tensor.extract_slice %data[0, 0] [20, %width] [1, 1] : tensor<?x?xf32> to tensor<20x?xf32>
  %d1 = tensor.extract_slice %data[20, 0] [20, %width] [1, 1] : tensor<?x?xf32> to tensor<20x?xf32>
  %d2 = tensor.extract_slice %data[40, 0] [20, %width] [1, 1] : tensor<?x?xf32> to tensor<20x?xf32>
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1, %i2 : tensor<20xi32>, tensor<20xi32>, tensor<20xi32>) data(%d0, %d1, %d2 : tensor<20x?xf32>, tensor<20x?xf32>, tensor<20x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @print_column(%t: tensor<?x?xf32>, %j: index) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?x?xf32>
  %column = tensor.generate %n {
  ^bb0(%i: index):
    %x = tensor.extract %t[%i, %j] : tensor<?x?xf32>
    tensor.yield %x : f32
  } : tensor<?xf32>
  %u = tensor.cast %column : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

// Update i, of the slice i * i mod 40, is 1 / (i + 1).
func.func private @scatter(%width: index) -> tensor<40x?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %indices = tensor.generate {
  ^bb0(%i: index, %j: index):
    %m = arith.muli %i, %i : index
    %r = arith.remui %m, %c40 : index
    %x = arith.index_cast %r : index to i32
    tensor.yield %x : i32
  } : tensor<100x1xi32>
  %updates = tensor.generate %width {
  ^bb0(%i: index, %j: index):
    %n = arith.addi %i, %c1 : index
    %x = arith.index_cast %n : index to i32
    %f = arith.sitofp %x : i32 to f32
    %d = arith.divf %one, %f : f32
    tensor.yield %d : f32
  } : tensor<100x?xf32>
  %t = tensor.splat %zero[%width] : tensor<40x?xf32>
  %0 = weft.tensor_scatter_sub ins(%indices, %updates : tensor<100x1xi32>, tensor<100x?xf32>) outs(%t : tensor<40x?xf32>) -> tensor<40x?xf32>
  return %0 : tensor<40x?xf32>
}

// The same with indices (i * i mod 50) - 5, of which those that do not fit are skipped.
func.func private @scatter_some(%width: index) -> tensor<40x?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %five = arith.constant 5 : i32
  %indices = tensor.generate {
  ^bb0(%i: index, %j: index):
    %m = arith.muli %i, %i : index
    %r = arith.remui %m, %c50 : index
    %x = arith.index_cast %r : index to i32
    %y = arith.subi %x, %five : i32
    tensor.yield %y : i32
  } : tensor<100x1xi32>
  %updates = tensor.generate %width {
  ^bb0(%i: index, %j: index):
    %n = arith.addi %i, %c1 : index
    %x = arith.index_cast %n : index to i32
    %f = arith.sitofp %x : i32 to f32
    %d = arith.divf %one, %f : f32
    tensor.yield %d : f32
  } : tensor<100x?xf32>
  %t = tensor.splat %zero[%width] : tensor<40x?xf32>
  %0 = weft.tensor_scatter_sub bad_indices_policy<ignore> ins(%indices, %updates : tensor<100x1xi32>, tensor<100x?xf32>) outs(%t : tensor<40x?xf32>) -> tensor<40x?xf32>
  return %0 : tensor<40x?xf32>
}

func.func private @print_bits(%t: tensor<40x?xf32>, %j: index) {
  %column = tensor.generate {
  ^bb0(%i: index):
    %x = tensor.extract %t[%i, %j] : tensor<40x?xf32>
    %b = arith.bitcast %x : f32 to i32
    tensor.yield %b : i32
  } : tensor<40xi32>
  %u = tensor.cast %column : tensor<40xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c14 = arith.constant 14 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %c67 = arith.constant 67 : index
  %c99 = arith.constant 99 : index
  %c100 = arith.constant 100 : index
  // Each row once: 16 elements.
  // CHECK{LITERAL}: [1, 44, 27, 10, 53, 36, 19, 2, 45, 28, 11, 54, 37, 20, 3, 46, 29, 12, 55, 38, 21, 4, 47, 30, 13, 56, 39, 22, 5, 48, 31, 14, 57, 40, 23, 6, 49, 32, 15, 58, 41, 24, 7, 50, 33, 16, 59, 42, 25, 8, 51, 34, 17, 60, 43, 26, 9, 52, 35, 18]
  %s0 = call @stitch(%c7, %c16) : (index, index) -> tensor<?x?xf32>
  call @print_column(%s0, %c0) : (tensor<?x?xf32>, index) -> ()
  // Each row once: 17 elements.
  // CHECK{LITERAL}: [1, 44, 27, 10, 53, 36, 19, 2, 45, 28, 11, 54, 37, 20, 3, 46, 29, 12, 55, 38, 21, 4, 47, 30, 13, 56, 39, 22, 5, 48, 31, 14, 57, 40, 23, 6, 49, 32, 15, 58, 41, 24, 7, 50, 33, 16, 59, 42, 25, 8, 51, 34, 17, 60, 43, 26, 9, 52, 35, 18]
  %s1 = call @stitch(%c7, %c17) : (index, index) -> tensor<?x?xf32>
  call @print_column(%s1, %c16) : (tensor<?x?xf32>, index) -> ()
  // Rows twice, and not at all: 64 elements.
  // CHECK{LITERAL}: [31, 0, 44, 0, 57, 0, 40, 0, 53, 0, 36, 0, 49, 0, 32, 0, 45, 0, 58, 0, 41, 0, 54, 0, 37, 0, 50, 0, 33, 0, 46, 0, 59, 0, 42, 0, 55, 0, 38, 0, 51, 0, 34, 0, 47, 0, 60, 0, 43, 0, 56, 0, 39, 0, 52, 0, 35, 0, 48]
  %s2 = call @stitch(%c14, %c64) : (index, index) -> tensor<?x?xf32>
  call @print_column(%s2, %c63) : (tensor<?x?xf32>, index) -> ()
  // Each row once: 100 elements.
  // CHECK{LITERAL}: [1, 44, 27, 10, 53, 36, 19, 2, 45, 28, 11, 54, 37, 20, 3, 46, 29, 12, 55, 38, 21, 4, 47, 30, 13, 56, 39, 22, 5, 48, 31, 14, 57, 40, 23, 6, 49, 32, 15, 58, 41, 24, 7, 50, 33, 16, 59, 42, 25, 8, 51, 34, 17, 60, 43, 26, 9, 52, 35, 18]
  %s3 = call @stitch(%c7, %c100) : (index, index) -> tensor<?x?xf32>
  call @print_column(%s3, %c99) : (tensor<?x?xf32>, index) -> ()
  // Rows twice, and not at all: 67 elements.
  // CHECK{LITERAL}: [31, 0, 44, 0, 57, 0, 40, 0, 53, 0, 36, 0, 49, 0, 32, 0, 45, 0, 58, 0, 41, 0, 54, 0, 37, 0, 50, 0, 33, 0, 46, 0, 59, 0, 42, 0, 55, 0, 38, 0, 51, 0, 34, 0, 47, 0, 60, 0, 43, 0, 56, 0, 39, 0, 52, 0, 35, 0, 48]
  %s4 = call @stitch(%c14, %c67) : (index, index) -> tensor<?x?xf32>
  call @print_column(%s4, %c0) : (tensor<?x?xf32>, index) -> ()
  // Rows twice, and not at all: 3 elements.
  // CHECK{LITERAL}: [31, 0, 44, 0, 57, 0, 40, 0, 53, 0, 36, 0, 49, 0, 32, 0, 45, 0, 58, 0, 41, 0, 54, 0, 37, 0, 50, 0, 33, 0, 46, 0, 59, 0, 42, 0, 55, 0, 38, 0, 51, 0, 34, 0, 47, 0, 60, 0, 43, 0, 56, 0, 39, 0, 52, 0, 35, 0, 48]
  %s5 = call @stitch(%c14, %c3) : (index, index) -> tensor<?x?xf32>
  call @print_column(%s5, %c1) : (tensor<?x?xf32>, index) -> ()
  // CHECK{LITERAL}: [-1081285293, -1081718906, 0, 0, -1089747797, 0, 0, 0, 0, -1085231049, 0, 0, 0, 0, 0, 0, -1093335523, 0, 0, 0, -1104420741, 0, 0, 0, -1095811376, -1094365845, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1095053251, 0, 0, 0]
  %t6 = call @scatter(%c64) : (index) -> tensor<40x?xf32>
  call @print_bits(%t6, %c63) : (tensor<40x?xf32>, index) -> ()
  // CHECK{LITERAL}: [-1081285293, -1081718906, 0, 0, -1089747797, 0, 0, 0, 0, -1085231049, 0, 0, 0, 0, 0, 0, -1093335523, 0, 0, 0, -1104420741, 0, 0, 0, -1095811376, -1094365845, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1095053251, 0, 0, 0]
  %t7 = call @scatter(%c100) : (index) -> tensor<40x?xf32>
  call @print_bits(%t7, %c64) : (tensor<40x?xf32>, index) -> ()
  // CHECK{LITERAL}: [-1081285293, -1081718906, 0, 0, -1089747797, 0, 0, 0, 0, -1085231049, 0, 0, 0, 0, 0, 0, -1093335523, 0, 0, 0, -1104420741, 0, 0, 0, -1095811376, -1094365845, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1095053251, 0, 0, 0]
  %t8 = call @scatter(%c3) : (index) -> tensor<40x?xf32>
  call @print_bits(%t8, %c1) : (tensor<40x?xf32>, index) -> ()
  // CHECK{LITERAL}: [-1081285293, -1081718906, 0, 0, -1089747797, 0, 0, 0, 0, -1085231049, 0, 0, 0, 0, 0, 0, -1093335523, 0, 0, 0, -1104420741, 0, 0, 0, -1095811376, -1094365845, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1095053251, 0, 0, 0]
  %t9 = call @scatter(%c1) : (index) -> tensor<40x?xf32>
  call @print_bits(%t9, %c0) : (tensor<40x?xf32>, index) -> ()
  // CHECK{LITERAL}: [0, -1108761237, 0, 0, -1097244827, 0, -1109614084, 0, 0, -1104808613, 0, -1098923238, 0, 0, -1107332092, 0, -1106586682, 0, 0, -1109379911, -1094365845, -1110201079, 0, 0, -1110153083, 0, -1105528222, 0, 0, -1110072163, 0, -1102722817, 0, 0, -1109097731, 0, -1109956885, 0, 0, -1106982651]
  %t10 = call @scatter_some(%c64) : (index) -> tensor<40x?xf32>
  call @print_bits(%t10, %c63) : (tensor<40x?xf32>, index) -> ()
  // CHECK{LITERAL}: [0, -1108761237, 0, 0, -1097244827, 0, -1109614084, 0, 0, -1104808613, 0, -1098923238, 0, 0, -1107332092, 0, -1106586682, 0, 0, -1109379911, -1094365845, -1110201079, 0, 0, -1110153083, 0, -1105528222, 0, 0, -1110072163, 0, -1102722817, 0, 0, -1109097731, 0, -1109956885, 0, 0, -1106982651]
  %t11 = call @scatter_some(%c3) : (index) -> tensor<40x?xf32>
  call @print_bits(%t11, %c1) : (tensor<40x?xf32>, index) -> ()
  return
}
