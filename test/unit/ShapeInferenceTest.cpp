//===- ShapeInferenceTest.cpp - Result types of the weft ops --------------===//

#include "weft/Dialect/Weft/IR/ShapeInference.h"

#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
