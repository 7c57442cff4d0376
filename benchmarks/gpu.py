#!/usr/bin/env python3
"""Measures the bandwidth of weft's GPU kernels beside a copy within the device, on the workloads of workloads.json.

  benchmarks/gpu.py build --output DIR [--chip sm_90] [--dynamic] [--device-arguments] [--filter TEXT]
                                                    where weft is built: makes a folder
  python3 DIR/gpu.py run DIR [--json FILE]          on a machine with a GPU, its driver and Python with numpy, nothing else
  benchmarks/gpu.py dry-run [--filter TEXT]         both, with small tensors, on the stand-in for the driver: no times

The folder holds each workload compiled ahead of time, weft's run-time library and these scripts. A run calls each workload on
random operands, checks the results against numpy's, and takes the driver's times (WEFT_CUDA_TIMES) of all kernels, fills and
copies within the device of a call, the best of several calls. A rate is the bytes that the op must read and write divided by that
time; the copy beside it moves the same bytes.
"""
import argparse
import ctypes
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
arguments, sys.argv = sys.argv, sys.argv[:1]  # run.py reads its own at once
import numpy as np
import peers
import run as cpu
sys.argv = arguments


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


def workloads(text):
    return [w for w in json.load(open(os.path.join(HERE, "workloads.json"))) if text in w["id"]]


def build(options, small=False):
    tools = os.path.join(options.build, "bin")
    os.makedirs(options.output, exist_ok=True)
    for name in ("gpu.py", "run.py", "peers.py"):
        shutil.copy(os.path.join(HERE, name), options.output)
    shutil.copy(os.path.join(options.build, "lib", "libweft_runtime.so"), options.output)
    chosen = [shrink(w) if small else w for w in workloads(options.filter)]
    for w in chosen:
        path = os.path.join(options.output, w["id"])
        text, _ = cpu.program(w, peers.make(w)[0], options.dynamic)
        module = subprocess.run([os.path.join(tools, "weft-opt"), f"--weft-nvptx-pipeline=chip={options.chip} "
                                 f"device-arguments={int(options.device_arguments)}"],
                                input=text, stdout=subprocess.PIPE, text=True, check=True).stdout
        code = subprocess.run([os.path.join(options.llvm, "mlir-translate"), "--mlir-to-llvmir"],
                              input=module, stdout=subprocess.PIPE, text=True, check=True).stdout
        subprocess.run([os.path.join(options.llvm, "clang"), "-x", "ir", "-", "-O2", "-fPIC", "-shared", "-Wno-override-module",
                        "-o", path + ".so", "-x", "none", os.path.join(options.output, "libweft_runtime.so"), "-Wl,-rpath,$ORIGIN"],
                       input=code, text=True, check=True)
    with open(os.path.join(options.output, "workloads.json"), "w") as f:
        json.dump(chosen, f)
    with open(os.path.join(options.output, "options.json"), "w") as f:
        json.dump({"dynamic": options.dynamic, "device_arguments": options.device_arguments}, f)
    print(f"{options.output}: {len(chosen)} workloads")


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


def descriptor(array):
    words = [array.ctypes.data, array.ctypes.data, 0, *array.shape, *(s // array.itemsize for s in array.strides)]
    return (ctypes.c_int64 * len(words))(*words)


class Device:
    """Arrays on the device."""

    def __init__(self):
        self.stream, self.pointers = ctypes.c_void_p(runtime.mgpuStreamCreate()), []

    def copy(self, to, source, size):
        runtime.mgpuMemcpy(ctypes.c_void_p(to), ctypes.c_void_p(source), ctypes.c_size_t(size), self.stream)
        runtime.mgpuStreamSynchronize(self.stream)

    def send(self, array):
        """The descriptor of a copy."""
        words = descriptor(array)
        words[0] = words[1] = runtime.mgpuMemAlloc(ctypes.c_uint64(array.nbytes), self.stream, ctypes.c_bool(False)) or 0
        self.copy(words[0], array.ctypes.data, array.nbytes)
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


def call(function, operands, results, device=None):
    """Calls a compiled function; returns its results, copied."""
    make = device.send if device else descriptor
    words = (ctypes.c_int64 * sum(3 + 2 * r.ndim for r in results))()
    values = [ctypes.c_int64(int(v.split("=")[1])) if isinstance(v, str) else ctypes.byref(make(v)) for v in operands]
    function(ctypes.byref(words), *values)
    found, at = [], 0
    for r in results:
        shape = words[at + 3:at + 3 + r.ndim]
        size = math.prod(shape) * r.itemsize
        if device:
            data = device.receive(words[at + 1], size)
        else:
            data = ctypes.string_at(words[at + 1], size) if size else b""
            runtime._mlir_memref_to_llvm_free(ctypes.c_void_p(words[at]))
        found.append(np.frombuffer(data, r.dtype).reshape(shape))
        at += 3 + 2 * r.ndim
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
    w = next(w for w in workloads("") if w["id"] == name)
    arrays, moved = peers.make(w)
    made = json.load(open(os.path.join(folder, "options.json")))
    _, operands = cpu.program(w, arrays, made["dynamic"])
    want = cpu.REFERENCE[w["op"]](w, arrays)
    function = ctypes.CDLL(os.path.join(folder, name + ".so"))._mlir_ciface_main
    function.restype = None
    best, kernels = math.inf, []
    for _ in range(calls):
        device = Device() if made["device_arguments"] else None
        with Times() as times:
            got = call(function, operands, want, device)
        best, kernels = min(best, times.seconds), times.kernels
        if device:
            device.free()
    for g, r in zip(got, want):
        # Atomic additions come in any order.
        right = np.allclose(g, r, rtol=1e-2, atol=1e-2) if w["op"] == "tensor_scatter_sub" else np.array_equal(g, r)
        if g.shape != r.shape or not right:
            raise SystemExit("error: results differ from numpy's")
    print(json.dumps({"id": name, "bytes": moved, "seconds": best, "kernels": kernels,
                      "copy_seconds": copy_seconds(max(moved // 2 // 4 * 4, 4), calls)}))


def measure(options):
    rows, failed = [], 0
    for w in json.load(open(os.path.join(options.folder, "workloads.json"))):
        done = subprocess.run([sys.executable, os.path.join(options.folder, "gpu.py"), "one", options.folder, w["id"], str(options.calls)],
                              capture_output=True, text=True)
        if done.returncode:
            failed += 1
            print(f"| {w['id']} | failed: {done.stderr.strip()[-300:]} |")
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
