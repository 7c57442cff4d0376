#!/usr/bin/env python3
"""Prints a module with each op on each kind of element, with static and with dynamic sizes."""
TYPES = ["f32", "f16", "bf16", "i8", "i64", "complex<f32>"]


def tensor(shape, dtype, dynamic):
    return "tensor<" + "".join(("?" if dynamic else str(d)) + "x" for d in shape) + dtype + ">"


def functions(dtype, dynamic):
    def t(*shape, of=dtype):
        return tensor(shape, of, dynamic)

    space, batch = t(2, 8, 6, 5), t(8, 5, 3, 5)
    bounds = "%b: index, %p: index" if dynamic else ""
    block, pads, crops = ("[2, %b]", "[[%p, 1], [0, 0]]", "[[%p, 1], [0, 0]]") if dynamic else ("[2, 2]", "[[1, 1], [0, 0]]", "[[1, 1], [0, 0]]")
    comma = ", " if bounds else ""
    yield "space_to_batch_nd", f"%x: {space}{comma}{bounds}", batch, (
        f"%r = weft.space_to_batch_nd %x block_shape {block} paddings {pads} : {space} -> {batch}")
    yield "batch_to_space_nd", f"%x: {batch}{comma}{bounds}", space, (
        f"%r = weft.batch_to_space_nd %x block_shape {block} crops {crops} : {batch} -> {space}")
    i0, i1, d0, d1, merged = t(3, of="i32"), t(2, 2, of="i32"), t(3, 5), t(2, 2, 5), tensor([0], dtype, True).replace("?x", "?x?x" if dynamic else "?x5x")
    yield "parallel_dynamic_stitch", f"%i: {i0}, %j: {i1}, %d: {d0}, %e: {d1}", merged, (
        f"%r = weft.parallel_dynamic_stitch indices(%i, %j : {i0}, {i1}) data(%d, %e : {d0}, {d1}) -> {merged}")
    indices = "tensor<?x1xi32>" if dynamic else "tensor<4x1xi32>"
    whole, updates = t(8, 5), t(4, 5)
    yield "tensor_scatter_sub", f"%t: {whole}, %i: {indices}, %u: {updates}", whole, (
        f"%r = weft.tensor_scatter_sub ins(%i, %u : {indices}, {updates}) outs(%t : {whole}) -> {whole}")
    rows = "?" if dynamic else "4"
    keys, values, shape = f"tensor<{rows}x2xi64>", f"tensor<{rows}x{dtype}>", "tensor<2xi64>"
    keys_out, values_out = keys.replace("4x2", "8x2"), values.replace("4x", "8x")
    yield "sparse_concat", f"%i: {keys}, %j: {keys}, %v: {values}, %w: {values}, %s: {shape}", f"({keys_out}, {values_out}, {shape})", (
        f"%r:3 = weft.sparse_concat dim 1 indices(%i, %j : {keys}, {keys}) values(%v, %w : {values}, {values}) "
        f"shapes(%s, %s : {shape}, {shape}) -> {keys_out}, {values_out}, {shape}")


for dtype in TYPES:
    for dynamic in (False, True):
        for op, arguments, results, line in functions(dtype, dynamic):
            name = f"{op}_{dtype.replace('<', '_').replace('>', '')}_{'dynamic' if dynamic else 'static'}"
            values = ", ".join(f"%r#{k}" for k in range(3)) if results.startswith("(") else "%r"
            print(f"func.func @{name}({arguments}) -> {results} {{\n  {line}\n  return {values} : {results.strip('()')}\n}}")
