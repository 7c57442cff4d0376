//===- SparseConcatShapeInferenceTest.cpp - Result types of sparse_concat -===//

#include "weft/Dialect/Weft/IR/ShapeInference.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {
class SparseConcatShapeInference : public testing::Test {
protected:
  RankedTensorType indices(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getI64Type());
  }
  RankedTensorType values(int64_t count) {
    return RankedTensorType::get({count}, builder.getF32Type());
  }

  /// Infers, and keeps the text of an error.
  FailureOr<SmallVector<RankedTensorType, 3>>
  infer(int64_t dim, ArrayRef<Type> indices, ArrayRef<Type> values,
        ArrayRef<Type> shapes) {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      message = diagnostic.str();
      return success();
    });
    return inferSparseConcatTypes(
        [&] { return emitError(UnknownLoc::get(&context)); }, dim, indices,
        values, shapes);
  }

  static constexpr int64_t dynamic = ShapedType::kDynamic;
  MLIRContext context;
  Builder builder{&context};
  std::string message;
};
} // namespace

TEST_F(SparseConcatShapeInference, AddsStaticEntries) {
  auto types = infer(1, {indices({4, 2}), indices({3, 2})},
                     {values(4), values(3)}, {indices({2}), indices({2})});
  ASSERT_TRUE(succeeded(types));
  EXPECT_EQ((*types)[0], indices({7, 2}));
  EXPECT_EQ((*types)[1], values(7));
  EXPECT_EQ((*types)[2], indices({2}));
}

TEST_F(SparseConcatShapeInference, TakesEachSizeFromWhereItIsStatic) {
  auto types =
      infer(-3, {indices({dynamic, dynamic}), indices({3, dynamic})},
            {values(4), values(dynamic)}, {indices({dynamic}), indices({3})});
  ASSERT_TRUE(succeeded(types));
  EXPECT_EQ((*types)[0], indices({7, 3}));
  EXPECT_EQ((*types)[1], values(7));
  EXPECT_EQ((*types)[2], indices({3}));
}

TEST_F(SparseConcatShapeInference, OneDynamicInputMakesTheSumDynamic) {
  auto types =
      infer(0, {indices({4, 2}), indices({dynamic, 2})},
            {values(4), values(dynamic)}, {indices({2}), indices({2})});
  ASSERT_TRUE(succeeded(types));
  EXPECT_EQ((*types)[0], indices({dynamic, 2}));
  EXPECT_EQ((*types)[1], values(dynamic));
}

TEST_F(SparseConcatShapeInference, RefusesWhatIsNoTensorOfTheRank) {
  EXPECT_TRUE(failed(infer(0, {builder.getI64Type()}, {values(1)},
                           {indices({1})})));
  EXPECT_EQ(message,
            "expected 'indices'[0] to be a tensor of rank 2, but got 'i64'");
  EXPECT_TRUE(failed(infer(0, {indices({1, 1})}, {values(1)},
                           {indices({1, 1})})));
  EXPECT_EQ(message, "expected 'shapes'[0] to be a tensor of rank 1, but got "
                     "'tensor<1x1xi64>'");
}

TEST_F(SparseConcatShapeInference, RefusesDimensionsOutsideTheRank) {
  for (int64_t dim : {INT64_MIN, int64_t(-3), int64_t(2), INT64_MAX}) {
    EXPECT_TRUE(
        failed(infer(dim, {indices({1, 2})}, {values(1)}, {indices({2})})));
    EXPECT_EQ(message, "expected 'concat_dim' to be in [-2, 2), but got " +
                           std::to_string(dim));
  }
}

TEST_F(SparseConcatShapeInference, RefusesSumsBeyond64Bits) {
  int64_t half = int64_t(1) << 62;
  EXPECT_TRUE(failed(infer(0, {indices({half, 1}), indices({half, 1})},
                           {values(half), values(half)},
                           {indices({1}), indices({1})})));
  EXPECT_NE(message.find("at most 9223372036854775807 entries"),
            std::string::npos);
}

TEST_F(SparseConcatShapeInference, IsSilentWithoutAnErrorFunction) {
  unsigned diagnostics = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) {
    ++diagnostics;
    return success();
  });
  EXPECT_TRUE(failed(inferSparseConcatTypes(nullptr, 0, {}, {}, {})));
  EXPECT_EQ(diagnostics, 0u);
}

TEST_F(SparseConcatShapeInference, BuilderLeavesErrorsToTheVerifier) {
  context.loadDialect<WeftDialect>();
  OpBuilder opBuilder(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  opBuilder.setInsertionPointToStart(module->getBody());
  auto op = SparseConcatOp::create(opBuilder, UnknownLoc::get(&context), 0,
                                   ValueRange(), ValueRange(), ValueRange());
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(verify(op)));
  EXPECT_NE(message.find("expected at least 1 input, but got 0"),
            std::string::npos);
}
