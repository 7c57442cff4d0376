"""Compiles each public header of weft by itself: headers.py COMPILER INCLUDE_DIR SYSTEM_INCLUDE_DIR..."""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

compiler, include, *system = sys.argv[1:]
headers = sorted(path.relative_to(include) for path in pathlib.Path(include).rglob("*.h"))


def compile_alone(header):
    command = [compiler, "-std=c++17", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", "-fsyntax-only",
               f"-I{include}", *(f"-isystem{path}" for path in system), "-x", "c++", "-"]
    done = subprocess.run(command, input=f'#include "{header}"\n', capture_output=True, text=True)
    return header, done.returncode, done.stderr


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    results = list(pool.map(compile_alone, headers))
for header, status, errors in results:
    print(f"{'ok' if status == 0 else 'failed'} {header}")
    print(errors, end="", file=sys.stderr)
sys.exit(any(status for _, status, _ in results) or not results)
