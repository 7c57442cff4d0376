"""Random stitches and updates through weft-run, compared with numpy: indexed-random.py WEFT_RUN [OPTION ...]

Large enough that threads divide the work; rows are named several times and not at all, updates add up in their order."""
import subprocess
import sys
import tempfile

import numpy as np

# name, element type, row, entries of each input, number of rows to draw from
STITCHES = [
    ("scalars", "f32", [], [100000, 0, 3, 70000], 200000),
    ("scalars, each once", "f16", [], [150000, 90000], None),
    ("three bytes", "i8", [3], [90000, 50000], 100000),
    ("rows of 40 bytes", "f32", [2, 5], [1025] * 12, 9000),
    ("rows of 64 bytes", "f32", [16], [10000, 30000], 30000),
    ("rows of 64 bytes, each once", "f32", [16], [10000, 30000], None),
]

# name, element type, tensor, updates, depth of the index, skip bad indices
UPDATES = [
    ("updates of scalars", "f32", [200000], 300001, 1, False),
    ("updates of scalars, some skipped", "f32", [150000], 200000, 1, True),
    ("updates of elements by three indices", "f64", [5, 300, 70], 90000, 3, False),
    ("updates of elements by two indices, some skipped", "i32", [401, 300], 90000, 2, True),
    ("updates of narrow slices", "f32", [9000, 7], 20000, 1, False),
    ("updates of wide slices", "f32", [999, 65], 9000, 1, False),
]

NUMPY = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i8": np.int8, "i32": np.int32}


def tensor(shape, element):
    return f"tensor<{''.join(f'{d}x' for d in shape)}{element}>"


def draw(rng, shape, element):
    values = rng.integers(-100, 100, shape) if element.startswith("i") else rng.random(shape)
    return values.astype(NUMPY[element])


def stitch(rng, element, row, entries, rows):
    count = sum(entries)
    numbers = rng.permutation(count) if rows is None else rng.integers(0, rows, count)
    indices = np.split(numbers.astype(np.int32), np.cumsum(entries)[:-1])
    data = [draw(rng, [e, *row], element) for e in entries]
    want = np.zeros([numbers.max() + 1, *row], NUMPY[element])
    for i, d in zip(indices, data):
        for k, at in enumerate(i):  # the last one wins
            want[at] = d[k]
    types = [tensor(["?"], "i32")] * len(entries), [tensor(["?", *row], element)] * len(entries)
    names = [[f"%{c}{k}" for k in range(len(entries))] for c in "id"]
    arguments = ", ".join(f"{n}: {t}" for c in (0, 1) for n, t in zip(names[c], types[c]))
    lists = [f"{', '.join(n)} : {', '.join(t)}" for n, t in zip(names, types)]
    result = tensor(["?", *row], element)
    return arguments, result, f"weft.parallel_dynamic_stitch indices({lists[0]}) data({lists[1]}) -> {result}", indices + data, want


def update(rng, element, shape, count, depth, skip):
    slack = 3 if skip else 0
    indices = np.stack([rng.integers(-slack, d + slack, count) for d in shape[:depth]], 1).astype(np.int32)
    start, updates = draw(rng, shape, element), draw(rng, [count, *shape[depth:]], element)
    good = np.all((indices >= 0) & (indices < shape[:depth]), axis=1)
    want = start.copy()
    np.subtract.at(want, tuple(indices[good].T), updates[good])
    types = tensor(["?", depth], "i32"), tensor(["?", *shape[depth:]], element), tensor(["?", *shape[1:]], element)
    policy = "bad_indices_policy<ignore> " if skip else ""
    return (f"%i: {types[0]}, %u: {types[1]}, %t: {types[2]}", types[2],
            f"weft.tensor_scatter_sub {policy}ins(%i, %u : {types[0]}, {types[1]}) outs(%t : {types[2]}) -> {types[2]}",
            [indices, updates, start], want)


def run(folder, weft_run, arguments, result, op, operands, want):
    with open(f"{folder}/main.mlir", "w") as f:
        f.write(f"func.func @main({arguments}) -> {result} {{\n  %0 = {op}\n  return %0 : {result}\n}}\n")
    command = weft_run + [f"{folder}/main.mlir", f"--output={folder}/out.npy"]
    for k, operand in enumerate(operands):
        np.save(f"{folder}/in{k}.npy", operand)
        command.append(f"--input=@{folder}/in{k}.npy")
    subprocess.run(command, check=True)
    got = np.load(f"{folder}/out.npy")
    return got.shape == want.shape and got.tobytes() == want.tobytes()


for number, (make, (name, *case)) in enumerate([(stitch, c) for c in STITCHES] + [(update, c) for c in UPDATES]):
    with tempfile.TemporaryDirectory() as folder:
        good = run(folder, sys.argv[1:], *make(np.random.default_rng(number), *case))
    print("right:" if good else "WRONG:", name)
