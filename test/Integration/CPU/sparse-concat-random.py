"""Random sparse tensors through weft-run, compared with a stable sort by numpy: sparse-concat-random.py WEFT_RUN [OPTION ...]

Each case is chosen for a way through the merge: long runs, blocks with a key or several in a bucket, buckets that are too full,
keys with more entries than the stage holds, keys that fill 63 bits or do not fit them; the last ones are divided among threads.
Then the longest input gets a coordinate below or above its bounds, or two neighbours change places, which is to be reported."""
import subprocess
import sys
import tempfile

import numpy as np

# name, dim, sizes, entries of each input, range of the coordinates if not the sizes, sort_inputs
CASES = [
    ("rows of one entry or so", 1, [300, 50], [300] * 12, None, False),
    ("long runs, and inputs without entries", 1, [20, 1000], [3000, 0, 2000, 0, 40], None, False),
    ("one row", 1, [1, 100000], [500, 900, 30], None, False),
    ("one key, more entries than fit a block", 1, [2, 40], [30] * 150, None, False),
    ("few keys far apart", 2, [1000, 1000, 9], [900] * 5, None, False),
    ("crowded buckets", 2, [1 << 20, 1 << 20, 5], [400] * 30, [6, 30, 5], False),
    ("keys of 63 bits", 2, [1 << 31, 1 << 31, 5], [2000, 1500, 700], None, False),
    ("keys that do not fit", 2, [1 << 40, 1 << 40, 5], [200, 150, 70], None, False),
    ("the largest size", 1, [(1 << 63) - 1, 3], [500, 400], None, False),
    ("ten dimensions, key of nine", 9, [3] * 10, [200, 300, 100], None, False),
    ("dimension in the middle", 1, [40, 7, 50], [700, 20, 0, 900], None, False),
    ("unsorted", 1, [40, 7, 50], [700, 20, 0, 900], None, True),
    ("appended", 0, [10, 20, 30], [100, 0, 9, 8, 7], None, False),
    # Enough for threads.
    ("many entries", 1, [5000, 50], [4000] * 8, None, False),
    ("many entries, key of two", 2, [300, 200, 9], [30000, 1, 0, 45000, 5000], None, False),
    ("many entries in few rows", 1, [3, 1 << 40], [9000, 20000, 100, 40000], None, False),
    ("one input among small ones", 1, [100000, 9], [50000, 7, 7, 0, 7], None, False),
    ("many entries appended", 0, [10, 1 << 30], [70, 60000, 5, 20000], None, False),
]


def module(dim, rank, n, sort):
    ti, tv, ts = f"tensor<?x{rank}xi64>", "tensor<?xf32>", f"tensor<{rank}xi64>"
    args = ", ".join(f"%{c}{k}: {t}" for c, t in (("i", ti), ("v", tv), ("s", ts)) for k in range(n))
    lists = [f"{', '.join(f'%{c}{k}' for k in range(n))} : {', '.join([t] * n)}" for c, t in (("i", ti), ("v", tv), ("s", ts))]
    return (f"func.func @main({args}) -> ({ti}, {tv}, {ts}) {{\n  %0:3 = weft.sparse_concat dim {dim} {'sort_inputs ' * sort}"
            f"indices({lists[0]}) values({lists[1]}) shapes({lists[2]}) -> {ti}, {tv}, {ts}\n"
            f"  return %0#0, %0#1, %0#2 : {ti}, {tv}, {ts}\n}}\n")


def run(folder, weft_run, rng, dim, sizes, entries, limits, sort):
    rank, n = len(sizes), len(entries)
    indices = [np.stack([rng.integers(0, s, e) for s in limits or sizes], 1) for e in entries]
    if not sort:
        indices = [i[np.lexsort(i.T[::-1])] for i in indices]
    values = [rng.random(e, dtype=np.float32) for e in entries]
    with open(f"{folder}/main.mlir", "w") as f:
        f.write(module(dim, rank, n, sort))
    command = weft_run + [f"{folder}/main.mlir"]
    for k, operand in enumerate(indices + values + [np.array(sizes)] * n):
        np.save(f"{folder}/in{k}.npy", operand)
        command.append(f"--input=@{folder}/in{k}.npy")
    command += [f"--output={folder}/out{k}.npy" for k in range(3)]
    subprocess.run(command, check=True)
    rows = np.concatenate([i + k * sizes[dim] * (np.arange(rank) == dim) for k, i in enumerate(indices)])
    order = np.lexsort(rows.T[::-1])
    shape = np.array(sizes)
    shape[dim] *= n
    want = [rows[order], np.concatenate(values)[order], shape]
    good = all(np.array_equal(np.load(f"{folder}/out{k}.npy"), w) for k, w in enumerate(want))
    longest = int(np.argmax(entries))
    last, bound = entries[longest] - 1, f"to be in [0, {sizes[0]}), but got"
    below, above = indices[longest].copy(), indices[longest].copy()
    below[0, 0], above[last, 0] = -1, sizes[0]
    wrong = [(below, f"'indices'[{longest}][0][0] {bound} -1"), (above, f"'indices'[{longest}][{last}][0] {bound} {sizes[0]}")]
    if not sort:
        swapped = indices[longest].copy()
        row = rng.choice(1 + np.flatnonzero((swapped[1:] != swapped[:-1]).any(1)))
        swapped[[row - 1, row]] = swapped[[row, row - 1]]
        wrong.append((swapped, f"the rows of 'indices'[{longest}] to be in row-major order, but row {row} is before row {row - 1}"))
    for entry, message in wrong:
        np.save(f"{folder}/in{longest}.npy", entry)
        good &= message in subprocess.run(command, capture_output=True, text=True).stderr
    return good


for number, (name, *case) in enumerate(CASES):
    with tempfile.TemporaryDirectory() as folder:
        good = run(folder, sys.argv[1:], np.random.default_rng(number), *case)
    print("right:" if good else "WRONG:", name)
