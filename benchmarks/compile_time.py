#!/usr/bin/env python3
"""Times weft's compiler.

  benchmarks/compile_time.py [--sizes 100,1000,10000] [--rounds 5] [--output DIR]

Two questions, each answered by the least of several rounds:

1. How long does `weft-run` take on a file with one op, from start to result? Compared with `mlir-opt-22 --help`, the time that it
   takes to start a tool of this size; the two run in turn.
2. How does `weft-opt --weft-cpu-pipeline` grow with the number of ops? Modules of N ops, once as N functions with an op each and
   once as a chain in one function; the exponent is the slope between the last two sizes in a log-log plot (1 is proportional).
   This is processor time, which other work on the machine disturbs less.

Writes compile_time.json and compile_time.md to DIR (default: build/benchmarks).
"""
import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# One op each, all sizes dynamic: arguments, result types, the op, and literals to call it with.
OPS = {
    "space_to_batch_nd": (
        "%x: tensor<?x?x?x?xf32>", "tensor<?x?x?x?xf32>",
        "%0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<?x?x?x?xf32> -> tensor<?x?x?x?xf32>",
        ["1x2x2x1xf32=1 2 3 4"]),
    "batch_to_space_nd": (
        "%x: tensor<?x?x?x?xf32>", "tensor<?x?x?x?xf32>",
        "%0 = weft.batch_to_space_nd %x block_shape [2, 2] crops [[0, 0], [0, 0]] : tensor<?x?x?x?xf32> -> tensor<?x?x?x?xf32>",
        ["4x1x1x1xf32=1 2 3 4"]),
    "parallel_dynamic_stitch": (
        "%i: tensor<?xi32>, %x: tensor<?x?xf32>", "tensor<?x?xf32>",
        "%0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%x : tensor<?x?xf32>) -> tensor<?x?xf32>",
        ["2xi32=1 0", "2x2xf32=1 2 3 4"]),
    "tensor_scatter_sub": (
        "%i: tensor<?x1xi32>, %u: tensor<?x?xf32>, %x: tensor<?x?xf32>", "tensor<?x?xf32>",
        "%0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>",
        ["1x1xi32=0", "1x2xf32=1 2", "2x2xf32=1 2 3 4"]),
    "sparse_concat": (
        "%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>", "tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>",
        "%0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>) "
        "shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>",
        ["1x2xi64=0 0", "1xf32=1", "2xi64=1 1"]),
}


def single(name, function="main"):
    arguments, results, op, _ = OPS[name]
    names = ", ".join(f"%0#{i}" for i in range(3)) if ":3" in op else "%0"
    return f"func.func @{function}({arguments}) -> ({results}) {{\n  {op}\n  return {names} : {results}\n}}\n"


def functions(count):
    names = list(OPS)
    return "".join(single(names[i % len(names)], f"f{i}") for i in range(count))


def chain(count):
    """A function of `count` ops that feed each other."""
    dense = "tensor<?x?x?x?xf32>"
    lines = [f"func.func @main(%v0: {dense}) -> {dense} {{"]
    for i in range(count):
        name, amounts = [("space_to_batch_nd", "paddings"), ("batch_to_space_nd", "crops")][i % 2]
        lines.append(f"  %v{i + 1} = weft.{name} %v{i} block_shape [{i % 3 + 1}, 2] {amounts} [[0, 0], [0, 0]] : {dense} -> {dense}")
    return "\n".join(lines + [f"  return %v{count} : {dense}", "}", ""])


def run(command):
    """The seconds from start to end, and those of the processors."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(commands, rounds, which=0):
    """The least time of each command; the commands run in turn."""
    best = [math.inf] * len(commands)
    for _ in range(rounds):
        for i, command in enumerate(commands):
            best[i] = min(best[i], run(command)[which])
    return best


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--sizes", default="100,1000,10000")
    ap.add_argument("--rounds", type=int, default=5)
    ap.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"), help="the folder of weft-run and weft-opt")
    ap.add_argument("--mlir-opt", default="mlir-opt-22")
    ap.add_argument("--output", default=os.path.join(ROOT, "build", "benchmarks"))
    options = ap.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    lines = ["## A file with one op", "", "| op | weft-run | mlir-opt --help | ratio |", "| --- | --- | --- | --- |"]
    results = {"one_op": {}, "modules": {}}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "module.mlir")

        def write(text):
            with open(path, "w") as file:
                file.write(text)

        for name, (_, _, _, inputs) in OPS.items():
            write(single(name))
            weft_run = [os.path.join(options.tools, "weft-run"), path] + [f"--input={v}" for v in inputs]
            ours, start = least([weft_run, [options.mlir_opt, "--help"]], options.rounds)
            results["one_op"][name] = {"weft_run_s": ours, "mlir_opt_help_s": start, "ratio": ours / start}
            lines.append(f"| {name} | {ours * 1e3:.0f} ms | {start * 1e3:.0f} ms | {ours / start:.2f} |")
            print(lines[-1], flush=True)

        lines += ["", "## Modules of many ops, weft-opt --weft-cpu-pipeline, processor time", "",
                  "| form | " + " | ".join(f"{size} ops" for size in sizes) + " | exponent |",
                  "| --- |" + " --- |" * (len(sizes) + 1)]
        for form, make in (("functions", functions), ("chain", chain)):
            times = []
            for size in sizes:
                write(make(size))
                command = [os.path.join(options.tools, "weft-opt"), path, "--weft-cpu-pipeline", "-o", os.devnull]
                # The large ones take long enough for one round.
                times.append(least([command], options.rounds if size < 1000 else 1, which=1)[0])
                print(f"{form}: {size} ops, {times[-1]:.2f} s", flush=True)
            exponent = math.log(times[-1] / times[-2]) / math.log(sizes[-1] / sizes[-2]) if len(sizes) > 1 else math.nan
            results["modules"][form] = {"ops": sizes, "seconds": times, "exponent": exponent}
            lines.append(f"| {form} | " + " | ".join(f"{t:.2f} s" for t in times) + f" | {exponent:.2f} |")

    os.makedirs(options.output, exist_ok=True)
    with open(os.path.join(options.output, "compile_time.json"), "w") as file:
        json.dump(results, file, indent=1)
    with open(os.path.join(options.output, "compile_time.md"), "w") as file:
        file.write("\n".join(lines) + "\n")
    print(f"wrote {options.output}/compile_time.md")


if __name__ == "__main__":
    sys.exit(main())
