// TensorFlow's exports may say which lines of Python an op comes from: the error
// is at the innermost one.
// RUN: not weft-opt %s --weft-cpu-pipeline 2>&1 | FileCheck %s
// CHECK: model.py:12:5: error: 'tf.MatMul' op cannot be compiled
// CHECK: layers.py:7:1: error: 'tf.Relu' op cannot be compiled
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = "tf.MatMul"(%a, %a) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32> loc(fused["MatMul:", callsite("matmul@f"("model.py":12:5) at callsite("f"("main.py":20:1) at "main.py":3:1))])
  %1 = "tf.Relu"(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32> loc("relu"("layers.py":7:1))
  return %1 : tensor<2x2xf32>
}
