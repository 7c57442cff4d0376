//===- RuntimeTest.cpp - The run-time library -----------------------------===//

#include "weft-runtime/Runtime.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr uint64_t MiB = 1 << 20;

/// Calls a lambda through weft_invoke; it must not own anything when it fails.
int invoke(const std::function<void()> &body, char *message, size_t size) {
  return weft_invoke(
      [](void *argument) {
        (*static_cast<const std::function<void()> *>(argument))();
      },
      const_cast<std::function<void()> *>(&body), message, size);
}

/// The message of a failing lambda, or "" if it does not fail.
std::string failure(const std::function<void()> &body) {
  char message[256];
  int status = invoke(body, message, sizeof message);
  EXPECT_EQ(status == WEFT_OK, message[0] == '\0');
  return message;
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

TEST(Failure, EndsTheProcess) {
  EXPECT_EXIT(
      weft_fail("m.mlir:7:10", "size %lld is not %lld", -7LL, 1LL << 62),
      testing::ExitedWithCode(1),
      "^m.mlir:7:10: error: size -7 is not 4611686018427387904\n$");
  EXPECT_EXIT(weft_fail("", "100%%"), testing::ExitedWithCode(1),
              "^error: 100%\n$");
}

TEST(Failure, LongMessagesAreCut) {
  std::string text(10000, 'x');
  EXPECT_EXIT(weft_fail("", "%s", text.c_str()), testing::ExitedWithCode(1),
              "^error: x{4095}\n$");
}

TEST(Failure, OneOfSeveralThreadsEndsTheProcess) {
  auto failOnThreads = [] {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([] { weft_fail("", "once"); });
    for (std::thread &thread : threads)
      thread.join();
  };
  EXPECT_EXIT(failOnThreads(), testing::ExitedWithCode(1), "^error: once\n$");
}

void exitWith3(const char *location, const char *message) {
  fprintf(stderr, "[%s] [%s]", location, message);
  _exit(3);
}
void doNothing(const char *, const char *) {}

TEST(Failure, CallsTheHandler) {
  EXPECT_EQ(weft_set_failure_handler(exitWith3), nullptr);
  EXPECT_EXIT(weft_fail("a:1:2", "b %lld", 5LL), testing::ExitedWithCode(3),
              "^\\[a:1:2\\] \\[b 5\\]$");
  // Inside weft_invoke the caller gets the failure, not the handler.
  EXPECT_EQ(failure([] { weft_fail("", "caught"); }), "error: caught");
  // A handler that returns leaves the rest to the default.
  EXPECT_EQ(weft_set_failure_handler(doNothing), exitWith3);
  EXPECT_EXIT(weft_fail("", "default"), testing::ExitedWithCode(1),
              "^error: default\n$");
  EXPECT_EQ(weft_set_failure_handler(nullptr), doNothing);
}

TEST(Invoke, PassesTheArgument) {
  int value = 1;
  char message[8] = "old";
  EXPECT_EQ(weft_invoke([](void *argument) { ++*static_cast<int *>(argument); },
                        &value, message, sizeof message),
            WEFT_OK);
  EXPECT_EQ(value, 2);
  EXPECT_STREQ(message, "");
}

TEST(Invoke, ReportsAFailure) {
  bool after = false;
  EXPECT_EQ(failure([&] {
              weft_fail("m.mlir:1:2", "bad %lld", 3LL);
              after = true;
            }),
            "m.mlir:1:2: error: bad 3");
  EXPECT_FALSE(after);
}

TEST(Invoke, CutsTheMessageToFit) {
  char message[12];
  EXPECT_EQ(
      invoke([] { weft_fail("", "a long text"); }, message, sizeof message),
      WEFT_FAILED);
  EXPECT_STREQ(message, "error: a lo");
  EXPECT_EQ(invoke([] { weft_fail("", "text"); }, nullptr, 0), WEFT_FAILED);
  EXPECT_EQ(invoke([] {}, nullptr, 0), WEFT_OK);
}

TEST(Invoke, AFailureEndsTheInnermostCall) {
  std::string inner;
  std::string outer = failure([&] {
    char message[64];
    invoke([] { weft_fail("", "inner"); }, message, sizeof message);
    inner = message;
    weft_fail("", "outer");
  });
  EXPECT_EQ(inner, "error: inner");
  EXPECT_EQ(outer, "error: outer");
}

TEST(Invoke, ThreadsAreIndependent) {
  std::string message = failure([] {
    std::thread([] {
      EXPECT_EQ(failure([] { weft_fail("", "there"); }), "error: there");
    }).join();
  });
  EXPECT_EQ(message, "");
}

TEST(Invoke, AFailureFreesTheBuffersOfTheCall) {
  uint64_t before = weft_memory_in_use();
  void *outside = weft_allocate(64, 100);
  failure([] {
    weft_allocate(64, 10);
    weft_allocate(64, 3 * MiB);
    weft_free(weft_allocate(64, 20));
    weft_fail("", "no");
  });
  EXPECT_GE(weft_memory_in_use(), before + 100);
  weft_free(outside);
  EXPECT_EQ(weft_memory_in_use(), before);
}

TEST(Invoke, ResultsOutliveTheCall) {
  void *result = nullptr;
  failure([&] {
    result = weft_allocate(64, 100);
    weft_free(weft_allocate(64, 100));
  });
  // A later failure has nothing to do with them.
  failure([] { weft_fail("", "no"); });
  memset(result, 1, 100);
  weft_free(result);
}

TEST(Invoke, ResultsOfAnInnerCallBelongToTheOuterOne) {
  uint64_t before = weft_memory_in_use();
  void *first = nullptr, *second = nullptr;
  auto allocateTwo = [&] {
    failure([&] {
      first = weft_allocate(64, 10);
      second = weft_allocate(64, 10);
    });
  };
  failure([&] {
    weft_allocate(64, 10);
    allocateTwo();
    weft_free(first);
    weft_fail("", "no");
  });
  EXPECT_EQ(weft_memory_in_use(), before);
  failure([&] {
    void *own = weft_allocate(64, 10);
    allocateTwo();
    weft_free(own);
  });
  weft_free(second);
  weft_free(first);
  EXPECT_EQ(weft_memory_in_use(), before);
}

TEST(Invoke, AnotherThreadMayFreeABufferOfTheCall) {
  uint64_t before = weft_memory_in_use();
  failure([] {
    void *kept = weft_allocate(64, 10);
    void *freed = weft_allocate(64, 10);
    std::thread([&] { weft_free(freed); }).join();
    weft_free(kept);
  });
  EXPECT_EQ(weft_memory_in_use(), before);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST(Memory, IsAligned) {
  for (uint64_t alignment = 1; alignment <= 4 * MiB; alignment *= 2)
    for (uint64_t size :
         {uint64_t(0), uint64_t(1), uint64_t(65), MiB + 1, 5 * MiB}) {
      void *pointer = _mlir_memref_to_llvm_aligned_alloc(alignment, size);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % alignment, 0u);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % 64, 0u);
      memset(pointer, 1, size);
      _mlir_memref_to_llvm_free(pointer);
    }
  _mlir_memref_to_llvm_free(nullptr);
}

TEST(Memory, BuffersOfNoBytesAreDistinct) {
  void *a = _mlir_memref_to_llvm_alloc(0);
  void *b = _mlir_memref_to_llvm_alloc(0);
  EXPECT_NE(a, nullptr);
  EXPECT_NE(a, b);
  weft_free(a);
  weft_free(b);
}

TEST(Memory, RefusesWhatTheMachineCannotGive) {
  EXPECT_EQ(failure([] { _mlir_memref_to_llvm_alloc(uint64_t(1) << 60); }),
            "error: cannot allocate 1152921504606846976 bytes");
  // The largest sizes must not wrap around to small ones.
  for (uint64_t size : {UINT64_MAX, UINT64_MAX - 63, UINT64_MAX - 200,
                        uint64_t(1) << 63, (uint64_t(1) << 63) - 1}) {
    std::string expected =
        "error: cannot allocate " + std::to_string(size) + " bytes";
    EXPECT_EQ(failure([&] { _mlir_memref_to_llvm_alloc(size); }), expected);
    EXPECT_EQ(failure([&] { _mlir_memref_to_llvm_aligned_alloc(4096, size); }),
              expected);
  }
  EXPECT_NE(failure([] { weft_allocate(uint64_t(1) << 63, 1); }), "");
}

TEST(Memory, RefusesBadAlignments) {
  EXPECT_EQ(failure([] { weft_allocate(0, 1); }),
            "error: expected the alignment to be a power of two, but got 0");
  EXPECT_EQ(failure([] { weft_allocate(96, 1); }),
            "error: expected the alignment to be a power of two, but got 96");
}

TEST(Memory, HasALimit) {
  weft_set_pool_limit(0);
  weft_set_memory_limit(weft_memory_in_use() + 8 * MiB);
  void *first = weft_allocate(64, 5 * MiB);
  EXPECT_EQ(failure([] { weft_allocate(64, 5 * MiB); }),
            "error: cannot allocate 5242880 bytes");
  weft_free(first);
  weft_free(weft_allocate(64, 5 * MiB));
  weft_set_memory_limit(0);
}

TEST(Memory, TheEnvironmentSetsTheLimit) {
  auto limitIs = [](const char *text, uint64_t good, uint64_t bad) {
    setenv("WEFT_MEMORY_LIMIT", text, 1);
    weft_set_memory_limit(0);
    weft_free(weft_allocate(64, good));
    return failure([&] { weft_allocate(64, bad); }) != "";
  };
  weft_set_pool_limit(0);
  EXPECT_TRUE(limitIs("4194304", 3 * MiB, 4 * MiB));
  EXPECT_TRUE(limitIs("4096K", 3 * MiB, 4 * MiB));
  EXPECT_TRUE(limitIs("4M", 3 * MiB, 4 * MiB));
  for (const char *text : {"4MB", "M", "-1", "1e9", " 1",
                           "99999999999999999999", "99999999999T"}) {
    setenv("WEFT_MEMORY_LIMIT", text, 1);
    weft_set_memory_limit(0);
    EXPECT_EQ(failure([] { weft_allocate(64, 1); }),
              "error: expected WEFT_MEMORY_LIMIT to be a number of bytes, but "
              "got '" +
                  std::string(text) + "'");
  }
  unsetenv("WEFT_MEMORY_LIMIT");
  weft_set_memory_limit(0);
}

TEST(Memory, LargeBuffersAreUsedAgain) {
  weft_set_pool_limit(64 * MiB);
  void *first = weft_allocate(64, 6 * MiB);
  weft_free(first);
  void *second = weft_allocate(64, 6 * MiB - 1000);
  EXPECT_EQ(first, second);
  weft_free(second);
  // A much smaller one would waste most of it.
  void *small = weft_allocate(64, 2 * MiB);
  EXPECT_NE(first, small);
  weft_free(small);
  weft_set_pool_limit(0);
}

TEST(Memory, ThePoolIsGivenBackWhenMemoryIsShort) {
  weft_set_pool_limit(0);
  weft_set_pool_limit(64 * MiB);
  weft_set_memory_limit(weft_memory_in_use() + 16 * MiB);
  weft_free(weft_allocate(64, 10 * MiB));
  void *other = weft_allocate(64, 14 * MiB);
  memset(other, 1, 14 * MiB);
  weft_free(other);
  weft_set_memory_limit(0);
  weft_set_pool_limit(0);
}

TEST(Memory, ThePoolIsBounded) {
  weft_set_pool_limit(0);
  weft_set_pool_limit(8 * MiB);
  // More than 8 MiB of the freed buffers would not be left for others.
  weft_set_memory_limit(weft_memory_in_use() + 40 * MiB);
  std::vector<void *> buffers;
  for (int i = 0; i < 9; ++i)
    buffers.push_back(weft_allocate(64, 4 * MiB));
  for (void *buffer : buffers)
    weft_free(buffer);
  // The two freed last are pooled; the newest is not the first to go.
  void *again = weft_allocate(64, 4 * MiB);
  EXPECT_TRUE(again == buffers[8] || again == buffers[7]);
  weft_free(again);
  weft_set_memory_limit(0);
  weft_set_pool_limit(0);
}

TEST(Memory, ManyThreads) {
  weft_set_pool_limit(32 * MiB);
  uint64_t before = weft_memory_in_use();
  std::vector<std::thread> threads;
  for (unsigned id = 0; id < 8; ++id)
    threads.emplace_back([id] {
      std::mt19937 random(id);
      for (int round = 0; round < 200; ++round) {
        bool fails = random() % 2;
        void *results[3] = {};
        uint64_t sizes[8];
        for (uint64_t &size : sizes)
          size = random() % 10 ? random() % 1000 : random() % (3 * MiB);
        std::string message = failure([&] {
          for (int i = 0; i < 8; ++i) {
            char *buffer = static_cast<char *>(weft_allocate(64, sizes[i]));
            if (sizes[i]) {
              buffer[0] = 1;
              buffer[sizes[i] - 1] = 2;
            }
            if (i < 3)
              results[i] = buffer;
            else if (!fails || i % 2)
              weft_free(buffer);
          }
          if (fails)
            weft_fail("", "no");
          weft_free(results[1]);
        });
        EXPECT_EQ(message.empty(), !fails);
        if (!fails) {
          weft_free(results[0]);
          weft_free(results[2]);
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(weft_memory_in_use(), before);
  weft_set_pool_limit(0);
}

//===----------------------------------------------------------------------===//
// memrefCopy
//===----------------------------------------------------------------------===//

/// A memref with its descriptor.
struct MemRef {
  MemRef(char *data, int64_t offset, const std::vector<int64_t> &sizes,
         const std::vector<int64_t> &strides)
      : words(3) {
    words[0] = words[1] = reinterpret_cast<int64_t>(data);
    words[2] = offset;
    words.insert(words.end(), sizes.begin(), sizes.end());
    words.insert(words.end(), strides.begin(), strides.end());
    unranked = {int64_t(sizes.size()), words.data()};
  }
  std::vector<int64_t> words;
  weft_unranked_memref unranked;
};

/// Calls `body` with each index of a shape.
void forEachIndex(
    const std::vector<int64_t> &sizes,
    const std::function<void(const std::vector<int64_t> &)> &body) {
  for (int64_t size : sizes)
    if (size == 0)
      return;
  std::vector<int64_t> index(sizes.size());
  while (true) {
    body(index);
    size_t dim = sizes.size();
    while (dim > 0 && ++index[dim - 1] == sizes[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return;
  }
}

/// Copies between two layouts and compares with a loop over the elements.
void checkCopy(int64_t elementSize, const std::vector<int64_t> &sizes,
               const std::vector<int64_t> &from, int64_t fromOffset,
               const std::vector<int64_t> &to, int64_t toOffset) {
  constexpr int64_t room = 4096;
  std::vector<char> source(room * elementSize), target(source.size(), 'x');
  std::mt19937 random(1);
  for (char &byte : source)
    byte = char(random());
  std::vector<char> expected = target;
  forEachIndex(sizes, [&](const std::vector<int64_t> &index) {
    int64_t a = fromOffset, b = toOffset;
    for (size_t dim = 0; dim < sizes.size(); ++dim) {
      a += index[dim] * from[dim];
      b += index[dim] * to[dim];
    }
    ASSERT_TRUE(a >= 0 && a < room && b >= 0 && b < room);
    memcpy(&expected[b * elementSize], &source[a * elementSize], elementSize);
  });
  MemRef fromMemRef(source.data(), fromOffset, sizes, from);
  MemRef toMemRef(target.data(), toOffset, sizes, to);
  memrefCopy(elementSize, &fromMemRef.unranked, &toMemRef.unranked);
  EXPECT_EQ(target, expected);
}

TEST(MemRefCopy, AnyLayout) {
  for (int64_t size : {1, 2, 3, 4, 8, 16, 24}) {
    checkCopy(size, {}, {}, 5, {}, 7);
    checkCopy(size, {7}, {1}, 0, {1}, 3);
    checkCopy(size, {7}, {2}, 1, {3}, 3);
    checkCopy(size, {7}, {-1}, 6, {1}, 0);
    checkCopy(size, {7}, {0}, 6, {1}, 0);
    checkCopy(size, {3, 4}, {4, 1}, 0, {4, 1}, 0);
    checkCopy(size, {3, 4}, {4, 1}, 0, {1, 3}, 0);  // transposed
    checkCopy(size, {3, 4}, {10, 1}, 2, {8, 1}, 1); // rows of larger tensors
    checkCopy(size, {3, 4, 5}, {100, 5, 1}, 0, {20, 5, 1}, 0);
    checkCopy(size, {3, 1, 5}, {5, 77, 1}, 0, {5, 99, 1}, 0); // 77 never counts
    checkCopy(size, {3, 5, 1}, {5, 1, 9}, 0, {10, 2, 9}, 0);
    checkCopy(size, {2, 3, 2, 2, 2}, {200, 40, 12, 3, 1}, 4, {24, 8, 4, 2, 1},
              0);
  }
}

TEST(MemRefCopy, RandomLayouts) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    size_t rank = random() % 6;
    std::vector<int64_t> sizes(rank), from(rank), to(rank), order(rank);
    for (int64_t &size : sizes)
      size = random() % 4;
    // Each side is a dense tensor with gaps and its dimensions in any order.
    auto layOut = [&](std::vector<int64_t> &strides) {
      for (size_t dim = 0; dim < rank; ++dim)
        order[dim] = dim;
      if (random() % 2)
        std::shuffle(order.begin(), order.end(), random);
      int64_t stride = 1 + random() % 2;
      for (size_t i = rank; i-- > 0;) {
        strides[order[i]] = stride;
        stride *= std::max<int64_t>(sizes[order[i]], 1) + (random() % 3 == 0);
      }
    };
    layOut(from);
    layOut(to);
    int64_t size = int64_t(1) << random() % 5;
    checkCopy(size, sizes, from, random() % 5, to, random() % 5);
  }
}

TEST(MemRefCopy, NothingToCopyCostsNothing) {
  // Sizes beyond any loop, strides that overflow, no memory.
  std::vector<int64_t> sizes = {int64_t(1) << 62, int64_t(1) << 40, 0};
  MemRef empty(nullptr, 0, sizes, {0, 0, 1});
  memrefCopy(8, &empty.unranked, &empty.unranked);
  MemRef leading(nullptr, 0, {0, int64_t(1) << 62}, {int64_t(1) << 62, 1});
  memrefCopy(8, &leading.unranked, &leading.unranked);
}

TEST(MemRefCopy, OntoItself) {
  std::vector<char> data = {1, 2, 3, 4, 5, 6};
  std::vector<char> before = data;
  MemRef dense(data.data(), 0, {2, 3}, {3, 1});
  memrefCopy(1, &dense.unranked, &dense.unranked);
  MemRef strided(data.data(), 0, {2}, {2});
  memrefCopy(2, &strided.unranked, &strided.unranked);
  EXPECT_EQ(data, before);
}

} // namespace
