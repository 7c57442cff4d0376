// RUN: weft-opt %s --weft-fence-streams | FileCheck %s

// One fence behind the outermost loop, for all stores in it.
// CHECK-LABEL: func.func @loops
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             scf.for
// CHECK-COUNT-2:       nontemporal
// CHECK-NEXT:  {{^        }$}}
// CHECK-NEXT:  {{^      }$}}
// CHECK-NEXT:  {{^    }$}}
// CHECK-NEXT:    llvm.fence seq_cst
// CHECK-NEXT:    return
func.func @loops(%m: memref<?xf32>, %p: !llvm.ptr, %v: vector<16xf32>, %n: index, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %b {
      scf.for %j = %c0 to %n step %c1 {
        vector.store %v, %m[%j] {nontemporal = true} : memref<?xf32>, vector<16xf32>
        llvm.store %v, %p {nontemporal} : vector<16xf32>, !llvm.ptr
      }
    }
  }
  return
}

// Each thread ends its own; a branch without such stores has no fence.
// CHECK-LABEL: func.func @threads
// CHECK:         scf.forall
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        vector.store
// CHECK-NEXT:        llvm.fence
// CHECK-NEXT:      } else {
// CHECK-NEXT:        vector.store
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @threads(%m: memref<?xf32>, %v: vector<16xf32>, %n: index, %b: i1) {
  scf.forall (%i) in (%n) {
    scf.if %b {
      vector.store %v, %m[%i] {nontemporal = true} : memref<?xf32>, vector<16xf32>
    } else {
      vector.store %v, %m[%i] : memref<?xf32>, vector<16xf32>
    }
  }
  return
}

// A store that has a fence behind it gets no second one.
// CHECK-LABEL: func.func @fenced
// CHECK:         vector.store
// CHECK-NEXT:    llvm.fence seq_cst
// CHECK-NEXT:    return
func.func @fenced(%m: memref<?xf32>, %v: vector<16xf32>, %i: index) {
  vector.store %v, %m[%i] {nontemporal = true} : memref<?xf32>, vector<16xf32>
  llvm.fence seq_cst
  return
}
