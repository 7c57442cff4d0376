#!/usr/bin/env python3
"""Counts the machine instructions of weft's kernels beside the same kernels in CUDA C++ (gpu_reference.cu).

  benchmarks/gpu_sass.py [--chip sm_90] [--cuda DIR] [--weft-opt PATH]

Needs nvcc, ptxas, cuobjdump and nvdisasm in DIR/bin or in PATH, no GPU; for example the Python packages nvidia-cuda-nvcc,
nvidia-cuda-cuobjdump and nvidia-cuda-nvdisasm. Sizes are run-time values on both sides. Padding (NOP) does not count, nor does
what follows the last EXIT. Prints a table; the exit status is 1 if a kernel has more than 1.1 times as many as the other one.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODULE = """
func.func @s2b(%x: tensor<?x?x?x?xf32>, %b: index, %c: index, %p: index, %q: index) -> tensor<?x?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b, %c] paddings [[%p, %q], [%p, %q]] : tensor<?x?x?x?xf32> -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
func.func @b2s(%x: tensor<?x?x?x?xf32>, %b: index, %c: index, %p: index, %q: index) -> tensor<?x?x?x?xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [%b, %c] crops [[%p, %q], [%p, %q]] : tensor<?x?x?x?xf32> -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
func.func @pds(%i: tensor<?xi32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @tss(%t: tensor<?x?xf32>, %i: tensor<?x1xi32>, %u: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x?xf32>) outs(%t : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @spc(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}
"""


def count(cubin):
    """For each kernel of a file of machine code: instructions and registers."""
    def dump(flag):
        return subprocess.run(["cuobjdump", flag, cubin], stdout=subprocess.PIPE, text=True, check=True).stdout

    found, name = {}, None
    for line in dump("-sass").splitlines():
        if start := re.search(r"Function : (\S+)", line):
            name, body = start[1], []
            found[name] = body
        elif name and (instruction := re.match(r"\s+/\*[0-9a-f]+\*/\s+(?:@!?\S+ )?(\w+)", line)):
            body.append(instruction[1])
    for name, body in found.items():
        last = max(i for i, opcode in enumerate(body) if opcode in ("EXIT", "BRA"))
        # The jump to itself that follows the code.
        body = [opcode for opcode in body[:last + 1] if opcode != "NOP"]
        found[name] = len(body) - (body[-1] == "BRA" and body[-2] == "EXIT")
    registers = dict(re.findall(r"Function (\S+):\s*\n\s*REG:(\d+)", dump("-res-usage")))
    return {name: (n, registers.get(name, "?")) for name, n in found.items()}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--chip", default="sm_90")
    ap.add_argument("--cuda", default="/usr/local/cuda")
    ap.add_argument("--weft-opt", default=os.path.join(os.path.dirname(HERE), "build", "bin", "weft-opt"))
    options = ap.parse_args()
    os.environ["PATH"] = os.path.join(options.cuda, "bin") + os.pathsep + os.environ["PATH"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "weft")
        subprocess.run([options.weft_opt, "-", "-o", os.devnull,
                        f"--weft-nvptx-pipeline=chip={options.chip} kernel-file={path}.ptx"], input=MODULE, text=True, check=True)
        subprocess.run(["ptxas", "-O3", f"-arch={options.chip}", path + ".ptx", "-o", path + ".cubin"], check=True)
        subprocess.run(["nvcc", "-O3", f"-arch={options.chip}", "-cubin", os.path.join(HERE, "gpu_reference.cu"), "-o",
                        path + ".reference.cubin"], check=True)
        mine, theirs = count(path + ".cubin"), count(path + ".reference.cubin")
    worst = 0
    print("| kernel | weft | registers | CUDA C++ | registers | ratio |\n| --- | --- | --- | --- | --- | --- |")
    for name, (n, r) in mine.items():
        if name not in theirs:
            continue
        ratio = n / theirs[name][0]
        worst = max(worst, ratio)
        print(f"| {name} | {n} | {r} | {theirs[name][0]} | {theirs[name][1]} | {ratio:.2f} |")
    return 1 if worst > 1.1 else 0


if __name__ == "__main__":
    sys.exit(main())
