//===- Memory.h - Device memory that checks its use -------------*- C++ -*-===//

#ifndef WEFT_TOOLS_CUDA_EMULATOR_MEMORY_H
#define WEFT_TOOLS_CUDA_EMULATOR_MEMORY_H

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace weft::emulator {

enum class AccessKind : uint8_t { Load, Store, Atomic };

/// Who accesses memory: a thread of a launch, and the stretch of time (the
/// epoch) in which accesses of several threads are not ordered.
struct Accessor {
  uint32_t thread = 0;
  uint32_t epoch = 0;
  bool findsRaces = true;
};

/// A piece of memory with what is known about each of its bytes.
class Buffer {
public:
  /// Memory of the emulator itself, not initialised.
  explicit Buffer(uint64_t size);
  /// Memory of the host, of which nothing is known.
  Buffer(uint8_t *hostBytes, uint64_t size) : bytes(hostBytes), size(size) {}

  uint64_t getSize() const { return size; }
  uint8_t *getBytes() { return bytes; }

  /// Throws a Fault unless the bytes are initialised where they are read, and
  /// no other thread of the epoch accesses them in a way that conflicts.
  void check(uint64_t offset, uint64_t count, AccessKind kind,
             const Accessor &by);

  /// The same for a copy by the driver, which is ordered with everything.
  void checkCopy(uint64_t offset, uint64_t count, bool isWrite);

private:
  struct Shadow {
    uint32_t writeEpoch = 0;
    uint32_t writer = 0;
    uint32_t readEpoch = 0;
    uint32_t reader = 0;
    bool isInitialised = false;
  };

  std::unique_ptr<uint8_t[]> owned;
  uint8_t *bytes;
  uint64_t size;
  std::vector<Shadow> shadow; // empty for memory of the host
};

/// The memory that device addresses mean. They lie in a range that the host
/// cannot touch, so that host code which follows one ends as it would with a
/// GPU.
class DeviceMemory {
public:
  /// Returns the address of `size` bytes (at least 1), or 0 if there are not as
  /// many.
  uint64_t allocate(uint64_t size);
  /// Makes memory of the host known under its own address.
  bool registerHost(void *pointer, uint64_t size);
  bool unregisterHost(void *pointer);
  /// Returns whether there was a buffer of the emulator at this address.
  bool free(uint64_t address);

  /// The buffer that contains `count` bytes from `address` on, and where; null
  /// if there is none.
  Buffer *find(uint64_t address, uint64_t count, uint64_t &offset);
  /// Whether an address is one that `allocate` returns, used or not.
  bool isDeviceAddress(uint64_t address) const;

private:
  struct Entry {
    std::unique_ptr<Buffer> buffer;
    bool isHost;
  };
  std::map<uint64_t, Entry> buffers;
  uint64_t windowStart = 0;
  uint64_t windowUsed = 0;
  uint64_t bytesInUse = 0;
};

} // namespace weft::emulator

#endif // WEFT_TOOLS_CUDA_EMULATOR_MEMORY_H
