#!/usr/bin/env python3
"""Measures the bandwidth of weft's GPU kernels beside a copy within the device, on the workloads of workloads.json.

  benchmarks/gpu.py build --output DIR [--chip sm_90] [--dynamic] [--device-arguments] [--filter TEXT]
                                                    where weft is built, with numpy: makes a folder
  python3 DIR/gpu.py run DIR [--json FILE]          on a machine with a GPU, its driver and Python 3.8 or later, nothing else
  benchmarks/gpu.py dry-run [--filter TEXT]         both, with small tensors, on the stand-in for the driver: no times

The folder holds each workload compiled ahead of time, for a GPU and for the CPU, weft's run-time library and this script. It may be
moved; its code needs libc (glibc 2.34 or later, on x86-64), and loads the driver's libcuda.so.1 when it runs. A run
calls each workload on random operands, checks that the results are the CPU's, and takes the driver's times (WEFT_CUDA_TIMES) of all
kernels, fills and copies within the device of a call, the best of several calls. A rate is the bytes that the op must read and
write divided by that time; the copy beside it moves the same bytes. All workloads take a few minutes; lines come as they are done.
"""
import argparse
import array
import ctypes
import json
import math
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ITEM_BYTES = {"f16": 2, "f32": 4, "i32": 4, "i64": 8}


def shrink(w):
    """A workload of the same kind that the stand-in runs in seconds."""
    w = json.loads(json.dumps(w))
    if "input" in w:
        blocks = len(w["block_shape"])
        w["input"][0] = 1 if w["op"] == "space_to_batch_nd" else math.prod(w["block_shape"])
        w["input"][1 + blocks:] = [min(c, 4) for c in w["input"][1 + blocks:]]
        if w["op"] == "space_to_batch_nd" and blocks == 3:
            w["input"][1] = w["block_shape"][0]
    elif "rows" in w:
        w["rows"], w["row"] = [min(r, 50) for r in w["rows"]], [min(r, 64) for r in w["row"]]
    elif "tensor" in w:
        w["updates"] = min(w["updates"], 200)
        if w["index_depth"] == 1:
            w["tensor"] = [min(w["tensor"][0], 300), *(min(d, 64) for d in w["tensor"][1:])]
        else:
            w["tensor"] = [3, 3, 20, 20]
    else:
        w["nnz"] = [min(n, 50) for n in w["nnz"]]
    return w


def workloads(folder, text=""):
    return [w for w in json.load(open(os.path.join(folder, "workloads.json"))) if text in w["id"]]


def compile_workload(options, text, pipeline, num_arguments, path):
    def tool(name, *arguments, source):
        return subprocess.run([name, *arguments], input=source, stdout=subprocess.PIPE, text=True, check=True).stdout

    module = tool(os.path.join(options.build, "bin", "weft-opt"), pipeline, source=text)
    code = tool(os.path.join(options.llvm, "mlir-translate"), "--mlir-to-llvmir", source=module)
    # ctypes passes no more than 1024 arguments.
    with open(path + ".c", "w") as f:
        list_of_all = ", ".join(f"a[{i}]" for i in range(num_arguments))
        f.write(f"void _mlir_ciface_main();\nvoid call(void **a) {{ _mlir_ciface_main({list_of_all}); }}\n")
    # Kernels are optimized already; the host's code for a thousand operands would take clang minutes.
    tool(os.path.join(options.llvm, "clang"), "-x", "c", "-std=c99", path + ".c", "-x", "ir", "-", "-O0", "-fPIC", "-shared",
         "-Wno-override-module", "-o", path, "-x", "none", os.path.join(options.output, "libweft_runtime.so"), "-Wl,-rpath,$ORIGIN",
         "-Wl,-Bsymbolic", source=code)
    os.remove(path + ".c")


def build(options, small=False):
    sys.path.insert(0, HERE)
    arguments, sys.argv = sys.argv, sys.argv[:1]  # run.py reads its own at once
    import peers
    import run as cpu
    sys.argv = arguments
    os.makedirs(options.output, exist_ok=True)
    shutil.copy(os.path.join(HERE, "gpu.py"), options.output)
    shutil.copy(os.path.join(options.build, "lib", "libweft_runtime.so"), options.output)
    chosen = [shrink(w) if small else w for w in workloads(HERE, options.filter)]
    for w in chosen:
        text, operands = cpu.program(w, peers.make(w)[0], options.dynamic)
        w["numbers"] = [int(v.split("=")[1]) for v in operands if isinstance(v, str)]
        path, device = os.path.join(options.output, w["id"]), int(options.device_arguments)
        for pipeline, end in ((f"--weft-nvptx-pipeline=chip={options.chip} device-arguments={device}", ".so"),
                              ("--weft-cpu-pipeline", ".cpu.so")):
            compile_workload(options, text, pipeline, 1 + len(operands), path + end)
    with open(os.path.join(options.output, "workloads.json"), "w") as f:
        json.dump(chosen, f)
    with open(os.path.join(options.output, "options.json"), "w") as f:
        json.dump({"device_arguments": options.device_arguments}, f)
    print(f"{options.output}: {len(chosen)} workloads")


class Tensor:
    """Elements in memory of the host."""

    def __init__(self, dtype, shape, data):
        self.dtype, self.shape, self.nbytes = dtype, list(shape), math.prod(shape) * ITEM_BYTES[dtype]
        self.data = (ctypes.c_char * max(self.nbytes, 1)).from_buffer_copy(bytes(data) + b"\0")

    def descriptor(self):
        strides = [math.prod(self.shape[i + 1:]) for i in range(len(self.shape))]
        address = ctypes.addressof(self.data)
        words = [address, address, 0, *self.shape, *strides]
        return (ctypes.c_int64 * len(words))(*words)


def numbers(dtype, shape, values):
    return Tensor(dtype, shape, array.array("i" if dtype == "i32" else "q", values))


def repeated(dtype, shape, block):
    size = math.prod(shape) * ITEM_BYTES[dtype]
    return Tensor(dtype, shape, (block * (size // len(block) + 1))[:size])


def bits(rng, dtype, shape):
    """Any bits, for what is only moved."""
    period = (1 << 20) - 3
    return repeated(dtype, shape, rng.getrandbits(8 * period).to_bytes(period, "little"))


def small_integers(rng, dtype, shape):
    """Numbers whose sums are exact in any order."""
    period = 9973
    form = {"f16": "e", "f32": "f", "i32": "i", "i64": "q"}[dtype]
    return repeated(dtype, shape, struct.pack(f"{period}{form}", *(rng.randrange(-4, 5) for _ in range(period))))


def coordinates(dtype, flat, sizes):
    """The positions in a tensor of those sizes that the numbers stand for."""
    rank, rest = len(sizes), list(flat)
    values = array.array("i" if dtype == "i32" else "q", bytes(ITEM_BYTES[dtype])) * (len(rest) * rank)
    for l in reversed(range(rank)):
        size = sizes[l]
        values[l::rank] = array.array(values.typecode, (n % size for n in rest))
        rest = [n // size for n in rest]
    return numbers(dtype, [len(rest), rank], values)


def make(w):
    """The operands of a workload in order, and the bytes that the op must move but for a space op's result."""
    rng, op = random.Random(0), w["op"]
    if "input" in w:
        x = bits(rng, w["dtype"], w["input"])
        return [x], x.nbytes
    if op == "parallel_dynamic_stitch":
        rows = list(range(sum(w["rows"])))
        rng.shuffle(rows)
        indices, data = [], []
        for n in w["rows"]:
            indices.append(numbers(w["index_dtype"], [n], rows[:n]))
            del rows[:n]
            data.append(bits(rng, w["dtype"], [n, *w["row"]]))
        return indices + data, 2 * sum(d.nbytes for d in data) + sum(i.nbytes for i in indices)
    if op == "tensor_scatter_sub":
        t, n, depth = w["tensor"], w["updates"], w["index_depth"]
        lead, how = math.prod(t[:depth]), w["indices"]
        if how == "all the same":
            flat = [0] * n
        elif how == "unique":
            flat = rng.sample(range(lead), n)
        elif how.startswith("one per pixel"):
            pixels = t[2] * t[3]
            flat = [rng.randrange(t[0] * t[1]) * pixels + i % pixels for i in range(n)]
        else:
            flat = [rng.randrange(lead) for _ in range(n)]
        if how == "sorted":
            flat.sort()
        x, u = small_integers(rng, w["dtype"], t), small_integers(rng, w["dtype"], [n, *t[depth:]])
        i = coordinates(w["index_dtype"], flat, t[:depth])
        return [x, i, u], 2 * x.nbytes + 3 * u.nbytes + i.nbytes
    indices, values = [], []
    for shape, nnz in zip(w["shapes"], w["nnz"]):
        step = math.prod(shape) // max(nnz, 1)
        indices.append(coordinates("i64", [i * step + int(rng.random() * step) for i in range(nnz)], shape))
        values.append(bits(rng, w["dtype"], [nnz]))
    shapes = [numbers("i64", [len(s)], s) for s in w["shapes"]]
    return indices + values + shapes, 2 * sum(t.nbytes for t in indices + values)


def result_types(w):
    """The element type and rank of each result."""
    if "input" in w:
        return [(w["dtype"], len(w["input"]))]
    if w["op"] == "parallel_dynamic_stitch":
        return [(w["dtype"], 1 + len(w["row"]))]
    if w["op"] == "tensor_scatter_sub":
        return [(w["dtype"], len(w["tensor"]))]
    return [("i64", 2), (w["dtype"], 1), ("i64", 1)]


class Times:
    """Collects what the run-time library prints on standard error."""

    def __enter__(self):
        self.file, self.saved = tempfile.TemporaryFile(), os.dup(2)
        os.dup2(self.file.fileno(), 2)
        return self

    def __exit__(self, *_):
        os.dup2(self.saved, 2)
        os.close(self.saved)
        self.file.seek(0)
        lines = self.file.read().decode(errors="replace").splitlines()
        found = [re.fullmatch(r"weft: (\S+): ([0-9.]+) us", line) for line in lines]
        self.seconds = sum(float(m[2]) * 1e-6 for m in found if m)
        self.kernels = sorted({m[1] for m in found if m})
        for line, m in zip(lines, found):
            if not m:
                print(line, file=sys.stderr)


class Device:
    """Arrays on the device."""

    def __init__(self):
        self.stream, self.pointers = ctypes.c_void_p(runtime.mgpuStreamCreate()), []

    def copy(self, to, source, size):
        runtime.mgpuMemcpy(ctypes.c_void_p(to), ctypes.c_void_p(source), ctypes.c_size_t(size), self.stream)
        runtime.mgpuStreamSynchronize(self.stream)

    def send(self, tensor):
        """The descriptor of a copy."""
        words = tensor.descriptor()
        source = words[0]
        words[0] = words[1] = runtime.mgpuMemAlloc(ctypes.c_uint64(tensor.nbytes), self.stream, ctypes.c_bool(False)) or 0
        self.copy(words[0], source, tensor.nbytes)
        self.pointers.append(words[0])
        return words

    def receive(self, pointer, size):
        data = ctypes.create_string_buffer(max(size, 1))
        self.copy(ctypes.addressof(data), pointer, size)
        self.pointers.append(pointer)
        return data.raw[:size]

    def free(self):
        for pointer in self.pointers:
            runtime.mgpuMemFree(ctypes.c_void_p(pointer), self.stream)


def call(path, operands, literals, types, device=None):
    """Calls a compiled function; returns the shapes and the bytes of its results."""
    words = (ctypes.c_int64 * sum(3 + 2 * rank for _, rank in types))()
    made = [device.send(t) if device else t.descriptor() for t in operands]
    arguments = [ctypes.addressof(m) for m in (words, *made)] + literals
    ctypes.CDLL(path).call((ctypes.c_int64 * len(arguments))(*arguments))
    found, at = [], 0
    for dtype, rank in types:
        shape = words[at + 3:at + 3 + rank]
        size = math.prod(shape) * ITEM_BYTES[dtype]
        if device:
            data = device.receive(words[at + 1], size)
        else:
            data = ctypes.string_at(words[at + 1], size) if size else b""
            runtime._mlir_memref_to_llvm_free(ctypes.c_void_p(words[at]))
        found.append((shape, data))
        at += 3 + 2 * rank
    return found


def copy_seconds(size, calls):
    stream = ctypes.c_void_p(runtime.mgpuStreamCreate())
    a, b = (ctypes.c_void_p(runtime.mgpuMemAlloc(ctypes.c_uint64(size), stream, ctypes.c_bool(False))) for _ in range(2))
    runtime.mgpuMemset32(a, 0, ctypes.c_size_t(size // 4), stream)
    best = math.inf
    for _ in range(calls):
        with Times() as times:
            runtime.mgpuMemcpy(b, a, ctypes.c_size_t(size), stream)
        best = min(best, times.seconds)
    for pointer in (a, b):
        runtime.mgpuMemFree(pointer, stream)
    return best


def one(folder, name, calls):
    """Runs one workload in this process; prints a line of JSON."""
    global runtime
    os.environ["WEFT_CUDA_TIMES"] = "1"
    runtime = ctypes.CDLL(os.path.join(folder, "libweft_runtime.so"), mode=ctypes.RTLD_GLOBAL)
    runtime.mgpuStreamCreate.restype = runtime.mgpuMemAlloc.restype = ctypes.c_void_p
    w = next(w for w in workloads(folder) if w["id"] == name)
    operands, moved = make(w)
    types, path = result_types(w), os.path.join(folder, name)
    want = call(path + ".cpu.so", operands, w["numbers"], types)
    if "input" in w:
        # What is cropped need not be read.
        written = len(want[0][1])
        moved = written + (moved if w["op"] == "space_to_batch_nd" else min(moved, written))
    on_device = json.load(open(os.path.join(folder, "options.json")))["device_arguments"]
    best, kernels = math.inf, []
    for _ in range(calls):
        device = Device() if on_device else None
        with Times() as times:
            got = call(path + ".so", operands, w["numbers"], types, device)
        best, kernels = min(best, times.seconds), times.kernels
        if device:
            device.free()
    if got != want:
        raise SystemExit("error: results differ from the CPU's")
    print(json.dumps({"id": name, "bytes": moved, "seconds": best, "kernels": kernels,
                      "copy_seconds": copy_seconds(max(moved // 2 // 4 * 4, 4), calls)}))


def measure(options):
    rows, failed = [], 0
    options.folder = os.path.abspath(options.folder)
    for w in workloads(options.folder):
        command = [sys.executable, os.path.join(options.folder, "gpu.py"), "one", options.folder, w["id"], str(options.calls)]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
            reason = done.returncode and (done.stderr.strip()[-300:] or f"exit status {done.returncode}")
        except subprocess.TimeoutExpired:
            reason = "no answer in 120 s"
        if reason:
            failed += 1
            print(f"| {w['id']} | failed: {reason} |", flush=True)
            continue
        row = json.loads(done.stdout.strip().splitlines()[-1])
        if not rows:
            print("| workload | MB | us | GB/s | copy GB/s | of copy |\n| --- | --- | --- | --- | --- | --- |")
        rows.append(row)
        rate, copy = (row["bytes"] / row[k] / 1e9 if row[k] else None for k in ("seconds", "copy_seconds"))
        cells = [f"{v:.0f}" if v else "-" for v in (rate, copy)] + [f"{rate / copy:.0%}" if rate and copy else "-"]
        print(f"| {row['id']} | {row['bytes'] / 1e6:.1f} | {row['seconds'] * 1e6:.1f} | {' | '.join(cells)} |", flush=True)
        if options.json:
            with open(options.json, "w") as f:
                json.dump(rows, f, indent=1)
    print(f"{len(rows)} measured, {failed} failed")
    return 1 if failed else 0


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = ap.add_subparsers(dest="command", required=True)
    for name in ("build", "dry-run"):
        p = sub.add_parser(name)
        p.add_argument("--filter", default="")
        p.add_argument("--chip", default="sm_90")
        p.add_argument("--dynamic", action="store_true", help="all sizes are run-time values")
        p.add_argument("--device-arguments", action="store_true", help="operands and results are on the device")
        p.add_argument("--build", default=os.path.join(ROOT, "build"), help="weft's build folder")
        p.add_argument("--llvm", default="/usr/lib/llvm-22/bin", help="where mlir-translate and clang are")
        p.add_argument("--output", required=name == "build")
    p = sub.add_parser("run")
    p.add_argument("folder")
    p.add_argument("--calls", type=int, default=10)
    p.add_argument("--json")
    p = sub.add_parser("one")
    p.add_argument("folder")
    p.add_argument("id")
    p.add_argument("calls", type=int)
    options = ap.parse_args()
    if options.command == "build":
        build(options)
    elif options.command == "one":
        one(options.folder, options.id, options.calls)
    elif options.command == "run":
        return measure(options)
    else:
        with tempfile.TemporaryDirectory() as folder:
            options.output = options.output or folder
            options.folder, options.calls, options.json = options.output, 1, None
            build(options, small=True)
            os.environ["WEFT_CUDA_DRIVER"] = os.path.join(options.build, "lib", "libcuda-emulated.so")
            return measure(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
