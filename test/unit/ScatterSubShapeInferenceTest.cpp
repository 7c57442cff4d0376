//===- ScatterSubShapeInferenceTest.cpp - Of tensor_scatter_sub -----------===//

#include "weft/Dialect/Weft/IR/ShapeInference.h"

#include "mlir/IR/Builders.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {
constexpr int64_t dyn = ShapedType::kDynamic;

class ScatterSubShapeInference : public testing::Test {
protected:
  ScatterSubShapeInference() : builder(&context) {}

  RankedTensorType index(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getI64Type());
  }
  RankedTensorType data(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getF32Type());
  }
  /// The error that inference reports, or "" if it does not.
  std::string error(RankedTensorType indices, RankedTensorType updates,
                    RankedTensorType tensor) {
    std::string text;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      text = diagnostic.str();
      return success();
    });
    (void)inferTensorScatterSubType(
        [&] { return emitError(builder.getUnknownLoc()); }, indices, updates,
        tensor);
    return text;
  }

  MLIRContext context;
  OpBuilder builder;
};

TEST_F(ScatterSubShapeInference, IsTheTypeOfTheTensor) {
  RankedTensorType tensor = data({dyn, 3, 4});
  EXPECT_EQ(
      inferTensorScatterSubType(nullptr, index({5, 2}), data({5, 4}), tensor),
      tensor);
  // Rank-1 indices, depth 0 and a depth that only the ranks tell.
  EXPECT_EQ(inferTensorScatterSubType(nullptr, index({3}), data({}), tensor),
            tensor);
  EXPECT_EQ(inferTensorScatterSubType(nullptr, index({7, 0}),
                                      data({7, dyn, dyn, 4}), tensor),
            tensor);
  EXPECT_EQ(inferTensorScatterSubType(nullptr, index({dyn, dyn}),
                                      data({dyn, 3, dyn}), tensor),
            tensor);
}

TEST_F(ScatterSubShapeInference, ReportsWhatDoesNotFit) {
  EXPECT_EQ(error(index({}), data({}), data({4})),
            "expected rank of 'indices' to be at least 1, but got 0");
  EXPECT_EQ(
      error(index({1, 2}), data({1}), data({4})),
      "expected dimension 1 of 'indices', the depth of an index, to be at "
      "most 1, the rank of 'tensor', but got 2");
  EXPECT_EQ(
      error(index({2, 1}), data({3}), data({4})),
      "expected dimension 0 of 'updates' to be 2 as in 'indices', but got "
      "3");
  EXPECT_EQ(error(index({2, 1}), data({2, 1}), data({4, 2})),
            "expected dimension 1 of 'updates' to be 2 as in 'tensor', but got "
            "1");
  EXPECT_EQ(error(index({2, 1}), data({2, dyn}), data({4, 2})), "");
}

TEST_F(ScatterSubShapeInference, IsSilentWithoutAnEmitter) {
  ScopedDiagnosticHandler handler(&context, [](Diagnostic &) {
    ADD_FAILURE() << "a diagnostic was emitted";
    return success();
  });
  EXPECT_TRUE(failed(
      inferTensorScatterSubType(nullptr, index({}), data({}), data({4}))));
}
} // namespace
