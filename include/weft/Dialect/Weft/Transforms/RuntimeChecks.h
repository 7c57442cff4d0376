//===- RuntimeChecks.h - Run-time checks of weft ops ------------*- C++ -*-===//
//
// What only run-time values show to be wrong is checked by IR that stands in
// front of the op. This header says how one check is written; emitRuntimeChecks
// writes those of an op, in the order of the op's constraints.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_TRANSFORMS_RUNTIMECHECKS_H
#define WEFT_DIALECT_WEFT_TRANSFORMS_RUNTIMECHECKS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/SymbolTable.h"
#include "weft/Dialect/Weft/IR/Weft.h"

namespace weft {

/// What a run-time check becomes.
enum class CheckMode {
  /// Nothing: the op is trusted.
  None,
  /// `cf.assert` with the message, without the values.
  Assert,
  /// A branch to a call of `weft_fail`, whose message names the values.
  Runtime
};

/// Emits checks of one op at the insertion point of `builder`.
class CheckBuilder {
public:
  /// Turns a message into the text of a `cf.assert`, see
  /// RuntimeVerifiableOpInterface.
  using MessageFn =
      llvm::function_ref<std::string(mlir::Operation *, llvm::StringRef)>;

  /// `symbols` is shared by all checks of a pass: texts become globals of the
  /// module, and finding them otherwise takes time in proportion to their number.
  CheckBuilder(mlir::OpBuilder &builder, mlir::Operation *op, CheckMode mode,
               mlir::SymbolTableCollection &symbols,
               MessageFn assertMessage = nullptr)
      : builder(builder), op(op), loc(op->getLoc()), mode(mode),
        symbols(&symbols), assertMessage(assertMessage) {}

  /// Checks that the i1 `ok` holds. `format` is the message after "'weft.x' op ",
  /// in the words of the verifier; each `%d` in it stands for the next of
  /// `values` (integers of up to 64 bits, taken as signed, or index). A check of a
  /// constant true is not emitted. The text of `cf.assert` cannot name values:
  /// there " (%d)" and ", but got %d" are dropped, and any other %d reads "?".
  void expect(mlir::Value ok, const llvm::Twine &format,
              mlir::ValueRange values = {});

  /// The same, with values that are worth computing only once the check has
  /// failed: `computeValues` is called with the insertion point on that path, and
  /// not at all where values are not shown. The path is only taken when `ok` is
  /// false, so reads of a bad row are safe there.
  void expect(
      mlir::Value ok, const llvm::Twine &format,
      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &)>
          computeValues);

  /// Checks that `ok` holds in the way of CheckMode::Runtime, whatever the mode. The
  /// message is used as it is.
  void expectMessage(mlir::Value ok, llvm::StringRef message);

  /// Whether checks are emitted at all.
  bool isEnabled() const { return mode != CheckMode::None; }

  mlir::OpBuilder &builder;
  mlir::Operation *op;
  mlir::Location loc;
  /// The check of four times as many indices of a scatter is divided among threads;
  /// 0: never.
  int64_t parallelEntries = 0;

private:
  /// Branches to a call of weft_fail; `format` is a printf format for int64_t.
  void failUnless(
      mlir::Value ok, llvm::StringRef format,
      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &)>
          computeValues);

  CheckMode mode;
  mlir::SymbolTableCollection *symbols;
  MessageFn assertMessage;
};

/// Emits the run-time checks of an op in front of it (at the insertion point).
void emitRuntimeChecks(SpaceToBatchNdOp op, CheckBuilder &checks);
void emitRuntimeChecks(BatchToSpaceNdOp op, CheckBuilder &checks);
void emitRuntimeChecks(ParallelDynamicStitchOp op, CheckBuilder &checks);
void emitRuntimeChecks(TensorScatterSubOp op, CheckBuilder &checks);
void emitRuntimeChecks(SparseConcatOp op, CheckBuilder &checks);

/// Emits the run-time checks of every weft op under `root` that is not marked
/// `weft.checked`, and marks it. In mode Runtime `root` must be a module, or lie
/// in one, since `weft_fail` is declared there; `root` is then not to be
/// processed in parallel with its siblings. Ops for which `isLeft` holds are left
/// as they are. `parallelEntries`: see CheckBuilder.
mlir::LogicalResult insertRuntimeChecks(
    mlir::Operation *root, CheckMode mode, int64_t parallelEntries = 0,
    llvm::function_ref<bool(mlir::Operation *)> isLeft = nullptr);

/// Attaches RuntimeVerifiableOpInterface, which the dialect promises, to the ops.
void registerRuntimeVerifiableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_TRANSFORMS_RUNTIMECHECKS_H
