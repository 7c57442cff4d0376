// RUN: weft-opt %s --weft-skip-empty-loops | FileCheck %s

// CHECK-LABEL: func.func @nest(
// CHECK-SAME: %[[BUFFER:.*]]: memref<?x?x4x?xf32>, %[[A:[^:]*]]: index, %[[B:[^:]*]]: index, %[[C:[^:]*]]: index
func.func @nest(%buffer: memref<?x?x4x?xf32>, %a: index, %b: index, %c: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %value = arith.constant 1.0 : f32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[ANY_B:.*]] = arith.cmpi slt, %[[ZERO]], %[[B]]
  // CHECK-DAG: %[[ANY_C:.*]] = arith.cmpi slt, %[[ZERO]], %[[C]]
  // CHECK: %[[ANY:.*]] = arith.andi %[[ANY_C]], %[[ANY_B]]
  // CHECK: %[[UPPER:.*]] = arith.select %[[ANY]], %[[A]], %[[ZERO]]
  // CHECK: scf.for %{{.*}} = %[[ZERO]] to %[[UPPER]]
  scf.for %i = %zero to %a step %one {
    scf.for %j = %zero to %b step %one {
      scf.for %k = %zero to %four step %one {
        scf.for %l = %zero to %c step %one {
          memref.store %value, %buffer[%i, %j, %k, %l] : memref<?x?x4x?xf32>
        }
      }
    }
  }
  return
}

// What linalg's rows become: one loop or another.
// CHECK-LABEL: func.func @branches(
// CHECK-SAME: %[[A:[^:]*]]: index, %[[B:[^:]*]]: index, %[[C:[^:]*]]: index
func.func @branches(%buffer: memref<?x?xf32>, %a: index, %b: index, %c: index, %which: i1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %value = arith.constant 1.0 : f32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[ANY_B:.*]] = arith.cmpi slt, %[[ZERO]], %[[B]]
  // CHECK-DAG: %[[ANY_C:.*]] = arith.cmpi slt, %[[ZERO]], %[[C]]
  // CHECK: %[[ANY:.*]] = arith.ori %[[ANY_B]], %[[ANY_C]]
  // CHECK: %[[UPPER:.*]] = arith.select %[[ANY]], %[[A]], %[[ZERO]]
  // CHECK: scf.for %{{.*}} = %[[ZERO]] to %[[UPPER]]
  scf.for %i = %zero to %a step %one {
    %next = arith.addi %i, %one : index
    scf.if %which {
      scf.for %j = %zero to %b step %one {
        memref.store %value, %buffer[%i, %j] : memref<?x?xf32>
      }
    } else {
      scf.for %j = %zero to %c step %one {
        memref.store %value, %buffer[%next, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// A loop that does more, that computes something, or whose bounds come from the outer one, stays.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: arith.select
func.func @others(%buffer: memref<?xf32>, %a: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %value = arith.constant 1.0 : f32
  scf.for %i = %zero to %a step %one {
    memref.store %value, %buffer[%i] : memref<?xf32>
    scf.for %j = %zero to %a step %one {
      memref.store %value, %buffer[%j] : memref<?xf32>
    }
  }
  scf.for %i = %zero to %a step %one {
    scf.for %j = %zero to %i step %one {
      memref.store %value, %buffer[%j] : memref<?xf32>
    }
  }
  %sum = scf.for %i = %zero to %a step %one iter_args(%n = %zero) -> index {
    scf.for %j = %zero to %a step %one {
      memref.store %value, %buffer[%j] : memref<?xf32>
    }
    %next = arith.addi %n, %one : index
    scf.yield %next : index
  }
  return %sum : index
}
