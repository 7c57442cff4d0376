// RUN: not weft-opt %s --weft-vectorize-copies=vector-bytes=0 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: expected vector-bytes to be a power of two up to 256, but got 0
// RUN: not weft-opt %s --weft-vectorize-copies=vector-bytes=-16 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: expected vector-bytes to be a power of two up to 256, but got -16
// RUN: not weft-opt %s --weft-cpu-pipeline=vector-bytes=1099511627776 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: expected vector-bytes to be a power of two up to 256, but got 1099511627776
module {}
