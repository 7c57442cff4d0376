#!/usr/bin/env bash
# Installs what is missing, builds weft, and compiles and runs a TensorFlow graph.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/setup.sh
example=examples/embedding_update.mlir

echo
echo "== A TensorFlow graph ($example) =="
grep -E '"tf\.|return' "$example"
echo
echo "== The same as weft ops (weft-opt --convert-tf-to-weft) =="
build/bin/weft-opt "$example" --convert-tf-to-weft --canonicalize | grep 'weft\.'
echo
echo "== Lowered to loops on tensors (weft-opt --convert-weft-to-linalg), some lines =="
build/bin/weft-opt "$example" --convert-tf-to-weft --convert-weft-to-linalg --canonicalize --cse |
  grep -E 'scf\.for|linalg\.|tensor\.(insert|parallel_insert)_slice' | head -n 8
echo
echo "== Compiled and run =="
set -x
build/bin/weft-run "$example" \
  --input='3x2xf32=0 1 20 21 40 41' --input='2x2xf32=10 11 30 31' \
  --input='3x1xi32=1 4 1' --input='3x2xf32=0.5 0.5 1 2 0.25 0.25'
