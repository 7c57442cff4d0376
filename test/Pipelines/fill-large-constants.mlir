// RUN: weft-opt %s --weft-fill-large-constants --split-input-file | FileCheck %s

// CHECK-LABEL: func @large
// CHECK-DAG:     %[[I:.*]] = arith.constant 7 : i32
// CHECK-DAG:     tensor.splat %[[I]] : tensor<1099511627776xi32>
// CHECK-DAG:     %[[F:.*]] = arith.constant 1.500000e+00 : bf16
// CHECK-DAG:     tensor.splat %[[F]] : tensor<512x257xbf16>
// CHECK-DAG:     %[[C:.*]] = complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
// CHECK-DAG:     tensor.splat %[[C]] : tensor<131073xcomplex<f32>>
// CHECK-DAG:     %[[X:.*]] = arith.constant 3 : index
// CHECK-DAG:     tensor.splat %[[X]] : tensor<131073xindex>
func.func @large() -> (tensor<1099511627776xi32>, tensor<512x257xbf16>, tensor<131073xcomplex<f32>>, tensor<131073xindex>) {
  %0 = arith.constant dense<7> : tensor<1099511627776xi32>
  %1 = arith.constant dense<1.5> : tensor<512x257xbf16>
  %2 = arith.constant dense<(1.0, 2.0)> : tensor<131073xcomplex<f32>>
  %3 = arith.constant dense<3> : tensor<131073xindex>
  return %0, %1, %2, %3 : tensor<1099511627776xi32>, tensor<512x257xbf16>, tensor<131073xcomplex<f32>>, tensor<131073xindex>
}

// -----

// CHECK-LABEL: func @stored
// CHECK-DAG:     arith.constant dense<7> : tensor<131072xi32>
// CHECK-DAG:     arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-DAG:     arith.constant dense<> : tensor<1099511627776x0xi32>
// CHECK-DAG:     arith.constant dense<7> : vector<262144xi32>
// CHECK-NOT:     tensor.splat
func.func @stored() -> (tensor<131072xi32>, tensor<2xi32>, tensor<1099511627776x0xi32>, vector<262144xi32>) {
  %0 = arith.constant dense<7> : tensor<131072xi32>
  %1 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %2 = arith.constant dense<> : tensor<1099511627776x0xi32>
  %3 = arith.constant dense<7> : vector<262144xi32>
  return %0, %1, %2, %3 : tensor<131072xi32>, tensor<2xi32>, tensor<1099511627776x0xi32>, vector<262144xi32>
}
