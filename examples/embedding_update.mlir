// What TensorFlow exports for one step of training a sharded embedding table:
//
//   @tf.function
//   def step(shard_0, shard_1, rows, gradient):
//     table = tf.raw_ops.ParallelDynamicStitch(
//         indices=[[0, 2, 4], [1, 3]], data=[shard_0, shard_1])
//     return tf.tensor_scatter_nd_sub(table, rows, gradient)
//
//   print(tf.mlir.experimental.convert_function(step.get_concrete_function(...)))
//
// The rows of the table alternate between two shards; then a gradient is
// subtracted from the rows that a batch used. A row that occurs twice is updated
// twice.
module attributes {tf.versions = {bad_consumers = [], min_consumer = 0 : i32, producer = 2474 : i32}} {
  func.func @__inference_step_12(%arg0: tensor<3x2xf32> {tf._user_specified_name = "shard_0"}, %arg1: tensor<2x2xf32> {tf._user_specified_name = "shard_1"}, %arg2: tensor<?x1xi32> {tf._user_specified_name = "rows"}, %arg3: tensor<?x2xf32> {tf._user_specified_name = "gradient"}) -> tensor<5x2xf32> attributes {allow_soft_placement = false, tf.entry_function = {control_outputs = "", inputs = "shard_0,shard_1,rows,gradient", outputs = "identity_RetVal"}} {
    %cst = "tf.Const"() <{value = dense<[0, 2, 4]> : tensor<3xi32>}> {device = ""} : () -> tensor<3xi32>
    %cst_0 = "tf.Const"() <{value = dense<[1, 3]> : tensor<2xi32>}> {device = ""} : () -> tensor<2xi32>
    %0 = "tf.ParallelDynamicStitch"(%cst, %cst_0, %arg0, %arg1) {device = ""} : (tensor<3xi32>, tensor<2xi32>, tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
    %1 = "tf.TensorScatterSub"(%0, %arg2, %arg3) <{bad_indices_policy = ""}> {device = ""} : (tensor<5x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<5x2xf32>
    %2 = "tf.Identity"(%1) {device = ""} : (tensor<5x2xf32>) -> tensor<5x2xf32>
    return %2 : tensor<5x2xf32>
  }
}
