// RUN: weft-opt %s --convert-weft-to-linalg=checks=none --canonicalize --cse | FileCheck %s
// RUN: weft-opt %s --convert-weft-to-linalg="checks=none native-f16" --canonicalize --cse | FileCheck %s --check-prefix=NATIVE
// RUN: weft-opt %s --convert-weft-to-linalg="checks=none parallel-bytes=1000" --canonicalize --cse | FileCheck %s --check-prefix=PARALLEL
// RUN: weft-opt %s --convert-weft-to-linalg="checks=none scatter-sort-bytes=100000" --canonicalize --cse | FileCheck %s --check-prefix=SORTED

// CHECK-LABEL: func.func @slices
// CHECK-SAME:    %[[I:[^:]*]]: tensor<4x1xi32>, %[[U:[^:]*]]: tensor<4x3xf32>, %[[T:[^:]*]]: tensor<?x3xf32>
// CHECK:         %[[R:.*]] = scf.for %[[K:.*]] = {{.*}} iter_args(%[[O:.*]] = %[[T]])
// CHECK:           %[[X:.*]] = tensor.extract %[[I]][%[[K]], %{{.*}}]
// CHECK:           %[[ROW:.*]] = arith.index_castui %[[X]]
// CHECK:           %[[UPDATE:.*]] = tensor.extract_slice %[[U]][%[[K]], 0] [1, 3] [1, 1]
// CHECK:           %[[BEFORE:.*]] = tensor.extract_slice %[[O]][%[[ROW]], 0] [1, 3] [1, 1]
// CHECK:           %[[AFTER:.*]] = linalg.generic {{.*}} ins(%[[UPDATE]] : tensor<3xf32>) outs(%[[BEFORE]] : tensor<3xf32>)
// CHECK:           ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK:             arith.subf %[[B]], %[[A]] : f32
// CHECK:           %[[N:.*]] = tensor.insert_slice %[[AFTER]] into %[[O]][%[[ROW]], 0] [1, 3] [1, 1]
// CHECK:           scf.yield %[[N]]
// CHECK:         return %[[R]]
func.func @slices(%i: tensor<4x1xi32>, %u: tensor<4x3xf32>, %t: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<4x1xi32>, tensor<4x3xf32>) outs(%t : tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @elements
// CHECK:         scf.for
// CHECK:           tensor.extract
// CHECK:           tensor.extract
// CHECK:           %[[A:.*]] = tensor.extract %{{.*}} : tensor<4xi256>
// CHECK:           %[[B:.*]] = tensor.extract %{{.*}} : tensor<5x6xi256>
// CHECK:           %[[S:.*]] = arith.subi %[[B]], %[[A]] : i256
// CHECK:           tensor.insert %[[S]]
func.func @elements(%i: tensor<4x2xi64>, %u: tensor<4xi256>, %t: tensor<5x6xi256>) -> tensor<5x6xi256> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<4x2xi64>, tensor<4xi256>) outs(%t : tensor<5x6xi256>) -> tensor<5x6xi256>
  return %0 : tensor<5x6xi256>
}

// Every component of an index is looked at, not the place where it would lead to.
// CHECK-LABEL: func.func @ignored
// CHECK:         scf.for {{.*}} iter_args(%[[O:.*]] =
// CHECK:           %[[IN0:.*]] = arith.cmpi ult, %{{.*}}, %c5
// CHECK:           %[[IN1:.*]] = arith.cmpi ult, %{{.*}}, %c6
// CHECK:           %[[IN:.*]] = arith.andi %[[IN0]], %[[IN1]]
// CHECK:           scf.if %[[IN]]
// CHECK:             tensor.insert
// CHECK:           else
// CHECK-NEXT:        scf.yield %[[O]]
func.func @ignored(%i: tensor<4x2xi64>, %u: tensor<4xi32>, %t: tensor<5x6xi32>) -> tensor<5x6xi32> {
  %0 = weft.tensor_scatter_sub bad_indices_policy<ignore> ins(%i, %u : tensor<4x2xi64>, tensor<4xi32>) outs(%t : tensor<5x6xi32>) -> tensor<5x6xi32>
  return %0 : tensor<5x6xi32>
}

// One update needs no loop, and depth 0 subtracts from the whole tensor.
// CHECK-LABEL: func.func @one_update
// CHECK-NOT:     scf.for
// CHECK:         linalg.generic
func.func @one_update(%i: tensor<0xi32>, %u: tensor<5x6xf32>, %t: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<0xi32>, tensor<5x6xf32>) outs(%t : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}

// Slices that may be empty are walked only if they are not. There is no branch that
// yields the tensor or its copy. Those of one element have no loop of their own.
// CHECK-LABEL: func.func @maybe_empty
// CHECK-SAME:    %[[U:[^:]*]]: tensor<?x?xf32>, %[[T:[^:]*]]: tensor<?x?xf32>) ->
// CHECK-DAG:     %[[N:.*]] = tensor.dim %[[U]], %c0
// CHECK-DAG:     %[[E:.*]] = tensor.dim %[[U]], %c1
// CHECK:         %[[ALL:.*]] = arith.muli %[[N]], %[[E]]
// CHECK:         %[[SOME:.*]] = arith.cmpi ne, %[[ALL]], %c0
// CHECK:         %[[BOUND:.*]] = arith.select %[[SOME]], %[[N]], %c0
// CHECK-NOT:     scf.if
// CHECK:         scf.for %{{.*}} = %c0 to %[[BOUND]] step %c1 iter_args(%{{.*}} = %[[T]])
// CHECK:           scf.if
// CHECK:             arith.subf
// CHECK:             tensor.insert %
// CHECK:           else
// CHECK:             linalg.generic
// CHECK:         return
func.func @maybe_empty(%i: tensor<?x1xi32>, %u: tensor<?x?xf32>, %t: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x?xf32>) outs(%t : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @empty
// CHECK-SAME:    %[[T:[^:]*]]: tensor<?x0xf32>) ->
// CHECK-NEXT:    return %[[T]]
func.func @empty(%i: tensor<?x1xi32>, %u: tensor<?x0xf32>, %t: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x0xf32>) outs(%t : tensor<?x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// bf16 is rounded by integer arithmetic, to nearest even: no library function.
// CHECK-LABEL: func.func @bf16
// CHECK-NOT:     arith.truncf
// CHECK:         %[[D:.*]] = arith.subf %{{.*}}, %{{.*}} : f32
// CHECK:         %[[NAN:.*]] = arith.cmpf uno, %[[D]], %[[D]] : f32
// CHECK:         arith.select %[[NAN]]
// CHECK:         arith.bitcast %{{.*}} : i16 to bf16
func.func @bf16(%i: tensor<1xi32>, %u: tensor<bf16>, %t: tensor<5xbf16>) -> tensor<5xbf16> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1xi32>, tensor<bf16>) outs(%t : tensor<5xbf16>) -> tensor<5xbf16>
  return %0 : tensor<5xbf16>
}

// Complex numbers are subtracted by parts.
// CHECK-LABEL: func.func @complex
// CHECK-COUNT-2: arith.subf
// CHECK:         complex.create
func.func @complex(%i: tensor<1xi32>, %u: tensor<complex<f32>>, %t: tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1xi32>, tensor<complex<f32>>) outs(%t : tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// f16 is converted by integer arithmetic unless the target has instructions for it.
// CHECK-LABEL: func.func @f16
// CHECK-NOT:     arith.extf
// CHECK:         arith.mulf %{{.*}} : f32
// CHECK:         %[[D:.*]] = arith.subf %{{.*}}, %{{.*}} : f32
// CHECK-NOT:     arith.truncf
// CHECK:         arith.bitcast %{{.*}} : i16 to f16
// NATIVE-LABEL: func.func @f16
// NATIVE:        arith.subf %{{.*}}, %{{.*}} : f16
func.func @f16(%i: tensor<1xi32>, %u: tensor<f16>, %t: tensor<5xf16>) -> tensor<5xf16> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1xi32>, tensor<f16>) outs(%t : tensor<5xf16>) -> tensor<5xf16>
  return %0 : tensor<5xf16>
}

// Wide slices are divided among threads by ranges of their indices. The updates are
// sorted by range: counted, and placed in their order. Nothing is sorted, and there is
// one range, where the work is small.
// PARALLEL-LABEL: func.func @divided
// PARALLEL-SAME:  %[[I:[^:]*]]: tensor<?x1xi32>, %[[U:[^:]*]]: tensor<?x64xf32>, %[[T:[^:]*]]: tensor<?x64xf32>
// PARALLEL:      %[[ROWS:.*]] = tensor.dim %[[T]], %c0
// PARALLEL:      arith.minsi %{{.*}}, %c64
// PARALLEL:      %[[DIVIDED:.*]] = arith.cmpi sgt, %{{.*}}, %c1
// PARALLEL:      %[[SHIFT:.*]] = arith.subi %c64, %{{.*}}
// PARALLEL:      %[[ENDS:.*]] = memref.alloc() : memref<66xindex>
// PARALLEL:      linalg.fill ins(%c0 : index) outs(%[[ENDS]]
// PARALLEL-COUNT-2: arith.shrui %{{.*}}, %[[SHIFT]]
// PARALLEL:      %[[R:.*]] = scf.forall (%[[P:.*]]) in (%{{.*}}) shared_outs(%[[O:.*]] = %[[T]])
// PARALLEL:        %[[LOW:.*]] = arith.muli %[[P]]
// PARALLEL:        %[[S:.*]] = tensor.extract_slice %[[O]][%[[LOW]], 0] [%{{.*}}, 64] [1, 1]
// PARALLEL:        %[[N:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[S]])
// PARALLEL:          scf.if %[[DIVIDED]]
// PARALLEL:          linalg.generic
// PARALLEL:        tensor.parallel_insert_slice %[[N]] into %[[O]][%[[LOW]], 0]
// PARALLEL:      } {weft.maybe_single}
// PARALLEL:      return %[[R]]
// Without threads, ranges pay for large tensors with as many bytes of updates.
// SORTED-LABEL:  func.func @divided
// SORTED-SAME:    %[[I:[^:]*]]: tensor<?x1xi32>, %[[U:[^:]*]]: tensor<?x64xf32>, %[[T:[^:]*]]: tensor<?x64xf32>
// SORTED:        %[[UPDATES:.*]] = arith.muli %{{.*}}, %c256
// SORTED:        %[[BYTES:.*]] = arith.muli %{{.*}}, %c256
// SORTED:        %[[LARGE:.*]] = arith.cmpi sge, %[[BYTES]], %c100000
// SORTED:        %[[DENSE:.*]] = arith.cmpi sge, %[[UPDATES]], %[[BYTES]]
// SORTED:        %[[PAYS:.*]] = arith.andi %[[LARGE]], %[[DENSE]]
// SORTED:        arith.select %[[PAYS]], %c64, %c1
// SORTED-COUNT-2: arith.shrui
// SORTED:        %[[R:.*]] = scf.for {{.*}} iter_args(%[[O:.*]] = %[[T]])
// SORTED:          %[[S:.*]] = tensor.extract_slice %[[O]][%[[LOW:.*]], 0] [%{{.*}}, 64] [1, 1]
// SORTED:          %[[N:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[S]])
// SORTED:            linalg.generic
// SORTED:          %[[W:.*]] = tensor.insert_slice %[[N]] into %[[O]][%[[LOW]], 0]
// SORTED:          scf.yield %[[W]]
// SORTED:        return %[[R]]
// CHECK-LABEL: func.func @divided
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     scf.forall
// CHECK:         return
func.func @divided(%i: tensor<?x1xi32>, %u: tensor<?x64xf32>, %t: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x64xf32>) outs(%t : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// With narrow slices there are two ranges, and each thread lists the updates of its
// own, some at a time.
// PARALLEL-LABEL: func.func @halves
// PARALLEL-SAME:  %[[I:[^:]*]]: tensor<?x2xi32>, %[[U:[^:]*]]: tensor<?x63xf32>, %[[T:[^:]*]]: tensor<?x?x63xf32>
// PARALLEL:      %[[TWO:.*]] = arith.select %[[DIVIDED:.*]], %c2, %c1
// PARALLEL:      %[[R:.*]] = scf.forall (%{{.*}}) in (%[[TWO]]) shared_outs(%[[O:.*]] = %[[T]])
// PARALLEL:        %[[SIZE:.*]] = arith.minsi
// PARALLEL:        %[[S:.*]] = tensor.extract_slice %[[O]][%[[LOW:.*]], 0, 0]
// PARALLEL:        %[[LIST:.*]] = memref.alloc() : memref<1024xindex>
// PARALLEL:        %[[N:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[S]])
// PARALLEL:          %[[LISTED:.*]] = scf.if %[[DIVIDED]] -> (index) {
// PARALLEL:            scf.for %[[K:.*]] = {{.*}} iter_args(%[[AT:.*]] = %c0)
// PARALLEL:              memref.store %[[K]], %[[LIST]][%[[AT]]]
// PARALLEL:              %[[C:.*]] = tensor.extract %[[I]][%[[K]], %c0]
// PARALLEL:              arith.cmpi ult, %{{.*}}, %[[SIZE]]
// PARALLEL:          scf.for %[[J:.*]] = %c0 to %[[LISTED]]
// PARALLEL:            scf.if %[[DIVIDED]]
// PARALLEL:              memref.load %[[LIST]][%[[J]]]
// PARALLEL:            linalg.generic
// PARALLEL:        tensor.parallel_insert_slice %[[N]] into %[[O]][%[[LOW]], 0, 0]
// PARALLEL:      } {weft.maybe_single}
// PARALLEL:      return %[[R]]
// CHECK-LABEL: func.func @halves
// CHECK-NOT:     scf.forall
// CHECK:         return
func.func @halves(%i: tensor<?x2xi32>, %u: tensor<?x63xf32>, %t: tensor<?x?x63xf32>) -> tensor<?x?x63xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x2xi32>, tensor<?x63xf32>) outs(%t : tensor<?x?x63xf32>) -> tensor<?x?x63xf32>
  return %0 : tensor<?x?x63xf32>
}

// Wide slices whose indices have more than one component are not divided.
// PARALLEL-LABEL: func.func @not_divided
// PARALLEL-NOT:  scf.forall
// PARALLEL:      return
func.func @not_divided(%j: tensor<?x2xi32>, %v: tensor<?x64xf32>, %s: tensor<?x?x64xf32>) -> tensor<?x?x64xf32> {
  %0 = weft.tensor_scatter_sub ins(%j, %v : tensor<?x2xi32>, tensor<?x64xf32>) outs(%s : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  return %0 : tensor<?x?x64xf32>
}

// A tensor that is known to be small is not sorted.
// SORTED-LABEL: func.func @small
// SORTED-NOT:   memref.alloc
// SORTED:       return
func.func @small(%i: tensor<?x1xi32>, %u: tensor<?x64xf32>, %t: tensor<390x64xf32>) -> tensor<390x64xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x64xf32>) outs(%t : tensor<390x64xf32>) -> tensor<390x64xf32>
  return %0 : tensor<390x64xf32>
}
