// RUN: weft-opt %s --weft-protect-arguments --split-input-file | FileCheck %s

// A public function owns none of its arguments, unless it says so.
// CHECK-LABEL: func.func @public
// CHECK-SAME: %{{.*}}: tensor<4xf32> {bufferization.writable = false}
// CHECK-SAME: %{{.*}}: tensor<4xf32> {bufferization.writable = true}
// CHECK-SAME: %{{.*}}: index, %{{.*}}: memref<4xf32>)
func.func @public(%a: tensor<4xf32>, %donated: tensor<4xf32> {bufferization.writable = true}, %i: index, %m: memref<4xf32>) {
  return
}

// Callers of a private function are known: One-Shot Bufferize looks at them.
// CHECK-LABEL: func.func private @private
// CHECK-NOT: writable
func.func private @private(%a: tensor<4xf32>) {
  return
}
