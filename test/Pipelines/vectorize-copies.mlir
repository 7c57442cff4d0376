// RUN: weft-opt %s --weft-vectorize-copies --split-input-file | FileCheck %s
// RUN: weft-opt %s --weft-vectorize-copies=vector-bytes=64 --split-input-file | FileCheck %s --check-prefix=LARGE

// A short row is one vector.
// CHECK-LABEL: func @short_row
// CHECK: %[[V:.*]] = vector.load %arg0[%{{.*}}] : memref<100xf32>, vector<100xf32>
// CHECK-NEXT: vector.store %[[V]], %arg1[%{{.*}}] : memref<100xf32>, vector<100xf32>
// CHECK-NOT: vector.load
// CHECK: return
func.func @short_row(%a: memref<100xf32>, %b: memref<100xf32>) {
  linalg.copy ins(%a : memref<100xf32>) outs(%b : memref<100xf32>)
  return
}

// -----

// A long one is a loop of four vectors; what is left, 40 elements, is moved by whole
// vectors that overlap those before.
// CHECK-LABEL: func @long_row
// CHECK: scf.for
// CHECK-COUNT-4: vector.store {{.*}}, vector<16xf32>
// CHECK: vector.load %{{.*}} : memref<1000xf32>, vector<48xf32>
// CHECK: vector.store %{{.*}} : memref<1000xf32>, vector<48xf32>
func.func @long_row(%a: memref<1000xf32>, %b: memref<1000xf32>) {
  linalg.copy ins(%a : memref<1000xf32>) outs(%b : memref<1000xf32>)
  return
}

// -----

// Unknown sizes: the last vector is moved back to end with the row; rows shorter than
// a vector go element by element.
// CHECK-LABEL: func @unknown_row
// CHECK: %[[N:.*]] = memref.dim %arg1
// CHECK: %[[WIDE:.*]] = arith.cmpi sge, %[[N]], %{{.*}} : index
// CHECK: scf.if %[[WIDE]] {
// CHECK: arith.minsi
// CHECK: vector.store %{{.*}} : memref<?xi16>, vector<32xi16>
// CHECK: } else {
// CHECK: vector.store %{{.*}} : memref<?xi16>, vector<1xi16>
func.func @unknown_row(%a: memref<?xi16>, %b: memref<?xi16>) {
  linalg.copy ins(%a : memref<?xi16>) outs(%b : memref<?xi16>)
  return
}

// -----

// Dimensions that are contiguous on both sides are one; the others are loops.
// CHECK-LABEL: func @contiguous_dimensions
// CHECK: memref.collapse_shape %arg0 {{.*}} into memref<8x12xi8, strided<[20, 1]>>
// CHECK: scf.for
// CHECK: vector.load %{{.*}} vector<12xi8>
func.func @contiguous_dimensions(%a: memref<8x3x4xi8, strided<[20, 4, 1]>>, %b: memref<8x3x4xi8>) {
  linalg.copy ins(%a : memref<8x3x4xi8, strided<[20, 4, 1]>>) outs(%b : memref<8x3x4xi8>)
  return
}

// -----

// Bits are packed in vectors but not in buffers; strides have no vector.
// CHECK-LABEL: func @left_alone
// CHECK: linalg.copy
// CHECK: linalg.copy
// CHECK: linalg.fill
func.func @left_alone(%a: memref<64xi1>, %b: memref<64xi1>, %c: memref<64xf32, strided<[2]>>, %d: memref<64xf32>, %z: i4, %e: memref<64xi4>) {
  linalg.copy ins(%a : memref<64xi1>) outs(%b : memref<64xi1>)
  linalg.copy ins(%c : memref<64xf32, strided<[2]>>) outs(%d : memref<64xf32>)
  linalg.fill ins(%z : i4) outs(%e : memref<64xi4>)
  return
}

// -----

// CHECK-LABEL: func @fill
// CHECK: %[[V:.*]] = vector.broadcast %arg0 : f32 to vector<20xf32>
// CHECK: vector.store %[[V]], %arg1[%{{.*}}] : memref<20xf32>, vector<20xf32>
func.func @fill(%z: f32, %a: memref<20xf32>) {
  linalg.fill ins(%z : f32) outs(%a : memref<20xf32>)
  return
}

// -----

// Rows of an unknown size that may follow one another are filled as one.
// CHECK-LABEL: func @unknown_rows
// CHECK-SAME: %[[Z:[a-z0-9]+]]: f32
// CHECK: %{{.*}}, %{{.*}}, %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %arg1
// CHECK: %[[JOINED:.*]] = arith.cmpi eq, %[[STRIDES]]#0, %[[SIZES]]#1
// CHECK: %[[ALL:.*]] = arith.muli %[[SIZES]]#0, %[[SIZES]]#1
// CHECK: %[[SIZE:.*]] = arith.select %[[JOINED]], %[[ALL]], %[[SIZES]]#1
// CHECK: %[[COUNT:.*]] = arith.select %[[JOINED]], %{{.*}}, %[[SIZES]]#0
// CHECK: memref.reinterpret_cast %{{.*}} sizes: [%[[COUNT]], %[[SIZE]]], strides: [%[[STRIDES]]#0, 1]
func.func @unknown_rows(%z: f32, %a: memref<?x?xf32, strided<[?, 1]>>) {
  linalg.fill ins(%z : f32) outs(%a : memref<?x?xf32, strided<[?, 1]>>)
  return
}

// -----

// Pieces of a size, and blocks of a number, that only a run shows. Single elements by
// tiles of 4 offsets, which 4 vectors of 4 positions become by shuffles; of 2 offsets,
// where a block of 2 is a part of one vector and a block of 3 is not; other pieces one
// by one: lines past the caches, by lines above 128 bytes, then by two vectors of a
// line and less, or by one short vector, four pieces in turn.
// CHECK-LABEL: func @gather
// CHECK-SAME: %[[B:[a-z0-9]+]]: index
// CHECK: arith.cmpi sge, %[[B]], %c4
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<4xi32>
// CHECK: llvm.shufflevector
// CHECK-COUNT-4: llvm.store {{.*}} : vector<4xi32>
// CHECK: arith.cmpi eq, %[[B]], %c2
// CHECK: %[[BLOCKS:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: llvm.shufflevector %[[BLOCKS]], %[[BLOCKS]] [0, 2, 4, 6]
// CHECK: llvm.shufflevector %[[BLOCKS]], %[[BLOCKS]] [1, 3, 5, 7]
// CHECK-COUNT-2: llvm.store {{.*}} : vector<4xi32>
// CHECK: } else {
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<2xi32>
// CHECK: scf.if %arg3
// CHECK: llvm.store {{.*}} {alignment = 64 : i64, nontemporal} : vector<16xi32>
// CHECK: } else {
// CHECK: arith.cmpi sge, %{{.*}}, %c33
// CHECK: arith.minsi
// CHECK: llvm.store {{.*}} : vector<16xi32>
// CHECK: } else {
// CHECK-COUNT-2: llvm.store {{.*}} : vector<16xi32>
// CHECK: } else {
// CHECK-COUNT-2: llvm.store {{.*}} : vector<8xi32>
// CHECK: } else {
// CHECK-COUNT-2: llvm.store {{.*}} : vector<4xi32>
// CHECK: } else {
// CHECK: scf.for %{{.*}} step %c4
// CHECK-COUNT-4: llvm.store {{.*}} : vector<4xi32>
// CHECK: scf.for
// CHECK-COUNT-2: llvm.store {{.*}} : vector<2xi32>
// CHECK: } else {
// CHECK-COUNT-4: llvm.store {{.*}} : vector<2xi32>
// CHECK-COUNT-2: llvm.store {{.*}} : i32
// CHECK: } else {
// CHECK-COUNT-1: llvm.store {{.*}} : i32
// CHECK-NOT: llvm.store
// CHECK-NOT: linalg.generic
// CHECK: llvm.fence
// LARGE-LABEL: func @gather
// LARGE: llvm.store {{.*}} : vector<8xi32>
func.func @gather(%b: index, %x: memref<?x?xf32>, %y: memref<?x?x?xf32>, %large: i1) {
  %z = memref.assume_alignment %y, 64 : memref<?x?x?xf32>
  linalg.generic {indexing_maps = [affine_map<(o, s, c) -> ()>, affine_map<(o, s, c) -> (o, s, c)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%large : i1) outs(%z : memref<?x?x?xf32>) attrs = {weft.move_pieces, weft.nontemporal} {
  ^bb0(%in: i1, %out: f32):
    %o = linalg.index 0 : index
    %s = linalg.index 1 : index
    %c = linalg.index 2 : index
    %first = arith.muli %s, %b : index
    %d = arith.addi %first, %o : index
    %e = memref.load %x[%d, %c] : memref<?x?xf32>
    linalg.yield %e : f32
  }
  return
}

// -----

// The reverse, for blocks of 2 single elements.
// CHECK-LABEL: func @gather_pairs
// CHECK-COUNT-2: llvm.load {{.*}} -> vector<8xi16>
// CHECK: %[[BLOCKS:.*]] = llvm.shufflevector %{{.*}}, %{{.*}} [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]
// CHECK-NEXT: llvm.store %[[BLOCKS]], {{.*}} : vector<16xi16>
// CHECK: } else {
// CHECK-COUNT-1: llvm.store {{.*}} : i16
// CHECK-NOT: llvm.store
// CHECK: return
func.func @gather_pairs(%x: memref<2x?xf16>, %y: memref<?xf16>) {
  %b = arith.constant 2 : index
  linalg.generic {indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      outs(%y : memref<?xf16>) attrs = {weft.move_pieces} {
  ^bb0(%out: f16):
    %d = linalg.index 0 : index
    %s = arith.divui %d, %b : index
    %o = arith.remui %d, %b : index
    %e = memref.load %x[%o, %s] : memref<2x?xf16>
    linalg.yield %e : f16
  }
  return
}

// -----

// Where a run shows that blocks are single positions, narrow pieces are copied at once.
// Narrow elements: one vector moves a piece and a part of the next one, but for the last
// of a row, or just the piece.
// CHECK-LABEL: func @gather_bytes
// CHECK: %[[PIECE:.*]] = memref.dim %arg2, %c2
// CHECK: arith.cmpi eq, %arg0, %c1
// CHECK: scf.if
// CHECK-NEXT: arith.muli
// CHECK: llvm.intr.memcpy
// CHECK-NEXT: } else {
// CHECK: arith.cmpi sge, %[[PIECE]], %c3
// CHECK: %[[WHOLE:.*]] = arith.cmpi eq, %[[PIECE]], %c4
// CHECK: %[[WIDE:.*]] = arith.select %[[WHOLE]], %[[ALL:.*]], %{{.*}} : index
// CHECK: %[[MANY:.*]] = arith.cmpi sge, %[[WIDE]], %c4
// CHECK: %[[TURNS:.*]] = arith.select %[[MANY]], %[[WIDE]], %c0
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[TURNS]] step %c4
// CHECK-COUNT-4: llvm.store {{.*}} : vector<4xi8>
// CHECK: %[[REST:.*]] = arith.subi %[[ALL]], %[[TURNS]]
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[REST]] step
// CHECK-COUNT-2: llvm.store {{.*}} : vector<2xi8>
// CHECK: return
func.func @gather_bytes(%b: index, %x: memref<?x?xi8>, %y: memref<?x?x?xi8>) {
  linalg.generic {indexing_maps = [affine_map<(o, s, c) -> (o, s, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<?x?x?xi8>) attrs = {weft.move_pieces} {
  ^bb0(%out: i8):
    %o = linalg.index 0 : index
    %s = linalg.index 1 : index
    %c = linalg.index 2 : index
    %first = arith.muli %s, %b : index
    %d = arith.addi %first, %o : index
    %e = memref.load %x[%d, %c] : memref<?x?xi8>
    linalg.yield %e : i8
  }
  return
}

// -----

// Padding. Where a run shows that what lies beside the row can be read, tiles do so and
// put zeros in its place; else the padding is filled, and the parts of blocks at either
// end are moved one by one.
// CHECK-LABEL: func @gather_padded
// CHECK: %[[ROOT:.*]] = memref.extract_aligned_pointer_as_index %arg5
// CHECK: arith.subi %{{.*}}, %[[ROOT]]
// CHECK: %[[READABLE:.*]] = arith.andi
// CHECK: arith.andi %{{.*}}, %[[READABLE]]
// CHECK: scf.if
// CHECK: llvm.store %{{.*}} : vector<16xi32>
// CHECK: scf.if
// CHECK: llvm.load {{.*}} -> i32
// CHECK: llvm.load {{.*}} -> i32
// CHECK: %[[TILE:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: scf.if
// CHECK: arith.select %{{.*}}, %[[TILE]], %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK-NOT: linalg.generic
// CHECK: return
// Large vectors hold blocks of four.
// LARGE-LABEL: func @gather_padded
// LARGE: %[[TILE:.*]] = llvm.load {{.*}} -> vector<32xi32>
// LARGE: arith.select %{{.*}}, %[[TILE]], %{{.*}} : vector<32xi1>, vector<32xi32>
// LARGE: llvm.store {{.*}} : vector<8xi32>
func.func @gather_padded(%b: index, %p: index, %q: index, %end: index, %inside: i1, %x: memref<8x?xf32>, %i: index, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c1 : memref<8x?xf32>
  %zero = arith.constant 0.0 : f32
  %row = memref.subview %x[%i, 0] [1, %n] [1, 1] : memref<8x?xf32> to memref<?xf32, strided<[1], offset: ?>>
  linalg.generic {indexing_maps = [affine_map<(o, s) -> ()>, affine_map<(o, s) -> ()>, affine_map<(o, s) -> (o, s)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%q, %end : index, index) outs(%y : memref<?x?xf32>) attrs = {weft.move_pieces} {
  ^bb0(%q0: index, %e0: index, %out: f32):
    %o = linalg.index 0 : index
    %s = linalg.index 1 : index
    %first = arith.muli %s, %b : index
    %sum = arith.addi %first, %o : index
    %d = arith.subi %sum, %p : index
    %within = arith.cmpi ult, %d, %n : index
    %both = arith.andi %inside, %within : i1
    %e = scf.if %both -> f32 {
      %l = memref.load %row[%d] : memref<?xf32, strided<[1], offset: ?>>
      scf.yield %l : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %e : f32
  }
  return
}

// -----

// Crops. Nothing beside the row may be written.
// CHECK-LABEL: func @gather_cropped
// CHECK: llvm.store {{.*}} : i32
// CHECK: llvm.store {{.*}} : i32
// CHECK: llvm.store {{.*}} : vector<16xi32>
// CHECK-NOT: vector<16xi1>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @gather_cropped(%b: index, %p: index, %q: index, %end: index, %x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d) -> ()>, affine_map<(d) -> ()>, affine_map<(d) -> (d)>],
                  iterator_types = ["parallel"]}
      ins(%q, %end : index, index) outs(%y : memref<?xf32>) attrs = {weft.move_pieces} {
  ^bb0(%q0: index, %e0: index, %out: f32):
    %d = linalg.index 0 : index
    %sum = arith.addi %d, %p : index
    %s = arith.divui %sum, %b : index
    %o = arith.remui %sum, %b : index
    %e = memref.load %x[%o, %s] : memref<?x?xf32>
    linalg.yield %e : f32
  }
  return
}

// -----

// Nobody has counted the blocks: left for others.
// CHECK-LABEL: func @gather_uncounted
// CHECK: linalg.generic
func.func @gather_uncounted(%b: index, %p: index, %x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      outs(%y : memref<?xf32>) attrs = {weft.move_pieces} {
  ^bb0(%out: f32):
    %d = linalg.index 0 : index
    %sum = arith.addi %d, %p : index
    %s = arith.divui %sum, %b : index
    %o = arith.remui %sum, %b : index
    %e = memref.load %x[%o, %s] : memref<?x?xf32>
    linalg.yield %e : f32
  }
  return
}

// -----

// The 3 channels of an image, in blocks of 2.
// CHECK-LABEL: func @gather_pixels
// CHECK: %[[PIXELS:.*]] = llvm.load {{.*}} -> vector<48xi8>
// CHECK: llvm.shufflevector %[[PIXELS]], %[[PIXELS]] [0, 1, 2, 6, 7, 8, 12, 13, 14
// CHECK: llvm.shufflevector %[[PIXELS]], %[[PIXELS]] [3, 4, 5, 9, 10, 11, 15, 16, 17
// CHECK: llvm.store {{.*}} : vector<24xi8>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @gather_pixels(%x: memref<?x3xi8>, %y: memref<2x?x3xi8>) {
  %b = arith.constant 2 : index
  linalg.generic {indexing_maps = [affine_map<(o, s, c) -> (o, s, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<2x?x3xi8>) attrs = {weft.move_pieces} {
  ^bb0(%out: i8):
    %o = linalg.index 0 : index
    %s = linalg.index 1 : index
    %c = linalg.index 2 : index
    %first = arith.muli %s, %b : index
    %d = arith.addi %first, %o : index
    %e = memref.load %x[%d, %c] : memref<?x3xi8>
    linalg.yield %e : i8
  }
  return
}

// -----

// Without the promise that there are whole blocks, this is an op like others.
// CHECK-LABEL: func @windows
// CHECK: linalg.generic
func.func @windows(%b: index, %x: memref<?xf32>, %y: memref<3x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(o, s) -> (o, s)>], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<3x?xf32>) {
  ^bb0(%out: f32):
    %o = linalg.index 0 : index
    %s = linalg.index 1 : index
    %first = arith.muli %s, %b : index
    %d = arith.addi %first, %o : index
    %e = memref.load %x[%d] : memref<?xf32>
    linalg.yield %e : f32
  }
  return
}

// -----

// What follows in the destination is fetched, line by line.
// CHECK-LABEL: func @prefetch
// CHECK: vector.store {{.*}} vector<32xf32>
// CHECK: memref.prefetch %arg1[%c512{{.*}}], write, locality<3>, data : memref<32xf32>
// CHECK: memref.prefetch %arg1[%c528{{.*}}], write
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @prefetch(%a: memref<32xf32>, %b: memref<32xf32>) {
  linalg.copy {weft.prefetch} ins(%a : memref<32xf32>) outs(%b : memref<32xf32>)
  return
}

// -----

// Past the cache: whole cache lines of an allocation that starts at one. A fence
// follows the parallel loop.
// CHECK-LABEL: func @streaming
// CHECK: scf.forall
// CHECK: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true} : memref<32xf32, {{.*}}>, vector<32xf32>
// CHECK: }
// CHECK-NEXT: llvm.fence seq_cst
// CHECK-NEXT: return
func.func @streaming(%a: memref<8x32xf32>) -> memref<8x32xf32> {
  %b = memref.alloc() {alignment = 64 : i64} : memref<8x32xf32>
  scf.forall (%i) in (8) {
    %x = memref.subview %a[%i, 0] [1, 32] [1, 1] : memref<8x32xf32> to memref<32xf32, strided<[1], offset: ?>>
    %y = memref.subview %b[%i, 0] [1, 32] [1, 1] : memref<8x32xf32> to memref<32xf32, strided<[1], offset: ?>>
    linalg.copy {weft.nontemporal} ins(%x : memref<32xf32, strided<[1], offset: ?>>) outs(%y : memref<32xf32, strided<[1], offset: ?>>)
  }
  return %b : memref<8x32xf32>
}

// CHECK-LABEL: func @streaming_fill
// CHECK: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK: llvm.fence seq_cst
func.func @streaming_fill(%z: f32, %b: memref<?xf32>) {
  %a = memref.assume_alignment %b, 64 : memref<?xf32>
  linalg.fill {weft.nontemporal} ins(%z : f32) outs(%a : memref<?xf32>)
  return
}

// LLVM would not do so for vectors of f16 everywhere: pairs are moved as integers.
// CHECK-LABEL: func @streaming_f16
// CHECK: %[[V:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr -> vector<16xi32>
// CHECK: llvm.store %[[V]], %{{.*}} {alignment = 64 : i64, nontemporal} : vector<16xi32>, !llvm.ptr
// CHECK: vector.bitcast %{{.*}} : vector<32xf16> to vector<16xi32>
// CHECK: llvm.store %{{.*}} {alignment = 64 : i64, nontemporal} : vector<16xi32>, !llvm.ptr
// CHECK: scf.for
// CHECK: llvm.store
// CHECK-NOT: llvm.store
// CHECK: return
func.func @streaming_f16(%z: f16, %a: memref<32xf16>, %b: memref<32xf16>, %x: memref<?xf16>, %y: memref<?xf16>) {
  %c = memref.assume_alignment %b, 64 : memref<32xf16>
  %d = memref.assume_alignment %y, 64 : memref<?xf16>
  linalg.copy {weft.nontemporal} ins(%a : memref<32xf16>) outs(%c : memref<32xf16>)
  linalg.fill {weft.nontemporal} ins(%z : f16) outs(%c : memref<32xf16>)
  linalg.copy {weft.nontemporal} ins(%x : memref<?xf16>) outs(%d : memref<?xf16>)
  return
}

// Where the buffer starts is not known, or a row ends within a cache line.
// CHECK-LABEL: func @not_streaming
// CHECK-NOT: nontemporal = true
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @not_streaming(%z: f32, %a: memref<32xf32>) -> memref<20xf32> {
  %b = memref.alloc() {alignment = 64 : i64} : memref<20xf32>
  linalg.fill {weft.nontemporal} ins(%z : f32) outs(%a : memref<32xf32>)
  linalg.fill {weft.nontemporal} ins(%z : f32) outs(%b : memref<20xf32>)
  return %b : memref<20xf32>
}

// -----

// Two rows out of one, in tiles of 8 positions (64 bytes: four registers). With
// larger registers tiles of 32 would be possible; the rows are shorter, so 16. What
// follows in the rows is fetched.
#blocked = affine_map<(d0, d1, d2) -> (d0 * 2 + d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-LABEL: func @deinterleave
// CHECK: %[[LAST:.*]] = arith.constant 12 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[LAST]]
// CHECK: %[[X:.*]] = vector.load %{{.*}} : memref<40xf32>, vector<16xf32>
// CHECK: vector.shuffle %[[X]], %[[X]] [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK: vector.store %{{.*}} : memref<2x20xf32>, vector<8xf32>
// CHECK: memref.prefetch %{{.*}}, write, locality<3>, data : memref<2x20xf32>
// CHECK: vector.shuffle %[[X]], %[[X]] [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK: }
// CHECK: vector.load {{.*}}vector<16xf32>
// LARGE-LABEL: func @deinterleave
// LARGE: vector.load {{.*}}vector<32xf32>
func.func @deinterleave(%x: memref<40x1xf32>, %y: memref<2x20x1xf32>) {
  linalg.generic {indexing_maps = [#blocked, #rows], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<40x1xf32>) outs(%y : memref<2x20x1xf32>) attrs = {weft.prefetch} {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

// One row out of three of three channels, of unknown length: the largest tile that
// fits, or smaller ones, by shuffles of two vectors of the target.
#blocked = affine_map<(d0, d1, d2) -> (d0 * 3 + d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-LABEL: func @interleave
// CHECK: scf.if
// CHECK: vector.load {{.*}} vector<8xi8>
// CHECK: vector.load {{.*}} vector<4xi8>
// CHECK: %[[ROW:.*]] = vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, -1, -1, -1, -1] : vector<16xi8>, vector<16xi8>
// CHECK: %[[ONE:.*]] = vector.shuffle %[[ROW]], %[[ROW]] [16, 17, 18, -1, -1, -1, -1, -1, -1, 19, 20, 21, -1, -1, -1, -1]
// CHECK: %[[TWO:.*]] = vector.shuffle %[[ONE]], %{{.*}} [0, 1, 2, 16, 17, 18, -1, -1, -1, 9, 10, 11, 19, 20, 21, -1]
// CHECK: %[[THREE:.*]] = vector.shuffle %[[TWO]], %{{.*}} [0, 1, 2, 3, 4, 5, 16, 17, 18, 9, 10, 11, 12, 13, 14, 19]
// CHECK: vector.store %[[THREE]], {{.*}} vector<16xi8>
// CHECK: vector.store {{.*}} vector<16xi8>
// CHECK: vector.store {{.*}} vector<4xi8>
// CHECK: } else {
// CHECK: vector.store {{.*}} vector<8xi8>
// CHECK: vector.store {{.*}} vector<1xi8>
func.func @interleave(%x: memref<3x?x3xi8>, %y: memref<?x3xi8>) {
  linalg.generic {indexing_maps = [#rows, #blocked], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<3x?x3xi8>) outs(%y : memref<?x3xi8>) {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  }
  return
}

// -----

// No rows.
#blocked = affine_map<(d0, d1, d2) -> (d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-LABEL: func @empty_blocks
// CHECK: linalg.generic
func.func @empty_blocks(%x: memref<0x8x3xi8>, %y: memref<0x3xi8>) {
  linalg.generic {indexing_maps = [#rows, #blocked], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<0x8x3xi8>) outs(%y : memref<0x3xi8>) {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  }
  return
}

// -----

// This order is not one of blocks.
#in = affine_map<(d0, d1) -> (d0 + d1 * 4)>
#out = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func @another_order
// CHECK: linalg.generic
func.func @another_order(%x: memref<8xf32>, %y: memref<2x4xf32>) {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8xf32>) outs(%y : memref<2x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}
