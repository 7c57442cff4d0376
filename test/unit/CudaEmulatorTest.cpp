//===- CudaEmulatorTest.cpp - The stand-in for the CUDA driver ------------===//

#include "Emulator.h"

#include "gtest/gtest.h"
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
int cuInit(unsigned);
int cuModuleLoadDataEx(void **, const void *, unsigned, int *, void **);
int cuModuleUnload(void *);
int cuModuleGetFunction(void **, void *, const char *);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                   unsigned, unsigned, void *, void **, void **);
int cuStreamCreate(void **, unsigned);
int cuStreamDestroy_v2(void *);
int cuStreamSynchronize(void *);
int cuStreamWaitEvent(void *, void *, unsigned);
int cuEventCreate(void **, unsigned);
int cuEventDestroy_v2(void *);
int cuEventRecord(void *, void *);
int cuEventSynchronize(void *);
int cuEventElapsedTime(float *, void *, void *);
int cuPointerGetAttribute(void *, int, uint64_t);
int cuMemAlloc_v2(uint64_t *, size_t);
int cuMemFree_v2(uint64_t);
int cuMemAllocAsync(uint64_t *, size_t, void *);
int cuMemFreeAsync(uint64_t, void *);
int cuMemHostRegister_v2(void *, size_t, unsigned);
int cuMemHostUnregister(void *);
int cuMemcpyAsync(uint64_t, uint64_t, size_t, void *);
int cuMemsetD32Async(uint64_t, unsigned, size_t, void *);
int cuGetErrorName(int, const char **);
}

namespace {

enum {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  InvalidImage = 200,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  InvalidHandle = 400,
  NotFound = 500,
  IllegalAddress = 700
};

uint64_t toAddress(void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// PTX of one kernel `f` with two 64-bit parameters, in %rd1 and %rd2; %r1 is
/// the number of the thread, %rd3 four times that.
std::string kernel(const std::string &body,
                   const std::string &directives = "") {
  return ".version 7.8\n.target sm_80\n.address_size 64\n"
         ".visible .entry f(\n.param .u64 .ptr .align 1 a,\n.param .u64 "
         "b\n)\n" +
         directives +
         "{\n"
         ".reg .pred %p<4>;\n.reg .b16 %rs<8>;\n.reg .b32 %r<8>;\n"
         ".reg .b64 %rd<16>;\n"
         "ld.param.b64 %rd1, [a];\nld.param.b64 %rd2, [b];\n"
         "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
         "mov.u32 %r4, %tid.x;\nmad.lo.s32 %r1, %r2, %r3, %r4;\n"
         "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\n" +
         body + "\nret;\n}\n";
}

class CudaEmulator : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), Success);
    ASSERT_EQ(cuStreamCreate(&stream, 0), Success);
  }

  void TearDown() override {
    weft_emulator_reset();
    weft_emulator_reset_counts();
    EXPECT_EQ(cuStreamDestroy_v2(stream), Success);
    for (uint64_t address : buffers)
      cuMemFree_v2(address);
    for (const char *name :
         {"WEFT_EMULATOR_ORDER", "WEFT_EMULATOR_SM", "WEFT_EMULATOR_RACES",
          "WEFT_EMULATOR_COUNTS", "WEFT_EMULATOR_MEMORY",
          "WEFT_EMULATOR_INSTRUCTIONS"})
      unsetenv(name);
    EXPECT_EQ(cuInit(0), Success);
  }

  void set(const char *name, const char *value) {
    setenv(name, value, 1);
    ASSERT_EQ(cuInit(0), Success);
  }

  uint64_t allocate(size_t size) {
    uint64_t address = 0;
    EXPECT_EQ(cuMemAlloc_v2(&address, size), Success);
    buffers.push_back(address);
    return address;
  }

  int load(const std::string &ptx, void **module) {
    return cuModuleLoadDataEx(module, ptx.c_str(), 0, nullptr, nullptr);
  }

  void *getFunction(const std::string &ptx) {
    void *module = nullptr, *function = nullptr;
    EXPECT_EQ(load(ptx, &module), Success) << weft_emulator_last_error();
    EXPECT_EQ(cuModuleGetFunction(&function, module, "f"), Success);
    return function;
  }

  /// Launches and waits; returns the first error.
  int launch(const std::string &ptx, uint64_t a, uint64_t b = 0,
             unsigned grid = 1, unsigned block = 1) {
    void *parameters[] = {&a, &b};
    if (int error = cuLaunchKernel(getFunction(ptx), grid, 1, 1, block, 1, 1, 0,
                                   stream, parameters, nullptr))
      return error;
    return cuStreamSynchronize(stream);
  }

  /// Expects a launch to end with a fault that says `text`.
  void expectFault(const std::string &body, uint64_t a, const char *text,
                   unsigned block = 1, uint64_t b = 0) {
    EXPECT_EQ(launch(kernel(body), a, b, 1, block), IllegalAddress);
    EXPECT_NE(std::string(weft_emulator_last_error()).find(text),
              std::string::npos)
        << weft_emulator_last_error();
    // A context with a fault is of no more use.
    EXPECT_EQ(cuStreamSynchronize(stream), IllegalAddress);
    weft_emulator_reset();
  }

  std::vector<uint32_t> read(uint64_t address, size_t count) {
    std::vector<uint32_t> values(count);
    EXPECT_EQ(
        cuMemcpyAsync(toAddress(values.data()), address, count * 4, stream),
        Success);
    EXPECT_EQ(cuStreamSynchronize(stream), Success)
        << weft_emulator_last_error();
    return values;
  }

  void write(uint64_t address, const std::vector<uint32_t> &values) {
    EXPECT_EQ(cuMemcpyAsync(address,
                            toAddress(const_cast<uint32_t *>(values.data())),
                            values.size() * 4, stream),
              Success);
  }

  /// Runs instructions on %r5 = x and %r6 = y and returns %r7.
  uint32_t compute(const std::string &body, uint32_t x, uint32_t y = 0) {
    uint64_t buffer = allocate(12);
    write(buffer, {x, y});
    EXPECT_EQ(launch(kernel("ld.global.b32 %r5, [%rd1];\n"
                            "ld.global.b32 %r6, [%rd1+4];\n" +
                            body + "\nst.global.b32 [%rd1+8], %r7;"),
                     buffer),
              Success)
        << weft_emulator_last_error();
    return read(buffer + 8, 1)[0];
  }

  void *stream = nullptr;
  std::vector<uint64_t> buffers;
};

//===----------------------------------------------------------------------===//
// What kernels compute
//===----------------------------------------------------------------------===//

constexpr const char *storeNumber = "st.global.b32 [%rd4], %r1;";

TEST_F(CudaEmulator, RunsEveryThreadOnceInEveryOrder) {
  for (const char *order :
       {"forward", "reverse", "random", "random:7", "random:8"}) {
    set("WEFT_EMULATOR_ORDER", order);
    weft_emulator_reset_counts();
    uint64_t buffer = allocate(4 * 60);
    ASSERT_EQ(launch(kernel(storeNumber), buffer, 0, 5, 12), Success);
    std::vector<uint32_t> values = read(buffer, 60);
    for (uint32_t i = 0; i < 60; ++i)
      EXPECT_EQ(values[i], i) << order;
    weft_emulator_counts counts;
    weft_emulator_get_counts(&counts);
    EXPECT_EQ(counts.launches, 1u);
    EXPECT_EQ(counts.threads, 60u);
    EXPECT_EQ(counts.instructions, 60u * 10);
    EXPECT_EQ(counts.stored_bytes, 240u);
  }
}

/// Each thread appends its number: the list is the order.
TEST_F(CudaEmulator, OrdersDiffer) {
  const std::string append = "atom.global.add.u32 %r5, [%rd2], 1;\n"
                             "mul.wide.u32 %rd5, %r5, 4;\n"
                             "add.s64 %rd6, %rd1, %rd5;\n"
                             "st.global.b32 [%rd6], %r1;";
  auto run = [&](const char *order) {
    set("WEFT_EMULATOR_ORDER", order);
    uint64_t list = allocate(4 * 8), count = allocate(4);
    write(count, {0});
    EXPECT_EQ(launch(kernel(append), list, count, 2, 4), Success);
    return read(list, 8);
  };
  EXPECT_EQ(run("forward"), (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(run("reverse"), (std::vector<uint32_t>{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_NE(run("random:1"), run("random:2"));
}

TEST_F(CudaEmulator, Arithmetic) {
  EXPECT_EQ(compute("mul.hi.u32 %r7, %r5, %r6;", 0x80000000, 6), 3u);
  EXPECT_EQ(compute("mul.hi.s32 %r7, %r5, %r6;", 0x80000000, 6), -3u);
  EXPECT_EQ(compute("div.s32 %r7, %r5, %r6;", -7u, 2), -3u);
  EXPECT_EQ(compute("div.s32 %r7, %r5, -1;", 0x80000000), 0x80000000);
  EXPECT_EQ(compute("rem.s32 %r7, %r5, %r6;", -7u, 2), -1u);
  EXPECT_EQ(compute("shr.s32 %r7, %r5, 40;", 0x80000000), -1u);
  EXPECT_EQ(compute("shl.b32 %r7, %r5, 32;", 1), 0u);
  EXPECT_EQ(compute("shf.l.wrap.b32 %r7, %r5, %r6, 8;", 0xab000000, 1), 0x1abu);
  EXPECT_EQ(compute("prmt.b32 %r7, %r5, %r6, 0x1054;", 0x44332211, 0x88776655),
            0x22116655u);
  EXPECT_EQ(compute("prmt.b32 %r7, %r5, %r6, 0x1054U;", 0x44332211, 0x88776655),
            0x22116655u);
  EXPECT_EQ(compute("clz.b32 %r7, %r5;", 1), 31u);
  EXPECT_EQ(compute("bfe.s32 %r7, %r5, 4, 4;", 0xf0), -1u);
  EXPECT_EQ(
      compute("setp.lt.s32 %p1, %r5, %r6;\nselp.b32 %r7, 1, 2, %p1;", -1u, 0),
      1u);
  EXPECT_EQ(
      compute("setp.lt.u32 %p1, %r5, %r6;\nselp.b32 %r7, 1, 2, %p1;", -1u, 0),
      2u);
  // 1.5 + 2 in f32, f16 and bf16.
  EXPECT_EQ(compute("add.rn.f32 %r7, %r5, %r6;", 0x3fc00000, 0x40000000),
            0x40600000u);
  EXPECT_EQ(compute("cvt.u16.u32 %rs1, %r5;\ncvt.u16.u32 %rs2, %r6;\n"
                    "add.f16 %rs3, %rs1, %rs2;\ncvt.u32.u16 %r7, %rs3;",
                    0x3e00, 0x4000),
            0x4300u);
  EXPECT_EQ(compute("cvt.u16.u32 %rs1, %r5;\ncvt.u16.u32 %rs2, %r6;\n"
                    "add.bf16 %rs3, %rs1, %rs2;\ncvt.u32.u16 %r7, %rs3;",
                    0x3fc0, 0x4000),
            0x4060u);
}

TEST_F(CudaEmulator, ConvertsHalvesAsHardwareDoes) {
  auto toHalf = [&](float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, 4);
    return compute("cvt.rn.f16.f32 %rs1, %r5;\ncvt.u32.u16 %r7, %rs1;", bits);
  };
  EXPECT_EQ(toHalf(1.0f), 0x3c00u);
  EXPECT_EQ(toHalf(-0.0f), 0x8000u);
  EXPECT_EQ(toHalf(65504.0f), 0x7bffu);
  EXPECT_EQ(toHalf(65520.0f), 0x7c00u);         // ties to infinity
  EXPECT_EQ(toHalf(0x1p-24f), 1u);              // the least subnormal
  EXPECT_EQ(toHalf(0x1p-25f), 0u);              // ties to even
  EXPECT_EQ(toHalf(0x1.ffep-15f), 0x3ffu + 1u); // carries into the exponent
  EXPECT_EQ(toHalf(INFINITY), 0x7c00u);
  for (uint32_t half : {0x0001u, 0x03ffu, 0x0400u, 0x3c01u, 0x7c00u, 0x8400u})
    EXPECT_EQ(compute("cvt.u16.u32 %rs1, %r5;\ncvt.f32.f16 %r6, %rs1;\n"
                      "cvt.rn.f16.f32 %rs2, %r6;\ncvt.u32.u16 %r7, %rs2;",
                      half),
              half);
}

TEST_F(CudaEmulator, VectorsAndBranches) {
  uint64_t buffer = allocate(32);
  write(buffer, {1, 2, 3, 4});
  EXPECT_EQ(launch(kernel("ld.global.v4.b32 {%r4, %r5, %r6, %r7}, [%rd1];\n"
                          "st.global.v4.b32 [%rd1+16], {%r7, %r6, %r5, %r4};"),
                   buffer),
            Success)
      << weft_emulator_last_error();
  EXPECT_EQ(read(buffer + 16, 4), (std::vector<uint32_t>{4, 3, 2, 1}));
  // The sum of 1 ... 10.
  EXPECT_EQ(compute("mov.b32 %r7, 0;\n$L__BB0_1:\nadd.s32 %r7, %r7, %r5;\n"
                    "add.s32 %r5, %r5, -1;\nsetp.ne.s32 %p1, %r5, 0;\n"
                    "@%p1 bra $L__BB0_1;",
                    10),
            55u);
  const std::string choose = "$T:\n.branchtargets $A, $B;\n"
                             "brx.idx %r5, $T;\n$A:\nmov.u32 %r7, 7;\n"
                             "bra.uni $C;\n$B:\nmov.u32 %r7, 9;\n$C:";
  EXPECT_EQ(compute(choose, 0), 7u);
  EXPECT_EQ(compute(choose, 1), 9u);
  EXPECT_EQ(compute("mov.b64 %rd5, {%r5, %r6};\nshr.u64 %rd6, %rd5, 16;\n"
                    "mov.b64 {%r7, _}, %rd6;",
                    0xaaaa1111, 0x2222bbbb),
            0xbbbbaaaau);
}

TEST_F(CudaEmulator, ScopesHaveRegistersOfTheirOwn) {
  EXPECT_EQ(
      compute("mov.b64 %rd5, 0x700000005;\n"
              "{ .reg .b32 t, u; mov.b64 {t, %r7}, %rd5; }\n"
              "{ .reg .b64 t; mov.b64 t, %rd1; "
              "{ .reg .b32 t<2>, %r7; mov.b32 %r7, 3; mov.b32 t1, %r7; } }",
              0),
      7u);
  void *module = nullptr;
  EXPECT_EQ(load(kernel("{ .reg .b32 t; }\nmov.b32 %r5, t;"), &module),
            InvalidPtx);
  EXPECT_EQ(load(kernel(std::string(20, '{') + std::string(20, '}')), &module),
            InvalidPtx);
}

TEST_F(CudaEmulator, Atomics) {
  uint64_t buffer = allocate(8);
  write(buffer, {5, 0});
  EXPECT_EQ(launch(kernel("red.relaxed.gpu.global.add.u32 [%rd1], 2;"), buffer,
                   0, 2, 8),
            Success);
  EXPECT_EQ(read(buffer, 1)[0], 37u);
  // 16 times max of the number of the thread.
  EXPECT_EQ(
      launch(kernel("red.global.max.s32 [%rd1+4], %r1;"), buffer, 0, 2, 8),
      Success);
  EXPECT_EQ(read(buffer, 2)[1], 15u);
  // A compare-and-swap loop that adds 1 begins with a plain load.
  const char *loop = "ld.global.b32 %r5, [%rd1];\n$L1:\nadd.s32 %r6, %r5, 1;\n"
                     "atom.global.cas.b32 %r7, [%rd1], %r5, %r6;\n"
                     "setp.ne.s32 %p1, %r7, %r5;\nmov.b32 %r5, %r7;\n"
                     "@%p1 bra $L1;";
  EXPECT_EQ(launch(kernel(loop), buffer, 0, 2, 8), Success)
      << weft_emulator_last_error();
  EXPECT_EQ(read(buffer, 1)[0], 53u);
  // Atomics on f32 in global memory flush subnormal numbers.
  write(buffer, {0x3f800000, 1});
  EXPECT_EQ(launch(kernel("red.global.add.f32 [%rd1], 0f3F000000;\n"
                          "red.global.add.f32 [%rd1+4], 0f00000001;"),
                   buffer),
            Success);
  EXPECT_EQ(read(buffer, 2), (std::vector<uint32_t>{0x3fc00000, 0}));
}

/// Thread i stores where thread 31 - i loads after the barrier.
TEST_F(CudaEmulator, SharedMemoryAndBarriers) {
  auto reverse = [](const char *barrier) {
    return kernel(".shared .align 4 .b8 buffer[128];\n"
                  "mov.u32 %r5, buffer;\nshl.b32 %r6, %r1, 2;\n"
                  "add.s32 %r6, %r5, %r6;\nst.shared.b32 [%r6], %r1;\n" +
                  std::string(barrier) +
                  "sub.s32 %r6, 31, %r1;\nshl.b32 %r6, %r6, 2;\n"
                  "add.s32 %r6, %r5, %r6;\nld.shared.b32 %r7, [%r6];\n"
                  "st.global.b32 [%rd4], %r7;");
  };
  uint64_t buffer = allocate(128);
  EXPECT_EQ(launch(reverse("bar.sync 0;\n"), buffer, 0, 1, 32), Success)
      << weft_emulator_last_error();
  std::vector<uint32_t> values = read(buffer, 32);
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], 31 - i);
  EXPECT_EQ(launch(reverse(""), buffer, 0, 1, 32), IllegalAddress);
}

//===----------------------------------------------------------------------===//
// What is wrong with kernels
//===----------------------------------------------------------------------===//

TEST_F(CudaEmulator, FindsAccessesOutsideBuffers) {
  uint64_t buffer = allocate(40);
  expectFault(storeNumber, buffer, "outside device memory", 11);
  expectFault("ld.global.b32 %r5, [%rd1+-4];", buffer, "outside device memory");
  expectFault("ld.global.v4.b32 {%r4, %r5, %r6, %r7}, [%rd1+32];", buffer,
              "outside device memory");
  expectFault(storeNumber, 0, "outside device memory");
  expectFault("ld.param.b64 %rd5, [a+12];", buffer, "misaligned");
  expectFault("ld.param.b64 %rd5, [a+16];", buffer, "outside the parameters");
  // Ten threads, not eleven, are right.
  EXPECT_EQ(launch(kernel(storeNumber), buffer, 0, 1, 10), Success);
}

TEST_F(CudaEmulator, NamesThePlaceOfAFault) {
  uint64_t buffer = allocate(40);
  EXPECT_EQ(launch(kernel(storeNumber), buffer, 0, 2, 6), IllegalAddress);
  std::string error = weft_emulator_last_error();
  EXPECT_EQ(error.find("f, block 1,0,0, thread 4,0,0: store of 4 bytes "
                       "outside device memory at 0x"),
            0u)
      << error;
  EXPECT_NE(error.find("; PTX line 21: st.global.b32 [%rd4], %r1"),
            std::string::npos)
      << error;
}

TEST_F(CudaEmulator, FindsFreedMemory) {
  uint64_t buffer = 0;
  ASSERT_EQ(cuMemAlloc_v2(&buffer, 4), Success);
  ASSERT_EQ(cuMemFree_v2(buffer), Success);
  EXPECT_EQ(cuMemFree_v2(buffer), InvalidValue);
  expectFault(storeNumber, buffer, "outside device memory");
}

TEST_F(CudaEmulator, FindsMisalignedAccesses) {
  uint64_t buffer = allocate(64);
  expectFault("st.global.b32 [%rd1+2], %r1;", buffer, "misaligned");
  expectFault("st.global.v4.b32 [%rd1+8], {%r1, %r1, %r1, %r1};", buffer,
              "misaligned access of 16 bytes");
}

TEST_F(CudaEmulator, FindsUninitialisedReads) {
  uint64_t buffer = allocate(8);
  write(buffer, {1});
  EXPECT_EQ(launch(kernel("ld.global.b32 %r5, [%rd1];"), buffer), Success);
  expectFault("ld.global.b64 %rd5, [%rd1];", buffer, "uninitialised");
  expectFault("red.global.add.u32 [%rd1+4], 1;", buffer, "uninitialised");
  std::vector<uint32_t> values(2);
  EXPECT_EQ(cuMemcpyAsync(toAddress(values.data()), buffer, 8, stream),
            Success);
  EXPECT_EQ(cuStreamSynchronize(stream), IllegalAddress);
  EXPECT_NE(strstr(weft_emulator_last_error(), "uninitialised"), nullptr);
}

TEST_F(CudaEmulator, FindsRaces) {
  // All write one word; all read what thread 0 writes; thread 0 writes what all
  // read; a plain write beside atomics.
  const char *races[] = {
      "st.global.b32 [%rd1], %r1;",
      "setp.eq.s32 %p1, %r1, 0;\n@%p1 st.global.b32 [%rd1], 1;\n"
      "@!%p1 ld.global.b32 %r5, [%rd1];",
      "setp.eq.s32 %p1, %r1, 0;\n@!%p1 st.global.b32 [%rd1], 1;\n"
      "@%p1 ld.global.b32 %r5, [%rd1];",
      "setp.eq.s32 %p1, %r1, 0;\n@%p1 st.global.b32 [%rd1], 1;\n"
      "@!%p1 red.global.add.u32 [%rd1], 1;",
      "setp.eq.s32 %p1, %r1, 1;\n@%p1 st.global.b32 [%rd1], 1;\n"
      "@!%p1 red.global.add.u32 [%rd1], 1;"};
  for (const char *body : races)
    for (const char *order : {"forward", "reverse", "random:3"}) {
      set("WEFT_EMULATOR_ORDER", order);
      uint64_t buffer = allocate(4);
      write(buffer, {0});
      expectFault(body, buffer, "race", 2);
      set("WEFT_EMULATOR_RACES", "0");
      EXPECT_EQ(launch(kernel(body), buffer, 0, 1, 2), Success);
      set("WEFT_EMULATOR_RACES", "1");
    }
}

/// What one launch writes the next may read and write.
TEST_F(CudaEmulator, LaunchesDoNotRace) {
  uint64_t buffer = allocate(4);
  const std::string first = kernel("setp.eq.s32 %p1, %r1, 0;\n"
                                   "@%p1 st.global.b32 [%rd1], 5;");
  const std::string second = kernel("setp.eq.s32 %p1, %r1, 1;\n"
                                    "@%p1 st.global.b32 [%rd1], 6;");
  EXPECT_EQ(launch(first, buffer, 0, 1, 2), Success);
  EXPECT_EQ(launch(second, buffer, 0, 1, 2), Success);
  EXPECT_EQ(read(buffer, 1)[0], 6u);
}

TEST_F(CudaEmulator, FindsHostPointersInKernels) {
  std::vector<uint32_t> host(16, 1);
  expectFault(storeNumber, toAddress(host.data()), "outside device memory");
  // Registered memory is the exception.
  ASSERT_EQ(cuMemHostRegister_v2(host.data(), 64, 0), Success);
  EXPECT_EQ(launch(kernel(storeNumber), toAddress(host.data()), 0, 1, 16),
            Success);
  EXPECT_EQ(host[15], 15u);
  ASSERT_EQ(cuMemHostUnregister(host.data()), Success);
  EXPECT_EQ(cuMemHostUnregister(host.data()), InvalidValue);
}

TEST_F(CudaEmulator, DevicePointersEndHostCode) {
  uint64_t buffer = allocate(4);
  EXPECT_DEATH(*reinterpret_cast<volatile uint32_t *>(buffer) = 1, "");
}

TEST_F(CudaEmulator, FindsWhatWouldNotEnd) {
  set("WEFT_EMULATOR_INSTRUCTIONS", "1000");
  expectFault("$L1:\nbra.uni $L1;", 0, "still running");
  expectFault("trap;", 0, "trap");
  expectFault("mov.b32 %r5, 0;\ndiv.u32 %r6, %r1, %r5;", 0, "division by zero");
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

TEST_F(CudaEmulator, HostCodeThatDoesNotWaitReadsStaleMemory) {
  uint64_t buffer = allocate(4), zero = 0;
  void *parameters[] = {&buffer, &zero};
  uint32_t value = 77;
  ASSERT_EQ(cuLaunchKernel(getFunction(kernel("st.global.b32 [%rd1], 5;")), 1,
                           1, 1, 1, 1, 1, 0, stream, parameters, nullptr),
            Success);
  ASSERT_EQ(cuMemcpyAsync(toAddress(&value), buffer, 4, stream), Success);
  EXPECT_EQ(value, 77u);
  ASSERT_EQ(cuStreamSynchronize(stream), Success);
  EXPECT_EQ(value, 5u);
}

TEST_F(CudaEmulator, StreamsWaitForEachOtherByEventsOnly) {
  void *other = nullptr, *event = nullptr;
  ASSERT_EQ(cuStreamCreate(&other, 0), Success);
  ASSERT_EQ(cuEventCreate(&event, 0), Success);
  uint64_t buffer = allocate(4);
  uint32_t value = 0;
  ASSERT_EQ(cuMemsetD32Async(buffer, 9, 1, other), Success);
  ASSERT_EQ(cuEventRecord(event, other), Success);
  ASSERT_EQ(cuStreamWaitEvent(stream, event, 0), Success);
  EXPECT_EQ(read(buffer, 1)[0], 9u);
  // The same without the event.
  uint64_t second = allocate(4);
  ASSERT_EQ(cuMemsetD32Async(second, 9, 1, other), Success);
  ASSERT_EQ(cuMemcpyAsync(toAddress(&value), second, 4, stream), Success);
  EXPECT_EQ(cuStreamSynchronize(stream), IllegalAddress);
  weft_emulator_reset();
  ASSERT_EQ(cuMemsetD32Async(second, 9, 1, other), Success);
  ASSERT_EQ(cuEventRecord(event, other), Success);
  ASSERT_EQ(cuEventSynchronize(event), Success);
  EXPECT_EQ(read(second, 1)[0], 9u);
  EXPECT_EQ(cuEventDestroy_v2(event), Success);
  EXPECT_EQ(cuEventDestroy_v2(event), InvalidHandle);
  EXPECT_EQ(cuStreamDestroy_v2(other), Success);
  EXPECT_EQ(cuStreamSynchronize(other), InvalidHandle);
}

TEST_F(CudaEmulator, EventsWaitButHaveNoTime) {
  uint64_t a = allocate(4);
  void *start = nullptr, *end = nullptr;
  EXPECT_EQ(cuEventCreate(&start, 0), Success);
  EXPECT_EQ(cuEventCreate(&end, 0), Success);
  EXPECT_EQ(cuEventRecord(start, stream), Success);
  EXPECT_EQ(cuMemsetD32Async(a, 7, 1, stream), Success);
  EXPECT_EQ(cuEventRecord(end, stream), Success);
  float milliseconds = 1;
  EXPECT_EQ(cuEventElapsedTime(&milliseconds, start, end), Success);
  EXPECT_EQ(milliseconds, 0);
  EXPECT_EQ(read(a, 1)[0], 7u);
  EXPECT_EQ(cuEventDestroy_v2(start), Success);
  EXPECT_EQ(cuEventElapsedTime(&milliseconds, start, end), InvalidHandle);
  EXPECT_EQ(cuEventDestroy_v2(end), Success);
}

TEST_F(CudaEmulator, KnowsWhereMemoryIs) {
  constexpr int memoryType = 2, ofDevice = 2;
  int type = 0;
  EXPECT_EQ(cuPointerGetAttribute(&type, memoryType, allocate(4)), Success);
  EXPECT_EQ(type, ofDevice);
  EXPECT_EQ(cuPointerGetAttribute(&type, memoryType, toAddress(&type)),
            InvalidValue);
}

TEST_F(CudaEmulator, MemoryIsFreedInTheOrderOfItsStream) {
  uint64_t buffer = 0;
  ASSERT_EQ(cuMemAllocAsync(&buffer, 4, stream), Success);
  ASSERT_EQ(cuMemsetD32Async(buffer, 3, 1, stream), Success);
  EXPECT_EQ(read(buffer, 1)[0], 3u);
  ASSERT_EQ(cuMemFreeAsync(buffer, stream), Success);
  ASSERT_EQ(cuMemsetD32Async(buffer, 3, 1, stream), Success);
  EXPECT_EQ(cuStreamSynchronize(stream), IllegalAddress);
}

TEST_F(CudaEmulator, MemoryIsLimited) {
  set("WEFT_EMULATOR_MEMORY", "1000");
  uint64_t first = 0, second = 0;
  EXPECT_EQ(cuMemAlloc_v2(&first, 0), InvalidValue);
  EXPECT_EQ(cuMemAlloc_v2(&first, 600), Success);
  EXPECT_EQ(cuMemAlloc_v2(&second, 600), OutOfMemory);
  EXPECT_EQ(cuMemAlloc_v2(&second, UINT64_MAX), OutOfMemory);
  EXPECT_EQ(cuMemFree_v2(first), Success);
  EXPECT_EQ(cuMemAlloc_v2(&second, 600), Success);
  EXPECT_EQ(cuMemFree_v2(second), Success);
}

//===----------------------------------------------------------------------===//
// Launches and modules
//===----------------------------------------------------------------------===//

TEST_F(CudaEmulator, RefusesImpossibleLaunches) {
  uint64_t a = 0, b = 0;
  void *parameters[] = {&a, &b};
  auto launchAs = [&](void *function, std::vector<unsigned> sizes) {
    return cuLaunchKernel(function, sizes[0], sizes[1], sizes[2], sizes[3],
                          sizes[4], sizes[5], 0, stream, parameters, nullptr);
  };
  void *any = getFunction(kernel(""));
  EXPECT_EQ(launchAs(any, {1, 1, 1, 32, 32, 1}), Success);
  for (std::vector<unsigned> sizes :
       std::vector<std::vector<unsigned>>{{0, 1, 1, 1, 1, 1},
                                          {0x80000000, 1, 1, 1, 1, 1},
                                          {1, 65536, 1, 1, 1, 1},
                                          {1, 1, 65536, 1, 1, 1},
                                          {1, 1, 1, 0, 1, 1},
                                          {1, 1, 1, 1025, 1, 1},
                                          {1, 1, 1, 32, 33, 1},
                                          {1, 1, 1, 1, 1, 65}})
    EXPECT_EQ(launchAs(any, sizes), InvalidValue);
  void *atMost = getFunction(kernel("", ".maxntid 64, 1, 1\n"));
  EXPECT_EQ(launchAs(atMost, {1, 1, 1, 64, 1, 1}), Success);
  EXPECT_EQ(launchAs(atMost, {1, 1, 1, 65, 1, 1}), InvalidValue);
  EXPECT_NE(strstr(weft_emulator_last_error(), ".maxntid"), nullptr);
  void *exactly = getFunction(kernel("", ".reqntid 64\n"));
  EXPECT_EQ(launchAs(exactly, {1, 1, 1, 64, 1, 1}), Success);
  EXPECT_EQ(launchAs(exactly, {1, 1, 1, 32, 1, 1}), InvalidValue);
  int noKernel = 0;
  EXPECT_EQ(launchAs(&noKernel, {1, 1, 1, 1, 1, 1}), InvalidHandle);
  EXPECT_EQ(cuStreamSynchronize(stream), Success);
}

TEST_F(CudaEmulator, RefusesWhatTheDeviceCannotRun) {
  void *module = nullptr;
  set("WEFT_EMULATOR_SM", "75");
  EXPECT_EQ(load(kernel(""), &module), NoBinaryForGpu);
  EXPECT_STREQ(weft_emulator_last_error(),
               "PTX for sm_80 cannot run on a device with sm_75");
  set("WEFT_EMULATOR_SM", "80");
  EXPECT_EQ(load(kernel(""), &module), Success);
  EXPECT_EQ(load("\177ELF....", &module), InvalidImage);
  std::string many = ".entry f(.param .align 4 .b8 a[4400])\n{\nret;\n}\n";
  EXPECT_EQ(load(".version 8.0\n.target sm_80\n" + many, &module), InvalidPtx);
  EXPECT_EQ(load(".version 8.1\n.target sm_80\n" + many, &module), Success);
  void *function = nullptr;
  EXPECT_EQ(cuModuleGetFunction(&function, module, "g"), NotFound);
  EXPECT_EQ(cuModuleUnload(module), Success);
  EXPECT_EQ(cuModuleUnload(module), InvalidHandle);
}

TEST_F(CudaEmulator, BadPtxIsAnError) {
  struct {
    const char *body;
    const char *error;
  } cases[] = {
      {"frob.b32 %r1, %r2;", "unsupported instruction: frob.b32"},
      {"add.cc.u32 %r1, %r2, %r3;", "unsupported instruction: add.cc.u32"},
      {"add %r1, %r2, %r3;", "unsupported instruction: add"},
      {"setp.s32 %p1, %r1, %r2;", "unsupported instruction: setp.s32"},
      {"ld.local.b32 %r1, [%rd1];", "unsupported instruction: ld.local.b32"},
      {"shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;", "unsupported instruction"},
      {"add.s32 %r1, %r2;", "expected 3 operands, but got 2"},
      {"add.s32 %r1, %r2, [%rd1];", "an operand does not fit"},
      {"add.s32 1, %r2, %r3;", "an operand does not fit"},
      {"ld.global.v2.b32 %r1, [%rd1];", "an operand does not fit"},
      {"ld.global.v2.b32 {%r1, %r2, %r3}, [%rd1];", "an operand does not fit"},
      {"ld.global.b32 %r1, %rd1;", "an operand does not fit"},
      {"mov.b32 {%r1, %r2}, {%r3, %r4};", "an operand does not fit"},
      {"mov.b32 %r99, 1;", "unknown register '%r99'"},
      {"mov.b32 %clock, 1;", "unknown register '%clock'"},
      {"bra $nowhere;", "unknown label '$nowhere'"},
      {"brx.idx %r1, $nowhere;", "unknown label '$nowhere'"},
      {"$a:\n$a:", "two labels are called '$a'"},
      {"mov.b32 %r1, 0x;", "expected a number"},
      {"mov.b32 %r1, 99999999999999999999999;", "expected a number"},
      {"mov.b32 %r1, 1", "expected ';'"},
      {".reg .b32 %x<99999999>;", "expected a number of at most"},
      {".shared .align 3000000000 .b8 x[4];", "expected a number of at most"},
      {".shared .b8 x[1000000];\n.shared .b8 y[1000000];\n.shared .b8 z[1];",
       "the variables are too large"},
      {".local .align 8 .b8 depot[16];", "unsupported instruction: .local"},
      {"call.uni f, ();", "unsupported instruction: call.uni"}};
  for (auto &[body, error] : cases) {
    void *module = nullptr;
    EXPECT_EQ(load(kernel(body), &module), InvalidPtx) << body;
    EXPECT_NE(std::string(weft_emulator_last_error()).find(error),
              std::string::npos)
        << weft_emulator_last_error();
  }
}

/// Every prefix of a module, and the module without one of its characters, is
/// either right or an error.
TEST_F(CudaEmulator, DamagedPtxIsAnError) {
  const std::string whole =
      kernel("ld.global.v2.b32 {%r5, %r6}, [%rd1+8];\n$L1: // loop\n"
             "setp.ne.s32 %p1, %r5, 0;\n@!%p1 bra $L1;\n/* end */",
             ".maxntid 32, 1, 1\n");
  unsigned numErrors = 0;
  for (size_t i = 0; i < whole.size(); ++i)
    for (const std::string &damaged :
         {whole.substr(0, i), whole.substr(0, i) + whole.substr(i + 1)}) {
      void *module = nullptr;
      int result = load(damaged, &module);
      EXPECT_TRUE(result == Success || result == InvalidPtx ||
                  result == NoBinaryForGpu)
          << result;
      numErrors += result != Success;
      if (result == Success) {
        EXPECT_EQ(cuModuleUnload(module), Success);
      }
    }
  EXPECT_GT(numErrors, whole.size());
}

TEST_F(CudaEmulator, ReportsErrorsInTheJitLog) {
  void *module = nullptr;
  char log[64];
  int keys[] = {5, 6};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  EXPECT_EQ(cuModuleLoadDataEx(&module, "no PTX", 2, keys, values), InvalidPtx);
  EXPECT_STREQ(log, "PTX line 1: not PTX: it does not begin with .version");
  const char *name = nullptr;
  EXPECT_EQ(cuGetErrorName(InvalidPtx, &name), Success);
  EXPECT_STREQ(name, "CUDA_ERROR_INVALID_PTX");
  EXPECT_EQ(cuGetErrorName(12345, &name), InvalidValue);
}

TEST_F(CudaEmulator, RefusesSettingsThatMakeNoSense) {
  for (auto [name, value] :
       {std::pair{"WEFT_EMULATOR_ORDER", "sideways"},
        std::pair{"WEFT_EMULATOR_ORDER", "random:"},
        std::pair{"WEFT_EMULATOR_ORDER", "random:x"},
        std::pair{"WEFT_EMULATOR_SM", "hopper"},
        std::pair{"WEFT_EMULATOR_SM", "-1"},
        std::pair{"WEFT_EMULATOR_RACES", "2"},
        std::pair{"WEFT_EMULATOR_MEMORY", "99999999999999999999999"}}) {
    setenv(name, value, 1);
    EXPECT_EQ(cuInit(0), InvalidValue) << name << '=' << value;
    EXPECT_EQ(weft_emulator_last_error(),
              std::string("the environment variable ") + name + " cannot be '" +
                  value + "'");
    unsetenv(name);
  }
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

TEST_F(CudaEmulator, CountsSectors) {
  set("WEFT_EMULATOR_COUNTS", "1");
  uint64_t buffer = allocate(64 * 128);
  auto count = [&](const std::string &body) {
    weft_emulator_reset_counts();
    testing::internal::CaptureStderr();
    EXPECT_EQ(launch(kernel(body), buffer, 0, 1, 64), Success)
        << weft_emulator_last_error();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("2 requests"),
              std::string::npos);
    weft_emulator_counts counts;
    weft_emulator_get_counts(&counts);
    EXPECT_EQ(counts.requests, 2u);
    return std::pair(counts.sectors, counts.least_sectors);
  };
  // 64 words, one after another: 8 sectors. 8 bytes apart: 16. 128 bytes: 64.
  EXPECT_EQ(count(storeNumber), std::pair(8ul, 8ul));
  EXPECT_EQ(count("add.s64 %rd5, %rd4, %rd3;\nst.global.b32 [%rd5], %r1;"),
            std::pair(16ul, 8ul));
  EXPECT_EQ(count("mul.wide.u32 %rd5, %r1, 128;\nadd.s64 %rd6, %rd1, %rd5;\n"
                  "st.global.b32 [%rd6], %r1;"),
            std::pair(64ul, 8ul));
  // The last word of a sector and those after it touch one sector more a warp.
  EXPECT_EQ(count("st.global.b32 [%rd4+28], %r1;"), std::pair(10ul, 8ul));
}

} // namespace
