//===- Memory.cpp - Device memory that checks its use ---------------------===//

#include "Memory.h"

#include "Ptx.h"
#include "Settings.h"
#include <cstring>
#include <sys/mman.h>

using namespace weft::emulator;

/// A reader or writer that stands for several.
constexpr uint32_t atomics = UINT32_MAX;
constexpr uint32_t severalThreads = UINT32_MAX;

Buffer::Buffer(uint64_t size)
    : owned(new uint8_t[size]), bytes(owned.get()), size(size), shadow(size) {
  // Not zero, so that code which relies on zeros is found without the checks.
  std::memset(bytes, 0xa5, size);
}

void Buffer::check(uint64_t offset, uint64_t count, AccessKind kind,
                   const Accessor &by) {
  if (shadow.empty())
    return;
  for (uint64_t i = offset; i < offset + count; ++i) {
    Shadow &byte = shadow[i];
    if (kind != AccessKind::Store && !byte.isInitialised)
      throw Fault("read of uninitialised memory");
    if (by.findsRaces) {
      bool isWritten = byte.writeEpoch == by.epoch;
      bool isWrittenByOther = isWritten && byte.writer != by.thread;
      // A compare-and-swap loop begins with a plain load of what atomics of
      // other threads write.
      bool isAtomic = kind != AccessKind::Store && byte.writer == atomics;
      bool isReadByOther =
          byte.readEpoch == by.epoch && byte.reader != by.thread;
      if ((isWrittenByOther && !isAtomic) ||
          (isReadByOther && kind == AccessKind::Store))
        throw Fault(std::string("race: ") +
                    (kind == AccessKind::Load ? "a read of" : "a write to") +
                    " what another thread of the launch " +
                    (isWrittenByOther ? "has written" : "has read"));
      if (kind == AccessKind::Load)
        byte.reader = byte.readEpoch != by.epoch || byte.reader == by.thread
                          ? by.thread
                          : severalThreads;
    }
    if (kind == AccessKind::Load) {
      byte.readEpoch = by.epoch;
      continue;
    }
    byte.isInitialised = true;
    byte.writeEpoch = by.epoch;
    byte.writer = kind == AccessKind::Atomic ? atomics : by.thread;
  }
}

void Buffer::checkCopy(uint64_t offset, uint64_t count, bool isWrite) {
  if (shadow.empty())
    return;
  for (uint64_t i = offset; i < offset + count; ++i) {
    if (isWrite)
      shadow[i].isInitialised = true;
    else if (!shadow[i].isInitialised)
      throw Fault("copy of uninitialised memory");
  }
}

/// Addresses are never used twice, so that stale ones are found.
constexpr uint64_t windowBytes = uint64_t(1) << 44;

uint64_t DeviceMemory::allocate(uint64_t size) {
  if (windowStart == 0) {
    void *window = mmap(nullptr, windowBytes, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (window == MAP_FAILED)
      return 0;
    windowStart = (reinterpret_cast<uint64_t>(window) + 511) & ~uint64_t(511);
  }
  uint64_t limit = Settings::get().memoryBytes;
  if (size > limit || bytesInUse > limit - size ||
      windowUsed > windowBytes - 2048 - size)
    return 0;
  uint64_t address = windowStart + windowUsed;
  // As the driver aligns them, with at least 512 bytes between two.
  windowUsed += (size + 1023) & ~uint64_t(511);
  bytesInUse += size;
  buffers[address] = {std::make_unique<Buffer>(size), false};
  return address;
}

bool DeviceMemory::registerHost(void *pointer, uint64_t size) {
  auto *bytes = static_cast<uint8_t *>(pointer);
  return buffers
      .emplace(reinterpret_cast<uint64_t>(pointer),
               Entry{std::make_unique<Buffer>(bytes, size), true})
      .second;
}

bool DeviceMemory::unregisterHost(void *pointer) {
  auto it = buffers.find(reinterpret_cast<uint64_t>(pointer));
  if (it == buffers.end() || !it->second.isHost)
    return false;
  buffers.erase(it);
  return true;
}

bool DeviceMemory::free(uint64_t address) {
  auto it = buffers.find(address);
  if (it == buffers.end() || it->second.isHost)
    return false;
  bytesInUse -= it->second.buffer->getSize();
  buffers.erase(it);
  return true;
}

Buffer *DeviceMemory::find(uint64_t address, uint64_t count, uint64_t &offset) {
  auto it = buffers.upper_bound(address);
  if (it == buffers.begin())
    return nullptr;
  --it;
  offset = address - it->first;
  uint64_t size = it->second.buffer->getSize();
  if (offset > size || count > size - offset)
    return nullptr;
  return it->second.buffer.get();
}

bool DeviceMemory::isDeviceAddress(uint64_t address) const {
  return windowStart != 0 && address >= windowStart &&
         address < windowStart + windowBytes;
}
