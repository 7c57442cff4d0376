func.func @main(%x: tensor<1x4xf32>) -> tensor<2x2xf32> {
  %b = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %p = "tf.Const"() {value = dense<0> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
