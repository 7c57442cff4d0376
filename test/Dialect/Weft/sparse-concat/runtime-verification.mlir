// Run-time checks; c<n> tests constraint Cn of the op's description.
//
// DEFINE: %{run} = not weft-run %s --entry=concat
// DEFINE: %{good0} = --input='2x2xi64=0 0 1 1' --input='2xf32=1 2' --input='2xi64=2 3'
// DEFINE: %{good1} = --input='1x2xi64=0 1' --input='1xf32=3' --input='2xi64=2 2'

// What is right is accepted.
// RUN: weft-run %s --entry=concat %{good0} %{good1} | FileCheck %s --check-prefix=GOOD
// GOOD{LITERAL}: result 0: 3x2xi64 = [[0, 0], [0, 4], [1, 1]]
// GOOD{LITERAL}: result 1: 3xf32 = [1, 3, 2]
// GOOD{LITERAL}: result 2: 2xi64 = [2, 5]

// RUN: %{run} %{good0} --input='1x3xi64=0 1 0' --input='1xf32=3' --input='2xi64=2 2' 2>&1 | FileCheck %s --check-prefix=C8-COLUMNS
// C8-COLUMNS: runtime-verification.mlir:[[#]]:[[#]]: error: 'weft.sparse_concat' op expected 'indices'[1] to have 2 columns, but got 3

// RUN: %{run} %{good0} --input='1x2xi64=0 1' --input='1xf32=3' --input='3xi64=2 2 2' 2>&1 | FileCheck %s --check-prefix=C8-LENGTH
// C8-LENGTH: error: 'weft.sparse_concat' op expected 'shapes'[1] to have 2 elements, but got 3

// Too short a shape is not read beyond its end.
// RUN: %{run} --input='2x2xi64=0 0 1 1' --input='2xf32=1 2' --input='0xi64=' %{good1} 2>&1 | FileCheck %s --check-prefix=C8-NO-SHAPE
// C8-NO-SHAPE: error: 'weft.sparse_concat' op expected 'shapes'[0] to have 2 elements, but got 0

// RUN: %{run} %{good0} --input='1x2xi64=0 1' --input='2xf32=3 4' --input='2xi64=2 2' 2>&1 | FileCheck %s --check-prefix=C9
// C9: error: 'weft.sparse_concat' op expected 'values'[1] to have as many elements as 'indices'[1] has rows (1), but got 2

// RUN: %{run} %{good0} --input='0x2xi64=' --input='0xf32=' --input='2xi64=2 -3' 2>&1 | FileCheck %s --check-prefix=C10
// C10: error: 'weft.sparse_concat' op expected 'shapes'[1][1] to be at least 0, but got -3

// RUN: %{run} %{good0} --input='1x2xi64=0 1' --input='1xf32=3' --input='2xi64=4 2' 2>&1 | FileCheck %s --check-prefix=C11
// C11: error: 'weft.sparse_concat' op expected 'shapes'[1][0] to be the same as in 'shapes'[0] (2), but got 4

// RUN: %{run} %{good0} --input='1x2xi64=0 1' --input='1xf32=3' --input='2xi64=2 9223372036854775805' 2>&1 | FileCheck %s --check-prefix=C12
// C12: error: 'weft.sparse_concat' op expected the sizes in dimension 1 to add up to at most 9223372036854775807, but 'shapes'[1] adds 9223372036854775805 to 3

// The largest sum there may be; the product of sizes may be larger.
// RUN: weft-run %s --entry=concat %{good0} --input='1x2xi64=1 9223372036854775803' --input='1xf32=3' --input='2xi64=2 9223372036854775804' | FileCheck %s --check-prefix=LARGEST
// LARGEST{LITERAL}: result 0: 3x2xi64 = [[0, 0], [1, 1], [1, 9223372036854775806]]
// LARGEST{LITERAL}: result 2: 2xi64 = [2, 9223372036854775807]

// RUN: %{run} %{good0} --input='3x2xi64=0 1 1 0 1 2' --input='3xf32=3 4 5' --input='2xi64=2 2' 2>&1 | FileCheck %s --check-prefix=C14-LAST
// C14-LAST: error: 'weft.sparse_concat' op expected 'indices'[1][2][1] to be in [0, 2), but got 2

// RUN: %{run} --input='2x2xi64=-1 0 1 1' --input='2xf32=1 2' --input='2xi64=2 3' %{good1} 2>&1 | FileCheck %s --check-prefix=C14-FIRST
// C14-FIRST: error: 'weft.sparse_concat' op expected 'indices'[0][0][0] to be in [0, 2), but got -1

// The difference of these coordinates overflows.
// RUN: %{run} --input='2x2xi64=9223372036854775807 0 -9223372036854775808 1' --input='2xf32=1 2' --input='2xi64=2 3' %{good1} 2>&1 | FileCheck %s --check-prefix=C14-EXTREME
// C14-EXTREME: error: 'weft.sparse_concat' op expected 'indices'[0][0][0] to be in [0, 2), but got 9223372036854775807

// RUN: %{run} --input='0x2xi64=' --input='0xf32=' --input='2xi64=2 0' --input='1x2xi64=0 0' --input='1xf32=3' --input='2xi64=2 0' 2>&1 | FileCheck %s --check-prefix=C14-SIZE-0
// C14-SIZE-0: error: 'weft.sparse_concat' op expected 'indices'[1][0][1] to be in [0, 0), but got 0

// RUN: %{run} %{good0} --input='3x2xi64=0 1 1 0 0 1' --input='3xf32=3 4 5' --input='2xi64=2 2' 2>&1 | FileCheck %s --check-prefix=C15
// C15: error: 'weft.sparse_concat' op expected the rows of 'indices'[1] to be in row-major order, but row 2 is before row 1

// RUN: %{run} %{good0} --input='3x2xi64=0 1 0 0 1 1' --input='3xf32=3 4 5' --input='2xi64=2 2' 2>&1 | FileCheck %s --check-prefix=C15-COLUMN
// C15-COLUMN: error: 'weft.sparse_concat' op expected the rows of 'indices'[1] to be in row-major order, but row 1 is before row 0

// Eight rows are checked at once: the second one, the last of eight, and the ones that overlap others.
// DEFINE: %{long} = not weft-run %s --entry=long
// DEFINE: %{rest} = --input='11xf32=0 1 2 3 4 5 6 7 8 9 10' --input='3xi64=12 2 3'
// RUN: weft-run %s --entry=long --input='11x3xi64=0 0 0 0 0 0 0 0 1 0 1 0 3 0 0 4 0 0 5 0 0 6 0 0 6 1 0 6 1 2 11 0 0' %{rest} | FileCheck %s --check-prefix=LONG
// LONG{LITERAL}: [6, 1, 2], [11, 0, 0]]
// RUN: %{long} --input='11x3xi64=0 0 1 0 0 0 2 0 0 3 0 0 4 0 0 5 0 0 6 0 0 7 0 0 8 0 0 9 0 0 10 0 0' %{rest} 2>&1 | FileCheck %s --check-prefix=LONG-1
// LONG-1: but row 1 is before row 0
// RUN: %{long} --input='11x3xi64=0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 5 0 0 6 0 0 7 1 0 7 0 2 9 0 0 10 0 0' %{rest} 2>&1 | FileCheck %s --check-prefix=LONG-8
// LONG-8: but row 8 is before row 7
// RUN: %{long} --input='11x3xi64=0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 5 0 0 6 0 0 7 1 0 8 0 2 9 0 0 8 1 0' %{rest} 2>&1 | FileCheck %s --check-prefix=LONG-10
// LONG-10: but row 10 is before row 9
// RUN: %{long} --input='11x3xi64=0 0 0 1 0 0 2 0 0 3 0 0 4 0 -1 5 0 0 6 0 0 7 1 0 8 0 2 9 0 0 10 1 0' %{rest} 2>&1 | FileCheck %s --check-prefix=LONG-LOW
// LONG-LOW: expected 'indices'[0][4][2] to be in [0, 3), but got -1
// RUN: %{long} --input='11x3xi64=0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 5 0 0 6 0 0 7 1 0 8 0 2 9 0 0 10 2 0' %{rest} 2>&1 | FileCheck %s --check-prefix=LONG-HIGH
// LONG-HIGH: expected 'indices'[0][10][1] to be in [0, 2), but got 2

// RUN: not weft-run %s --entry=three_entries --input='2x1xi64=0 1' --input='2xf32=1 2' --input='1xi64=2' 2>&1 | FileCheck %s --check-prefix=C16
// C16: error: 'weft.sparse_concat' op expected 'output_indices' to have the size of its type in dimension 0 (3), but got 2

// RUN: not weft-run %s --entry=many_dimensions --input='2x9xi64=0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0' --input='2xf32=1 2' --input='9xi64=2 2 2 2 2 2 2 2 2' 2>&1 | FileCheck %s --check-prefix=MANY-ORDER
// MANY-ORDER: error: 'weft.sparse_concat' op expected the rows of 'indices'[0] to be in row-major order, but row 1 is before row 0
// RUN: not weft-run %s --entry=many_dimensions --input='2x9xi64=0 0 0 0 0 0 0 0 1 1 0 0 0 2 0 0 0 0' --input='2xf32=1 2' --input='9xi64=2 2 2 2 2 2 2 2 2' 2>&1 | FileCheck %s --check-prefix=MANY-BOUND
// MANY-BOUND: error: 'weft.sparse_concat' op expected 'indices'[0][1][4] to be in [0, 2), but got 2

// With sort_inputs the order does not matter, the bounds do.
// RUN: weft-run %s --entry=sorting --input='3x2xi64=1 1 0 1 0 0' --input='3xf32=3 4 5' --input='2xi64=2 2' | FileCheck %s --check-prefix=SORTING
// SORTING{LITERAL}: result 0: 3x2xi64 = [[0, 0], [0, 1], [1, 1]]
// RUN: not weft-run %s --entry=sorting --input='3x2xi64=1 1 0 2 0 0' --input='3xf32=3 4 5' --input='2xi64=2 2' 2>&1 | FileCheck %s --check-prefix=SORTING-BOUND
// SORTING-BOUND: error: 'weft.sparse_concat' op expected 'indices'[0][1][1] to be in [0, 2), but got 2

// Without the run-time library the messages are the same, without values. C13 cannot be run: no machine holds so many entries.
// RUN: weft-opt %s --generate-runtime-verification | FileCheck %s --check-prefix=ASSERT
// ASSERT-LABEL: func @concat
// ASSERT: cf.assert %{{.*}}expected 'indices'[?] to have 2 columns
// ASSERT: cf.assert %{{.*}}expected all inputs together to have at most 9223372036854775807 entries
// ASSERT: weft.sparse_concat

func.func @concat(%i0: tensor<?x2xi64>, %v0: tensor<?xf32>, %s0: tensor<?xi64>, %i1: tensor<?x?xi64>, %v1: tensor<?xf32>, %s1: tensor<?xi64>)
    -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i0, %i1 : tensor<?x2xi64>, tensor<?x?xi64>) values(%v0, %v1 : tensor<?xf32>, tensor<?xf32>)
      shapes(%s0, %s1 : tensor<?xi64>, tensor<?xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

func.func @three_entries(%i: tensor<?x1xi64>, %v: tensor<?xf32>, %s: tensor<1xi64>) -> tensor<3x1xi64> {
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<1xi64>)
      -> tensor<3x1xi64>, tensor<?xf32>, tensor<1xi64>
  return %0#0 : tensor<3x1xi64>
}

func.func @long(%i: tensor<?x3xi64>, %v: tensor<?xf32>, %s: tensor<3xi64>) -> tensor<?x3xi64> {
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x3xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<3xi64>)
      -> tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
  return %0#0 : tensor<?x3xi64>
}

func.func @many_dimensions(%i: tensor<?x9xi64>, %v: tensor<?xf32>, %s: tensor<9xi64>) -> tensor<?x9xi64> {
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x9xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<9xi64>)
      -> tensor<?x9xi64>, tensor<?xf32>, tensor<9xi64>
  return %0#0 : tensor<?x9xi64>
}

func.func @sorting(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<?x2xi64> {
  %0:3 = weft.sparse_concat dim 0 sort_inputs indices(%i : tensor<?x2xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0 : tensor<?x2xi64>
}

// Nothing is checked twice, and nothing that the types show.
// RUN: weft-opt %s --weft-insert-checks | FileCheck %s --check-prefix=TYPES
// TYPES-LABEL: func @types_show
// TYPES-NOT: columns
// TYPES-NOT: elements
// TYPES-NOT: size of its type
// TYPES: weft.sparse_concat {{.*}} {weft.checked}
func.func @types_show(%i: tensor<3x2xi64>, %v: tensor<3xf32>, %s: tensor<2xi64>) -> tensor<3x2xi64> {
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<3x2xi64>) values(%v : tensor<3xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<3x2xi64>, tensor<3xf32>, tensor<2xi64>
  return %0#0 : tensor<3x2xi64>
}
