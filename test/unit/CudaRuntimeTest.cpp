//===- CudaRuntimeTest.cpp - The run-time library of GPU code -------------===//
//
// Each test runs on the stand-in for the driver. Those of the first call run in
// a process of their own.
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include "weft-runtime/Cuda.h"
#include "weft-runtime/Runtime.h"

#include "gtest/gtest.h"
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

/// The message of the failure of a lambda, or "".
std::string failure(const std::function<void()> &body) {
  char message[4096];
  int status = weft_invoke(
      [](void *argument) {
        (*static_cast<const std::function<void()> *>(argument))();
      },
      const_cast<std::function<void()> *>(&body), message, sizeof message);
  EXPECT_EQ(status == WEFT_OK, message[0] == '\0');
  return message;
}

/// Adds the number of the thread to each of n words.
constexpr char addNumbers[] = R"(
.version 7.8
.target sm_80
.address_size 64
.visible .entry add(.param .u64 words, .param .u32 n)
.maxntid 64, 1, 1
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  ld.param.b64 %rd1, [words];
  ld.param.b32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r2, 64, %r3;
  setp.ge.u32 %p1, %r4, %r1;
  @%p1 bra $end;
  mul.wide.u32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.b32 %r5, [%rd3];
  add.s32 %r6, %r5, %r4;
  st.global.b32 [%rd3], %r6;
$end:
  ret;
}
)";

class CudaRuntime : public testing::Test {
protected:
  void SetUp() override { setenv("WEFT_CUDA_DRIVER", WEFT_CUDA_EMULATOR, 1); }
  void TearDown() override { weft_emulator_reset(); }

  void *getKernel() {
    void *module = mgpuModuleLoadJIT(const_cast<char *>(addNumbers), 2);
    return mgpuModuleGetFunction(module, "add");
  }

  static void launch(void *function, intptr_t grid, void *words, uint32_t n,
                     void *stream) {
    void *parameters[] = {&words, &n};
    mgpuLaunchKernel(function, grid, 1, 1, 64, 1, 1, 0, stream, parameters,
                     nullptr, 2);
  }
};

TEST_F(CudaRuntime, CopiesAndRunsKernels) {
  void *function = getKernel();
  std::vector<uint32_t> words(100, 1000);
  void *stream = mgpuStreamCreate();
  void *buffer = mgpuMemAlloc(400, stream, false);
  mgpuMemcpy(buffer, words.data(), 400, stream);
  launch(function, 2, buffer, 100, stream);
  mgpuMemcpy(words.data(), buffer, 400, stream);
  mgpuMemFree(buffer, stream);
  mgpuStreamSynchronize(stream);
  mgpuStreamDestroy(stream);
  for (uint32_t i = 0; i < 100; ++i)
    EXPECT_EQ(words[i], 1000 + i);
}

TEST_F(CudaRuntime, FillsMemory) {
  std::vector<uint32_t> words(3);
  void *stream = mgpuStreamCreate();
  void *buffer = mgpuMemAlloc(12, stream, false);
  mgpuMemset32(buffer, 0x01020304, 3, stream);
  mgpuMemset16(buffer, 0xffee, 3, stream);
  mgpuMemcpy(words.data(), buffer, 12, stream);
  mgpuMemFree(buffer, stream);
  mgpuStreamSynchronize(stream);
  mgpuStreamDestroy(stream);
  EXPECT_EQ(words, (std::vector<uint32_t>{0xffeeffee, 0x0102ffee, 0x01020304}));
}

TEST_F(CudaRuntime, EventsOrderStreams) {
  uint32_t word = 0;
  void *first = mgpuStreamCreate(), *second = mgpuStreamCreate();
  void *event = mgpuEventCreate();
  void *buffer = mgpuMemAlloc(4, first, false);
  mgpuMemset32(buffer, 5, 1, first);
  mgpuEventRecord(event, first);
  mgpuStreamWaitEvent(second, event);
  mgpuMemcpy(&word, buffer, 4, second);
  mgpuStreamSynchronize(second);
  EXPECT_EQ(word, 5u);
  mgpuMemset32(buffer, 6, 1, first);
  mgpuEventRecord(event, first);
  mgpuEventSynchronize(event);
  mgpuMemcpy(&word, buffer, 4, second);
  mgpuMemFree(buffer, second);
  mgpuStreamSynchronize(second);
  EXPECT_EQ(word, 6u);
  mgpuEventDestroy(event);
  mgpuStreamDestroy(second);
  mgpuStreamDestroy(first);
}

TEST_F(CudaRuntime, PoolsStreamsAndEvents) {
  void *stream = mgpuStreamCreate(), *event = mgpuEventCreate();
  mgpuStreamDestroy(stream);
  mgpuEventDestroy(event);
  EXPECT_EQ(mgpuStreamCreate(), stream);
  EXPECT_EQ(mgpuEventCreate(), event);
  void *another = mgpuStreamCreate();
  EXPECT_NE(another, stream);
  mgpuStreamDestroy(another);
  mgpuStreamDestroy(stream);
  mgpuEventDestroy(event);
}

TEST_F(CudaRuntime, EmptyIsNothing) {
  weft_emulator_reset_counts();
  EXPECT_EQ(failure([&] {
              void *buffer = mgpuMemAlloc(0, nullptr, false);
              EXPECT_EQ(buffer, nullptr);
              mgpuMemcpy(buffer, nullptr, 0, nullptr);
              mgpuMemset32(buffer, 1, 0, nullptr);
              mgpuMemset16(buffer, 1, 0, nullptr);
              launch(getKernel(), 0, buffer, 0, nullptr);
              mgpuMemFree(buffer, nullptr);
              mgpuStreamSynchronize(nullptr);
            }),
            "");
  weft_emulator_counts counts;
  weft_emulator_get_counts(&counts);
  EXPECT_EQ(counts.launches, 0u);
}

TEST_F(CudaRuntime, ErrorsHaveTheDriversMessage) {
  EXPECT_EQ(failure([] { mgpuModuleLoadJIT(const_cast<char *>("no PTX"), 2); }),
            "error: CUDA: cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX: PTX line "
            "1: not PTX: it does not begin with .version");
  EXPECT_EQ(failure([] { mgpuModuleLoad(const_cast<char *>("\177ELF"), 4); }),
            "error: CUDA: cuModuleLoadDataEx: CUDA_ERROR_INVALID_IMAGE: "
            "machine code cannot be run here, only PTX");
  EXPECT_EQ(failure([] { mgpuMemAlloc(uint64_t(1) << 60, nullptr, false); }),
            "error: CUDA: cuMemAllocAsync: CUDA_ERROR_OUT_OF_MEMORY: device "
            "memory has no room for 1152921504606846976 bytes");
  EXPECT_EQ(failure([&] {
              mgpuModuleGetFunction(
                  mgpuModuleLoadJIT(const_cast<char *>(addNumbers), 2), "sub");
            }),
            "error: CUDA: cuModuleGetFunction: CUDA_ERROR_NOT_FOUND: the "
            "module has no kernel 'sub'");
  EXPECT_EQ(failure([] { mgpuMemAlloc(4, nullptr, true); }),
            "error: CUDA: memory that is shared with the host is not "
            "supported");
}

TEST_F(CudaRuntime, ReportsFaultsWhereTheHostWaits) {
  void *function = getKernel();
  std::string message = failure([&] {
    void *stream = mgpuStreamCreate();
    void *buffer = mgpuMemAlloc(400, stream, false);
    mgpuMemset32(buffer, 0, 100, stream);
    launch(function, 2, buffer, 101, stream);
    mgpuStreamSynchronize(stream);
  });
  EXPECT_EQ(message.find("error: CUDA: cuStreamSynchronize: "
                         "CUDA_ERROR_ILLEGAL_ADDRESS: add, block 1,0,0, "
                         "thread 36,0,0: load of 4 bytes outside device "
                         "memory at 0x"),
            0u)
      << message;
}

TEST_F(CudaRuntime, RefusesImpossibleLaunches) {
  void *function = getKernel();
  auto launchAs = [&](intptr_t grid, intptr_t block) {
    return failure([&] {
      mgpuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, nullptr, nullptr,
                       nullptr, 0);
    });
  };
  // These would be other numbers in 32 bits.
  EXPECT_EQ(launchAs(intptr_t(1) << 32, 64),
            "error: CUDA: a grid of 4294967296 x 1 x 1 blocks is too large");
  EXPECT_EQ(launchAs(-1, 64),
            "error: CUDA: a grid of -1 x 1 x 1 blocks is too large");
  EXPECT_EQ(launchAs(1, (intptr_t(1) << 32) + 64),
            "error: CUDA: a block cannot have 4294967360 x 1 x 1 threads");
}

TEST_F(CudaRuntime, RegistersHostMemory) {
  std::vector<uint32_t> words(12, 1);
  struct {
    uint32_t *allocated, *aligned;
    int64_t offset, sizes[2], strides[2];
  } descriptor = {words.data(), words.data(), 2, {2, 5}, {5, 1}};
  mgpuMemHostRegisterMemRef(2, &descriptor, 4);
  void *stream = mgpuStreamCreate();
  launch(getKernel(), 1, words.data() + 2, 10, stream);
  mgpuStreamSynchronize(stream);
  mgpuStreamDestroy(stream);
  mgpuMemHostUnregisterMemRef(2, &descriptor, 4);
  EXPECT_EQ(words[1], 1u);
  EXPECT_EQ(words[11], 10u);
  descriptor.sizes[0] = 0;
  mgpuMemHostRegisterMemRef(2, &descriptor, 4);
  mgpuMemHostUnregisterMemRef(2, &descriptor, 4);
}

TEST_F(CudaRuntime, ManyThreadsAtOnce) {
  void *function = getKernel();
  std::vector<std::thread> threads;
  std::vector<std::vector<uint32_t>> results(4);
  for (uint32_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      std::vector<uint32_t> &words = results[t];
      for (int round = 0; round < 20; ++round) {
        words.assign(70, t);
        void *stream = mgpuStreamCreate();
        void *buffer = mgpuMemAlloc(280, stream, false);
        mgpuMemcpy(buffer, words.data(), 280, stream);
        launch(function, 2, buffer, 70, stream);
        mgpuMemcpy(words.data(), buffer, 280, stream);
        mgpuMemFree(buffer, stream);
        mgpuStreamSynchronize(stream);
        mgpuStreamDestroy(stream);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (uint32_t t = 0; t < 4; ++t)
    for (uint32_t i = 0; i < 70; ++i)
      EXPECT_EQ(results[t][i], t + i);
}

using CudaRuntimeDeathTest = CudaRuntime;

/// What the first call of a process with this driver prints.
void expectFirstCallToFail(const char *driver, const char *message) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        setenv("WEFT_CUDA_DRIVER", driver, 1);
        mgpuStreamCreate();
      },
      testing::ExitedWithCode(1), message);
}

TEST_F(CudaRuntimeDeathTest, NamesAMissingDriver) {
  expectFirstCallToFail(
      "/nowhere/libcuda.so",
      "^error: CUDA: there is no driver: /nowhere/libcuda.so: "
      "cannot open shared object file");
  expectFirstCallToFail("libm.so.6",
                        "^error: CUDA: the driver 'libm.so.6' has no cuInit");
}

TEST_F(CudaRuntimeDeathTest, ReportsABadDevice) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        mgpuSetDefaultDevice(3);
        mgpuStreamCreate();
      },
      testing::ExitedWithCode(1),
      "^error: CUDA: cuDeviceGet: CUDA_ERROR_INVALID_DEVICE: there is one "
      "device");
}

TEST_F(CudaRuntimeDeathTest, ReportsSettingsOfTheEmulator) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        setenv("WEFT_EMULATOR_ORDER", "sideways", 1);
        mgpuStreamCreate();
      },
      testing::ExitedWithCode(1),
      "^error: CUDA: cuInit: CUDA_ERROR_INVALID_VALUE: the environment "
      "variable WEFT_EMULATOR_ORDER cannot be 'sideways'");
}

} // namespace
