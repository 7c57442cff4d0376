// A function long enough to be cut into parts: every update is in place but the first.
// RUN: weft-opt %s --weft-cpu-pipeline | FileCheck %s --check-prefix=PARTS
// PARTS-COUNT-4: llvm.call @main_part
// RUN: weft-opt %s --weft-split-functions --weft-insert-checks --convert-weft-to-linalg --weft-protect-arguments --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=BUFFERS
// BUFFERS: memref.alloc()
// BUFFERS-NOT: memref.alloc()
// RUN: weft-run %s --input "4xi32=1 2 3 4" --input "2x1xi32=1 1" --input "2xi32=1 2" | FileCheck %s
// CHECK: result 0: 4xi32 = [1, -208, 3, 4]
func.func @main(%t0: tensor<4xi32>, %i: tensor<2x1xi32>, %u: tensor<2xi32>) -> tensor<4xi32> {
  %t1 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t0 : tensor<4xi32>) -> tensor<4xi32>
  %t2 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t1 : tensor<4xi32>) -> tensor<4xi32>
  %t3 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t2 : tensor<4xi32>) -> tensor<4xi32>
  %t4 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t3 : tensor<4xi32>) -> tensor<4xi32>
  %t5 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t4 : tensor<4xi32>) -> tensor<4xi32>
  %t6 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t5 : tensor<4xi32>) -> tensor<4xi32>
  %t7 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t6 : tensor<4xi32>) -> tensor<4xi32>
  %t8 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t7 : tensor<4xi32>) -> tensor<4xi32>
  %t9 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t8 : tensor<4xi32>) -> tensor<4xi32>
  %t10 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t9 : tensor<4xi32>) -> tensor<4xi32>
  %t11 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t10 : tensor<4xi32>) -> tensor<4xi32>
  %t12 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t11 : tensor<4xi32>) -> tensor<4xi32>
  %t13 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t12 : tensor<4xi32>) -> tensor<4xi32>
  %t14 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t13 : tensor<4xi32>) -> tensor<4xi32>
  %t15 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t14 : tensor<4xi32>) -> tensor<4xi32>
  %t16 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t15 : tensor<4xi32>) -> tensor<4xi32>
  %t17 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t16 : tensor<4xi32>) -> tensor<4xi32>
  %t18 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t17 : tensor<4xi32>) -> tensor<4xi32>
  %t19 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t18 : tensor<4xi32>) -> tensor<4xi32>
  %t20 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t19 : tensor<4xi32>) -> tensor<4xi32>
  %t21 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t20 : tensor<4xi32>) -> tensor<4xi32>
  %t22 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t21 : tensor<4xi32>) -> tensor<4xi32>
  %t23 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t22 : tensor<4xi32>) -> tensor<4xi32>
  %t24 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t23 : tensor<4xi32>) -> tensor<4xi32>
  %t25 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t24 : tensor<4xi32>) -> tensor<4xi32>
  %t26 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t25 : tensor<4xi32>) -> tensor<4xi32>
  %t27 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t26 : tensor<4xi32>) -> tensor<4xi32>
  %t28 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t27 : tensor<4xi32>) -> tensor<4xi32>
  %t29 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t28 : tensor<4xi32>) -> tensor<4xi32>
  %t30 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t29 : tensor<4xi32>) -> tensor<4xi32>
  %t31 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t30 : tensor<4xi32>) -> tensor<4xi32>
  %t32 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t31 : tensor<4xi32>) -> tensor<4xi32>
  %t33 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t32 : tensor<4xi32>) -> tensor<4xi32>
  %t34 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t33 : tensor<4xi32>) -> tensor<4xi32>
  %t35 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t34 : tensor<4xi32>) -> tensor<4xi32>
  %t36 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t35 : tensor<4xi32>) -> tensor<4xi32>
  %t37 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t36 : tensor<4xi32>) -> tensor<4xi32>
  %t38 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t37 : tensor<4xi32>) -> tensor<4xi32>
  %t39 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t38 : tensor<4xi32>) -> tensor<4xi32>
  %t40 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t39 : tensor<4xi32>) -> tensor<4xi32>
  %t41 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t40 : tensor<4xi32>) -> tensor<4xi32>
  %t42 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t41 : tensor<4xi32>) -> tensor<4xi32>
  %t43 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t42 : tensor<4xi32>) -> tensor<4xi32>
  %t44 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t43 : tensor<4xi32>) -> tensor<4xi32>
  %t45 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t44 : tensor<4xi32>) -> tensor<4xi32>
  %t46 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t45 : tensor<4xi32>) -> tensor<4xi32>
  %t47 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t46 : tensor<4xi32>) -> tensor<4xi32>
  %t48 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t47 : tensor<4xi32>) -> tensor<4xi32>
  %t49 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t48 : tensor<4xi32>) -> tensor<4xi32>
  %t50 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t49 : tensor<4xi32>) -> tensor<4xi32>
  %t51 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t50 : tensor<4xi32>) -> tensor<4xi32>
  %t52 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t51 : tensor<4xi32>) -> tensor<4xi32>
  %t53 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t52 : tensor<4xi32>) -> tensor<4xi32>
  %t54 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t53 : tensor<4xi32>) -> tensor<4xi32>
  %t55 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t54 : tensor<4xi32>) -> tensor<4xi32>
  %t56 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t55 : tensor<4xi32>) -> tensor<4xi32>
  %t57 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t56 : tensor<4xi32>) -> tensor<4xi32>
  %t58 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t57 : tensor<4xi32>) -> tensor<4xi32>
  %t59 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t58 : tensor<4xi32>) -> tensor<4xi32>
  %t60 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t59 : tensor<4xi32>) -> tensor<4xi32>
  %t61 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t60 : tensor<4xi32>) -> tensor<4xi32>
  %t62 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t61 : tensor<4xi32>) -> tensor<4xi32>
  %t63 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t62 : tensor<4xi32>) -> tensor<4xi32>
  %t64 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t63 : tensor<4xi32>) -> tensor<4xi32>
  %t65 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t64 : tensor<4xi32>) -> tensor<4xi32>
  %t66 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t65 : tensor<4xi32>) -> tensor<4xi32>
  %t67 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t66 : tensor<4xi32>) -> tensor<4xi32>
  %t68 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t67 : tensor<4xi32>) -> tensor<4xi32>
  %t69 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t68 : tensor<4xi32>) -> tensor<4xi32>
  %t70 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi32>) outs(%t69 : tensor<4xi32>) -> tensor<4xi32>
  return %t70 : tensor<4xi32>
}
