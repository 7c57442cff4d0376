//===- SpaceOpsShapeInferenceTest.cpp - Result types of the space ops -----===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/InitAll.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

constexpr int64_t kDyn = ShapedType::kDynamic;
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

class SpaceOpsShapeInferenceTest : public ::testing::Test {
protected:
  SpaceOpsShapeInferenceTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  RankedTensorType type(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, Float32Type::get(&context));
  }
  /// The inferred shape, or nothing on failure. Collects errors in `error`.
  template <typename InferFn>
  std::optional<std::vector<int64_t>>
  infer(InferFn inferType, ArrayRef<int64_t> input, ArrayRef<int64_t> blocks,
        ArrayRef<int64_t> pairs) {
    error.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      error = diagnostic.str();
      return success();
    });
    auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
    FailureOr<RankedTensorType> result =
        inferType(emit, type(input), blocks, pairs);
    // Without a place for errors the answer is the same, silently.
    std::string emitted = error;
    EXPECT_EQ(succeeded(result),
              succeeded(inferType(nullptr, type(input), blocks, pairs)));
    EXPECT_EQ(error, emitted);
    EXPECT_EQ(failed(result), !error.empty());
    if (failed(result))
      return std::nullopt;
    return std::vector<int64_t>(result->getShape());
  }
  std::optional<std::vector<int64_t>> s2b(ArrayRef<int64_t> input,
                                          ArrayRef<int64_t> blocks,
                                          ArrayRef<int64_t> paddings) {
    return infer(inferSpaceToBatchNdType, input, blocks, paddings);
  }
  std::optional<std::vector<int64_t>> b2s(ArrayRef<int64_t> input,
                                          ArrayRef<int64_t> blocks,
                                          ArrayRef<int64_t> crops) {
    return infer(inferBatchToSpaceNdType, input, blocks, crops);
  }

  using Shape = std::vector<int64_t>;
  MLIRContext context;
  std::string error;
};

TEST_F(SpaceOpsShapeInferenceTest, SpaceToBatchKnownSizes) {
  EXPECT_EQ(s2b({1, 4, 6, 3}, {2, 3}, {0, 0, 2, 1}), Shape({6, 2, 3, 3}));
  EXPECT_EQ(s2b({5}, {}, {}), Shape({5}));
  EXPECT_EQ(s2b({2, 0}, {4}, {3, 1}), Shape({8, 1}));
  EXPECT_EQ(s2b({1, kMax}, {1}, {0, 0}), Shape({1, kMax}));
}

TEST_F(SpaceOpsShapeInferenceTest, SpaceToBatchUnknownSizes) {
  EXPECT_EQ(s2b({kDyn, 4, kDyn}, {2}, {0, 0}), Shape({kDyn, 2, kDyn}));
  EXPECT_EQ(s2b({3, kDyn, 4}, {2, 2}, {0, 0, 0, 0}), Shape({12, kDyn, 2}));
  EXPECT_EQ(s2b({3, 4, 4}, {2, kDyn}, {0, 0, 0, 0}), Shape({kDyn, 2, kDyn}));
  EXPECT_EQ(s2b({3, 4}, {2}, {kDyn, 0}), Shape({6, kDyn}));
  // Nothing times anything is nothing.
  EXPECT_EQ(s2b({0, 0}, {kDyn}, {0, 0}), Shape({0, 0}));
}

TEST_F(SpaceOpsShapeInferenceTest, SpaceToBatchErrors) {
  EXPECT_EQ(s2b({1, 4}, {2, 2}, {0, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(error, "expected 'input' to have rank 3 or more, but got 2");
  EXPECT_EQ(s2b({1, 4}, {2}, {0}), std::nullopt);
  EXPECT_EQ(error, "expected paddings to have 2 entries, but got 1");
  EXPECT_EQ(s2b({1, 4}, {0}, {0, 0}), std::nullopt);
  EXPECT_EQ(error, "expected block_shape[0] to be at least 1, but got 0");
  EXPECT_EQ(s2b({1, 4}, {2}, {kDyn, -1}), std::nullopt);
  EXPECT_EQ(error, "expected paddings[0][1] to be non-negative, but got -1");
  EXPECT_EQ(s2b({1, 4}, {3}, {0, 0}), std::nullopt);
  EXPECT_EQ(error,
            "expected padded dimension 1 (4) to be divisible by block_shape[0] "
            "(3)");
  // Overflow is found although a factor is unknown: it is at least 1.
  EXPECT_EQ(s2b({4, 4, 4}, {kMax, kDyn}, {0, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(s2b({1, kDyn}, {1}, {kMax, 1}), std::nullopt);
  EXPECT_EQ(s2b({0, 0, 0}, {kMax, 2}, {0, 0, 0, 0}), std::nullopt);
  // A batch of 0 may be multiplied by anything.
  EXPECT_EQ(s2b({0, 0}, {kMax}, {0, 0}), Shape({0, 0}));
}

TEST_F(SpaceOpsShapeInferenceTest, BatchToSpaceKnownSizes) {
  EXPECT_EQ(b2s({6, 2, 3, 3}, {2, 3}, {0, 0, 2, 1}), Shape({1, 4, 6, 3}));
  EXPECT_EQ(b2s({5}, {}, {}), Shape({5}));
  EXPECT_EQ(b2s({4, 2}, {2}, {3, 1}), Shape({2, 0}));
  EXPECT_EQ(b2s({0, 1}, {kMax}, {0, 0}), Shape({0, kMax}));
}

TEST_F(SpaceOpsShapeInferenceTest, BatchToSpaceUnknownSizes) {
  EXPECT_EQ(b2s({kDyn, 4, kDyn}, {2}, {1, 0}), Shape({kDyn, 7, kDyn}));
  EXPECT_EQ(b2s({12, kDyn, 4}, {2, 2}, {0, 0, 0, 0}), Shape({3, kDyn, 8}));
  EXPECT_EQ(b2s({12, 4, 4}, {2, kDyn}, {0, 0, 0, 0}), Shape({kDyn, 8, kDyn}));
  EXPECT_EQ(b2s({6, 4}, {2}, {kDyn, 0}), Shape({3, kDyn}));
  EXPECT_EQ(b2s({0, 0}, {kDyn}, {0, kDyn}), Shape({0, 0}));
}

TEST_F(SpaceOpsShapeInferenceTest, BatchToSpaceErrors) {
  EXPECT_EQ(b2s({6, 1}, {4}, {0, 0}), std::nullopt);
  EXPECT_EQ(error, "expected the batch size (6) to be divisible by the product "
                   "of block_shape (4)");
  EXPECT_EQ(b2s({6, 1, 1}, {4, kDyn}, {0, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(b2s({2, 1}, {2}, {2, 1}), std::nullopt);
  EXPECT_EQ(error,
            "expected crops[0][0] (2) plus crops[0][1] (1) to be at most "
            "dimension 1 times block_shape[0] (2)");
  EXPECT_EQ(b2s({2, 1}, {2}, {kDyn, 3}), std::nullopt);
  EXPECT_EQ(b2s({2, 1}, {2}, {kMax, kMax}), std::nullopt);
  EXPECT_EQ(b2s({0, 2}, {kMax}, {0, 0}), std::nullopt);
}

// Builders infer the same type, and leave wrong arguments to the verifier.
TEST_F(SpaceOpsShapeInferenceTest, Builders) {
  Location loc = UnknownLoc::get(&context);
  OpBuilder builder(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto function = func::FuncOp::create(
      builder, loc, "f",
      builder.getFunctionType({type({4, 2}), builder.getIndexType()}, {}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  Value input = body->getArgument(0), size = body->getArgument(1);
  OpFoldResult zero = builder.getIndexAttr(0), two = builder.getIndexAttr(2);

  auto spaceToBatch =
      SpaceToBatchNdOp::create(builder, loc, input, {two}, {zero, size});
  EXPECT_EQ(spaceToBatch.getOutputType(), type({8, kDyn}));
  EXPECT_EQ(spaceToBatch.getStaticPaddings(), ArrayRef<int64_t>({0, kDyn}));
  auto batchToSpace =
      BatchToSpaceNdOp::create(builder, loc, input, {size}, {zero, zero});
  EXPECT_EQ(batchToSpace.getOutputType(), type({kDyn, kDyn}));
  EXPECT_TRUE(succeeded(verify(spaceToBatch)));
  EXPECT_TRUE(succeeded(verify(batchToSpace)));

  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    error = diagnostic.str();
    return success();
  });
  auto wrong =
      SpaceToBatchNdOp::create(builder, loc, input, {zero}, {zero, zero});
  EXPECT_EQ(wrong.getOutputType(), type({kDyn, kDyn}));
  EXPECT_TRUE(failed(verify(wrong)));
  EXPECT_EQ(error, "'weft.space_to_batch_nd' op expected block_shape[0] to be "
                   "at least 1, but got 0");
}

} // namespace
