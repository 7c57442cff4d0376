import os
import shutil
import subprocess

import lit.formats
from lit.llvm import llvm_config

config.name = "weft"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "exports", "unit", "lit.cfg.py", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.weft_obj_root, "test")

tools_dir = os.path.join(config.weft_obj_root, "bin")
lib_dir = os.path.join(config.weft_obj_root, "lib")
plugin = os.path.join(lib_dir, "WeftPlugin.so")
llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", [tools_dir, config.llvm_tools_dir], append_path=True)
llvm_config.with_environment("FILECHECK_OPTS", "-enable-var-scope --allow-unused-prefixes=false")
llvm_config.add_tool_substitutions(
    ["weft-opt", "weft-run", "mlir-opt", "mlir-runner", "mlir-translate"], [tools_dir, config.llvm_tools_dir])
config.substitutions += [
    ("%llvm_lib_dir", config.llvm_lib_dir),
    ("%libomp", config.libomp),
    ("%llvm_tools_dir", config.llvm_tools_dir),
    ("%llvm_include_dir", config.llvm_include_dir),
    ("%weft_lib_dir", lib_dir),
    ("%weft_plugin", plugin),
    ("%weft_source_dir", config.weft_source_root),
    ("%weft_obj_dir", config.weft_obj_root),
    ("%cmake", config.cmake_command),
    ("%host_cc", config.host_cc),
    ("%host_cxx", config.host_cxx),
    ("%python", '"%s"' % config.python_executable),
]
# An instrumented plugin does not load into the stock mlir-opt.
config.available_features.add("sanitizers" if config.weft_sanitizers else "weft-plugin")
# The assembler of a CUDA toolkit takes the PTX of all kernels.
ptxas = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
if ptxas:
    config.available_features.add("ptxas")
    bin_dir = os.path.dirname(ptxas)
    config.substitutions += [("%ptxas", ptxas), ("%cuda_dir", os.path.dirname(bin_dir))]
    if all(shutil.which(tool, path=bin_dir) for tool in ("nvcc", "cuobjdump", "nvdisasm")):
        config.available_features.add("nvcc")
# All recorded cases on the stand-in for a GPU, in all orders: some ten minutes.
if lit_config.params.get("all_orders"):
    config.available_features.add("all-orders")
if subprocess.run([config.python_executable, "-c", "import numpy"], capture_output=True).returncode == 0:
    config.available_features.add("numpy")
