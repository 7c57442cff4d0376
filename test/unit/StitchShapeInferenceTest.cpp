//===- StitchShapeInferenceTest.cpp - Of parallel_dynamic_stitch ----------===//

#include "weft/Dialect/Weft/IR/ShapeInference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {
constexpr int64_t dyn = ShapedType::kDynamic;

class StitchShapeInference : public testing::Test {
protected:
  StitchShapeInference() : builder(&context) {
    context.loadDialect<WeftDialect, arith::ArithDialect>();
  }

  Type index(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getI32Type());
  }
  RankedTensorType data(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getF32Type());
  }
  /// The error that inference reports, or "" if it does not.
  std::string error(ArrayRef<Type> indices, ArrayRef<Type> data) {
    std::string text;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      text = diagnostic.str();
      return success();
    });
    (void)inferParallelDynamicStitchType(
        [&] { return emitError(builder.getUnknownLoc()); }, indices, data, dyn);
    return text;
  }

  MLIRContext context;
  OpBuilder builder;
};

TEST_F(StitchShapeInference, GathersWhatTheInputsKnow) {
  EXPECT_EQ(inferParallelDynamicStitchType(
                nullptr, {index({}), index({2, dyn})},
                {data({dyn, 3}), data({2, 5, 4, dyn})}, /*rows=*/7),
            data({7, 4, 3}));
  EXPECT_EQ(inferParallelDynamicStitchType(nullptr, {index({dyn})},
                                           {data({dyn, dyn})}, dyn),
            data({dyn, dyn}));
}

TEST_F(StitchShapeInference, ReportsTheInputThatDoesNotFit) {
  EXPECT_EQ(error({}, {}), "expected at least 1 input, but got 0");
  EXPECT_EQ(error({index({2})}, {data({3})}),
            "expected dimension 0 of 'data'[0] to be 2 as in 'indices'[0], but "
            "got 3");
  EXPECT_EQ(
      error({index({}), index({2})}, {data({4}), data({2, 5})}),
      "expected dimension 1 of 'data'[1] to be 4 as in the inputs before, "
      "but got 5");
}

TEST_F(StitchShapeInference, IsSilentWithoutAnEmitter) {
  ScopedDiagnosticHandler handler(&context, [](Diagnostic &) {
    ADD_FAILURE() << "a diagnostic was emitted";
    return success();
  });
  EXPECT_TRUE(failed(
      inferParallelDynamicStitchType(nullptr, {index({2})}, {data({3})}, dyn)));
  EXPECT_TRUE(failed(inferParallelDynamicStitchType(nullptr, {}, {}, dyn)));
}

TEST_F(StitchShapeInference, BuilderCountsConstantIndices) {
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto constant = [&](ArrayRef<int32_t> values) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32TensorAttr(values));
  };
  auto rows = [&](int64_t n) -> Value {
    auto zeros =
        DenseElementsAttr::get(data({n, 2}), builder.getF32FloatAttr(0.0f));
    return arith::ConstantOp::create(builder, loc, zeros);
  };
  auto op = ParallelDynamicStitchOp::create(
      builder, loc, ValueRange{constant({4, 1}), constant({0})},
      ValueRange{rows(2), rows(1)});
  EXPECT_EQ(op.getMergedType(), data({5, 2}));
  EXPECT_TRUE(succeeded(verify(op)));

  op =
      ParallelDynamicStitchOp::create(builder, loc, constant({4, -1}), rows(2));
  EXPECT_EQ(op.getMergedType(), data({dyn, 2}));

  // Operands that do not fit make an op that the verifier refuses.
  ScopedDiagnosticHandler handler(&context,
                                  [](Diagnostic &) { return success(); });
  op = ParallelDynamicStitchOp::create(builder, loc, constant({4}), rows(2));
  EXPECT_TRUE(failed(verify(op)));
}
} // namespace
