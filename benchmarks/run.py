#!/usr/bin/env python3
"""Times weft's compiled code beside memcpy and beside what a user would run instead.

  benchmarks/run.py [--short] [--threads 1,2] [--filter TEXT] [--peers tf,xla,torch,scipy] [--dynamic] [--output DIR]

For each workload of workloads.json: makes the operands (random, fixed seed), checks weft's results against numpy, then times
weft (weft-run --benchmark, results allocated as always), memcpy and the peers in turn, several rounds in one run, and keeps the
best. A ratio is time / memcpy of the same bytes: copying half of what the op must read and write (indices included) to the other
half, on one thread. Threads are bound (OMP_PROC_BIND=true) for all alike.

  --short      fewer rounds, the smaller workloads only: a few minutes
  --peers      needs a Python with the peers' packages; --make-venv DIR makes one and runs in it
  --dynamic    all sizes (and block sizes, paddings, crops) are run-time values
  --target-cpu passed to weft-run (default: native, as the peers choose their code at run time too)

Writes results.json, results.md and results.svg (with matplotlib) to DIR (default: build/benchmarks).
"""
import argparse
import ctypes
import json
import math
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CPUS = os.sched_getaffinity(0)
PEER_PACKAGES = ["numpy", "scipy", "tensorflow-cpu==2.21.0", "torch", "matplotlib"]


def parse():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--short", action="store_true")
    ap.add_argument("--threads", default="1,2")
    ap.add_argument("--filter", default="")
    ap.add_argument("--peers", default="")
    ap.add_argument("--make-venv", metavar="DIR")
    ap.add_argument("--dynamic", action="store_true")
    ap.add_argument("--target-cpu", default="native")
    ap.add_argument("--rounds", type=int, default=5)
    ap.add_argument("--weft-run", default=os.path.join(ROOT, "build", "bin", "weft-run"))
    ap.add_argument("--weft-option", action="append", default=[], help="passed to weft-run, for example --pipeline-options=...")
    ap.add_argument("--output", default=os.path.join(ROOT, "build", "benchmarks"))
    return ap.parse_args()


options = parse()
if options.make_venv:
    python = os.path.join(options.make_venv, "bin", "python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", options.make_venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PEER_PACKAGES], check=True)
    args, skip = [], False
    for arg in sys.argv[1:]:
        if not skip and arg != "--make-venv" and not arg.startswith("--make-venv="):
            args.append(arg)
        skip = not skip and arg == "--make-venv"
    os.execv(python, [python, os.path.abspath(__file__), *args])

os.environ.setdefault("OMP_PROC_BIND", "true")  # before any library that starts threads
import numpy as np

import peers as peer_library

MLIR_TYPE = {"f32": "f32", "f16": "f16", "i32": "i32", "i64": "i64"}


def tensor(shape, dtype, dynamic):
    return "tensor<" + "".join(("?" if dynamic else str(d)) + "x" for d in shape) + dtype + ">"


def pairs(values):
    return "[" + ", ".join(f"[{a}, {b}]" for a, b in values) + "]"


def program(w, a, dynamic):
    """A module for the workload, and its operands in order: arrays or literals."""
    op, dt = w["op"], w.get("dtype")
    if op in ("space_to_batch_nd", "batch_to_space_nd"):
        attr = "paddings" if op == "space_to_batch_nd" else "crops"
        block, amounts = w["block_shape"], w[attr]
        reference = REFERENCE[op](w, a)[0]
        x, o = tensor(a["x"].shape, dt, dynamic), tensor(reference.shape, dt, dynamic)
        if not dynamic:
            return (f"func.func @main(%x: {x}) -> {o} {{\n  %0 = weft.{op} %x block_shape {block} {attr} {pairs(amounts)} : "
                    f"{x} -> {o}\n  return %0 : {o}\n}}\n"), [a["x"]]
        m = len(block)
        names = [f"%b{i}" for i in range(m)] + [f"%p{i}" for i in range(2 * m)]
        args = ", ".join([f"%x: {x}"] + [f"{n}: index" for n in names])
        amount = pairs([(f"%p{2 * i}", f"%p{2 * i + 1}") for i in range(m)])
        return (f"func.func @main({args}) -> {o} {{\n  %0 = weft.{op} %x block_shape [{', '.join(names[:m])}] {attr} {amount} : "
                f"{x} -> {o}\n  return %0 : {o}\n}}\n"), [a["x"]] + [f"index={v}" for v in block + [v for p in amounts for v in p]]
    if op == "parallel_dynamic_stitch":
        ti = [tensor(i.shape, w["index_dtype"], dynamic) for i in a["indices"]]
        td = [tensor(d.shape, dt, dynamic) for d in a["data"]]
        o = tensor([-1, *w["row"]], dt, dynamic).replace("-1", "?")
        n = len(ti)
        args = ", ".join([f"%i{k}: {t}" for k, t in enumerate(ti)] + [f"%d{k}: {t}" for k, t in enumerate(td)])
        return (f"func.func @main({args}) -> {o} {{\n  %0 = weft.parallel_dynamic_stitch indices({', '.join(f'%i{k}' for k in range(n))} : "
                f"{', '.join(ti)}) data({', '.join(f'%d{k}' for k in range(n))} : {', '.join(td)}) -> {o}\n  return %0 : {o}\n}}\n"), \
            a["indices"] + a["data"]
    if op == "tensor_scatter_sub":
        t, u = tensor(a["tensor"].shape, dt, dynamic), tensor(a["updates"].shape, dt, dynamic)
        i = tensor(a["indices"].shape, w["index_dtype"], False)
        if dynamic:
            i = f"tensor<?x{a['indices'].shape[1]}x{w['index_dtype']}>"
        return (f"func.func @main(%t: {t}, %i: {i}, %u: {u}) -> {t} {{\n  %0 = weft.tensor_scatter_sub ins(%i, %u : {i}, {u}) "
                f"outs(%t : {t}) -> {t}\n  return %0 : {t}\n}}\n"), [a["tensor"], a["indices"], a["updates"]]
    rank, n = len(w["shapes"][0]), len(w["shapes"])
    ti, tv, ts = f"tensor<?x{rank}xi64>", f"tensor<?x{dt}>", f"tensor<{rank}xi64>"
    args = ", ".join([f"%i{k}: {ti}" for k in range(n)] + [f"%v{k}: {tv}" for k in range(n)] + [f"%s{k}: {ts}" for k in range(n)])
    lists = [f"{', '.join(f'%{c}{k}' for k in range(n))} : {', '.join([t] * n)}" for c, t in (("i", ti), ("v", tv), ("s", ts))]
    return (f"func.func @main({args}) -> ({ti}, {tv}, {ts}) {{\n  %0:3 = weft.sparse_concat dim {w['concat_dim']} indices({lists[0]}) "
            f"values({lists[1]}) shapes({lists[2]}) -> {ti}, {tv}, {ts}\n  return %0#0, %0#1, %0#2 : {ti}, {tv}, {ts}\n}}\n"), \
        a["indices"] + a["values"] + a["shapes"]


def space_to_batch(w, a):
    x, block, pads = a["x"], w["block_shape"], w["paddings"]
    m, n, rest = len(block), x.shape[0], list(x.shape[1 + len(block):])
    x = np.pad(x, [(0, 0)] + [tuple(p) for p in pads] + [(0, 0)] * len(rest))
    split = [n] + [v for d, b in zip(x.shape[1:], block) for v in (d // b, b)] + rest
    order = [2 * i + 2 for i in range(m)] + [0] + [2 * i + 1 for i in range(m)] + list(range(2 * m + 1, len(split)))
    y = x.reshape(split).transpose(order)
    return [y.reshape([n * math.prod(block), *y.shape[m + 1:]])]


def batch_to_space(w, a):
    x, block, crops = a["x"], w["block_shape"], w["crops"]
    m, space, rest = len(block), list(x.shape[1:1 + len(block)]), list(x.shape[1 + len(block):])
    n = x.shape[0] // math.prod(block)
    y = x.reshape([*block, n, *space, *rest])
    order = [m] + [v for i in range(m) for v in (m + 1 + i, i)] + list(range(2 * m + 1, y.ndim))
    y = y.transpose(order).reshape([n] + [d * b for d, b in zip(space, block)] + rest)
    return [y[(slice(None), *[slice(lo, y.shape[1 + i] - hi) for i, (lo, hi) in enumerate(crops)])]]


def stitch(w, a):
    out = np.zeros([max(int(i.max()) for i in a["indices"] if i.size) + 1, *w["row"]], a["data"][0].dtype)
    for i, d in zip(a["indices"], a["data"]):
        out[i] = d
    return [out]


def scatter_sub(w, a):
    out = a["tensor"].copy()
    np.subtract.at(out, tuple(a["indices"].T), a["updates"])
    return [out]


def sparse_concat(w, a):
    d, offset, rows = w["concat_dim"], 0, []
    for i, s in zip(a["indices"], a["shapes"]):
        i = i.copy()
        i[:, d] += offset
        offset += s[d]
        rows.append(i)
    rows, values = np.concatenate(rows), np.concatenate(a["values"])
    order = np.lexsort(rows.T[::-1])
    shape = a["shapes"][0].copy()
    shape[d] = offset
    return [rows[order], values[order], shape]


REFERENCE = {"space_to_batch_nd": space_to_batch, "batch_to_space_nd": batch_to_space, "parallel_dynamic_stitch": stitch,
             "tensor_scatter_sub": scatter_sub, "sparse_concat": sparse_concat}


class Weft:
    """One workload as a file, its operands as .npy files."""

    def __init__(self, folder, w, a):
        text, operands = program(w, a, options.dynamic)
        self.folder, self.model = folder, os.path.join(folder, "main.mlir")
        with open(self.model, "w") as f:
            f.write(text)
        self.inputs = []
        for k, v in enumerate(operands):
            if isinstance(v, str):
                self.inputs.append(f"--input={v}")
            else:
                np.save(os.path.join(folder, f"in{k}.npy"), v)
                self.inputs.append(f"--input=@{folder}/in{k}.npy")

    def run(self, threads, *more):
        command = [options.weft_run, self.model, f"--threads={threads}", *options.weft_option, *self.inputs, *more]
        if options.target_cpu:
            command.insert(2, f"--target-cpu={options.target_cpu}")
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"weft-run: {done.stderr.strip()[:500]}")
        return done.stdout

    def check(self, threads, want):
        paths = [os.path.join(self.folder, f"out{k}.npy") for k in range(len(want))]
        self.run(threads, *[f"--output={p}" for p in paths])
        for path, reference in zip(paths, want):
            got = np.load(path)
            if got.shape != reference.shape or got.tobytes() != np.ascontiguousarray(reference).tobytes():
                raise RuntimeError("results differ from numpy's")

    def time(self, threads, calls):
        return json.loads(self.run(threads, f"--benchmark={calls}", "--json").strip().splitlines()[-1])["best_s"]


def best_of(fn, repeat, budget=0.5):
    fn()
    best, end = math.inf, time.perf_counter() + budget
    for _ in range(repeat):
        start = time.perf_counter()
        fn()
        best = min(best, time.perf_counter() - start)
        if time.perf_counter() > end:
            break
    return best


def memcpy_of(size):
    source, target = np.ones(size, np.uint8), np.ones(size, np.uint8)
    ps, pt = source.ctypes.data, target.ctypes.data
    return lambda keep=(source, target): ctypes.memmove(pt, ps, size)


def measure(w, threads, wanted):
    arrays, moved = peer_library.make(w)
    row = {"id": w["id"], "op": w["op"], "threads": threads, "bytes": moved, "dynamic": options.dynamic}
    functions = peer_library.peers(w, arrays, wanted) if wanted else {}
    functions["memcpy"] = memcpy_of(moved // 2)
    with tempfile.TemporaryDirectory() as folder:
        weft = Weft(folder, w, arrays)
        weft.check(threads, REFERENCE[w["op"]](w, arrays))
        calls = max(5, min(200, int(0.2e10 / max(moved, 1))))
        for _ in range(2 if options.short else options.rounds):
            for name, fn in functions.items():
                # OpenMP in a peer binds this thread to one processor, which others, and processes, would inherit.
                os.sched_setaffinity(0, CPUS)
                try:
                    row[name] = min(row.get(name) or math.inf, best_of(fn, calls))
                except Exception as error:  # a peer that refuses the workload
                    row[name] = None
                    print(f"{w['id']}: {name}: {str(error)[:200]}", file=sys.stderr)
            os.sched_setaffinity(0, CPUS)
            row["weft"] = min(row.get("weft", math.inf), weft.time(threads, calls))
    return row


def mean(values):
    values = [v for v in values if v]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def best_peer(row):
    return min((row[p] for p in ("tf", "xla", "torch", "scipy") if row.get(p)), default=None)


def show(v):
    return "" if v is None else f"{v:.2f}"


def table(rows):
    out = ["Time divided by `memcpy`'s, best of all rounds of one run; *peer / weft*: how many times as fast as the best peer.", ""]
    for threads in sorted({r["threads"] for r in rows}):
        out += [f"## {threads} thread{'s' if threads > 1 else ''}", "",
                "| workload | MB | weft | tf | xla | torch | scipy | peer / weft |", "| --- | --- | --- | --- | --- | --- | --- | --- |"]
        for op in REFERENCE:
            mine = [r for r in rows if r["threads"] == threads and r["op"] == op]
            for r in mine:
                cells = [show(r[p] / r["memcpy"] if r.get(p) else None) for p in ("weft", "tf", "xla", "torch", "scipy")]
                peer = best_peer(r)
                out.append(f"| {r['id']} | {r['bytes'] / 1e6:.1f} | {' | '.join(cells)} | {show(peer / r['weft'] if peer else None)} |")
            if mine:
                cells = [show(mean([r[p] / r["memcpy"] if r.get(p) else None for r in mine])) for p in ("weft", "tf", "xla", "torch", "scipy")]
                ratio = mean([best_peer(r) / r["weft"] for r in mine if best_peer(r)])
                out.append(f"| **{op}, geometric mean** | | {' | '.join(cells)} | {show(ratio)} |")
        out.append("")
    return "\n".join(out)


def plot(rows, path):
    try:
        import matplotlib
    except ImportError:
        return print("no matplotlib: the plot is left out", file=sys.stderr)
    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    threads = sorted({r["threads"] for r in rows})
    figure, axes = plt.subplots(len(threads), 1, figsize=(0.22 * len(rows) / len(threads) + 3, 4.5 * len(threads)), squeeze=False)
    for axis, t in zip(axes[:, 0], threads):
        mine = [r for r in rows if r["threads"] == t]
        x = range(len(mine))
        axis.axhline(1, color="gray", linewidth=1, label="memcpy")
        axis.plot(x, [r["weft"] / r["memcpy"] for r in mine], "o", label="weft")
        axis.plot(x, [best_peer(r) / r["memcpy"] if best_peer(r) else math.nan for r in mine], "x", label="best peer")
        axis.set_yscale("log")
        axis.set_ylabel(f"time / memcpy, {t} thread{'s' if t > 1 else ''}")
        axis.set_xticks(list(x), [r["id"] for r in mine], rotation=90, fontsize=7)
        axis.legend()
    figure.tight_layout()
    figure.savefig(path)


def main():
    wanted = [p for p in options.peers.split(",") if p]
    workloads = [w for w in json.load(open(os.path.join(HERE, "workloads.json"))) if options.filter in w["id"]]
    rows = []
    for threads in map(int, options.threads.split(",")):
        os.environ["OMP_NUM_THREADS"] = str(threads)
        if "tf" in wanted or "xla" in wanted:
            if rows:  # TensorFlow's thread counts are fixed once it has run: a fresh process for the next count
                break
            import tensorflow as tf

            tf.config.threading.set_intra_op_parallelism_threads(threads)
            tf.config.threading.set_inter_op_parallelism_threads(threads)
        if "torch" in wanted:
            import torch

            torch.set_num_threads(threads)
        for k, w in enumerate(workloads):
            if options.short and peer_library.make(w)[1] > 60e6:
                continue
            row = measure(w, threads, wanted)
            rows.append(row)
            peer = best_peer(row)
            print(f"[{k + 1}/{len(workloads)}] {threads} thread(s) {w['id']}: weft {row['weft'] / row['memcpy']:.2f} x memcpy"
                  + (f", {peer / row['weft']:.2f} x as fast as the best peer" if peer else ""), flush=True)
    return rows


def in_processes():
    """One process for each number of threads; all rows."""
    rows = []
    for threads in options.threads.split(","):
        if options.threads == threads:
            return main()
        with tempfile.TemporaryDirectory() as folder:
            again = [f"--threads={threads}", f"--output={folder}"]  # the last of two counts
            subprocess.run([sys.executable, os.path.abspath(__file__), *sys.argv[1:], *again], check=True)
            rows += json.load(open(os.path.join(folder, "results.json")))
    return rows


if __name__ == "__main__":
    results = in_processes()
    os.makedirs(options.output, exist_ok=True)
    with open(os.path.join(options.output, "results.json"), "w") as f:
        json.dump(results, f, indent=1)
    with open(os.path.join(options.output, "results.md"), "w") as f:
        f.write(table(results))
    plot(results, os.path.join(options.output, "results.svg"))
    print(table(results))
