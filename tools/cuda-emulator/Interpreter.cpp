//===- Interpreter.cpp - Running a kernel ---------------------------------===//

#include "Interpreter.h"

#include "Arithmetic.h"
#include "Settings.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <random>
#include <set>

using namespace weft::emulator;

static std::string toHex(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx",
                static_cast<unsigned long long>(value));
  return text;
}

namespace {
/// The numbers below `count`, each once, in the order of the settings. A random
/// order is an affine map, which needs no memory however many blocks there are.
class Order {
public:
  Order(uint64_t count, std::mt19937_64 &random) : count(count) {
    switch (Settings::get().order) {
    case Settings::Forward:
      break;
    case Settings::Reverse:
      factor = count - 1;
      offset = count - 1;
      break;
    case Settings::Random:
      offset = random() % count;
      do
        factor = random() % count;
      while (std::gcd(factor, count) != 1);
      break;
    }
  }

  uint64_t operator[](uint64_t i) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>((static_cast<Wide>(i) * factor + offset) %
                                 count);
  }

private:
  uint64_t count;
  uint64_t factor = 1;
  uint64_t offset = 0;
};

struct Thread {
  std::vector<uint64_t> registers;
  Dim3 id;
  uint32_t number; // in the block
  int position = 0;
  uint64_t instructions = 0;
  bool isDone = false;
  std::vector<uint32_t> executions; // of each instruction, if counted
};

/// Collects which bytes the threads of a warp access by the same execution of
/// the same instruction.
class Requests {
public:
  void add(Thread &thread, size_t instruction, uint64_t address,
           uint64_t count) {
    uint32_t execution = thread.executions[instruction]++;
    log[{thread.number / 32, static_cast<uint32_t>(instruction), execution}]
        .push_back({address, count});
  }

  void addTo(weft_emulator_counts &counts) const {
    for (const auto &[key, accesses] : log) {
      std::set<uint64_t> sectors;
      uint64_t bytes = 0;
      for (auto [address, count] : accesses) {
        bytes += count;
        for (uint64_t sector = address / 32;
             sector <= (address + count - 1) / 32; ++sector)
          sectors.insert(sector);
      }
      ++counts.requests;
      counts.sectors += sectors.size();
      counts.least_sectors += (bytes + 31) / 32;
    }
  }

private:
  using Key = std::array<uint32_t, 3>; // warp, instruction, execution
  std::map<Key, std::vector<std::pair<uint64_t, uint64_t>>> log;
};

/// The threads of one block.
class Block {
public:
  Block(const Launch &launch, DeviceMemory &memory, Dim3 id, uint64_t number,
        uint32_t epoch, weft_emulator_counts &counts)
      : launch(launch), kernel(*launch.kernel), memory(memory), id(id),
        firstThread(number * launch.block[0] * launch.block[1] *
                    launch.block[2]),
        shared(std::max<uint64_t>(kernel.sharedBytes + launch.sharedBytes, 1)),
        counts(counts) {
    global.epoch = epoch;
    global.findsRaces = Settings::get().findsRaces;
    local.epoch = 1;
    local.findsRaces = global.findsRaces;
  }

  void run(const Order &order);

private:
  void runThread(Thread &thread);
  /// Runs one instruction; returns whether the thread goes on.
  bool step(Thread &thread, const Instruction &in);
  void load(Thread &thread, const Instruction &in);
  void store(Thread &thread, const Instruction &in);
  void update(Thread &thread, const Instruction &in);
  void move(Thread &thread, const Instruction &in);
  uint8_t *access(Thread &thread, const Instruction &in, const Operand &operand,
                  AccessKind kind);
  uint64_t getSpecial(const Thread &thread, int index) const;
  uint64_t get(const Thread &thread, const Operand &operand) const;
  void set(Thread &thread, const Operand &operand, uint64_t value) const;
  /// Element i of an operand that is a vector or, with one element, none.
  static const Operand &getElement(const Operand &operand, unsigned i) {
    return operand.kind == Operand::Vector ? operand.elements[i] : operand;
  }

  const Launch &launch;
  const Kernel &kernel;
  DeviceMemory &memory;
  Dim3 id;
  uint64_t firstThread;
  Buffer shared;
  Accessor global, local;
  Requests requests;
  weft_emulator_counts &counts;
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

uint64_t Block::getSpecial(const Thread &thread, int index) const {
  size_t group = static_cast<size_t>(index) / 3;
  size_t axis = static_cast<size_t>(index) % 3;
  switch (group) {
  case 0:
    return thread.id[axis];
  case 1:
    return id[axis];
  case 2:
    return launch.block[axis];
  case 3:
    return launch.grid[axis];
  default:
    return axis == 0 ? thread.number % 32 : thread.number / 32;
  }
}

uint64_t Block::get(const Thread &thread, const Operand &operand) const {
  switch (operand.kind) {
  case Operand::Register:
    return thread.registers[static_cast<size_t>(operand.index)];
  case Operand::Special:
    return getSpecial(thread, operand.index);
  default:
    return static_cast<uint64_t>(operand.value);
  }
}

void Block::set(Thread &thread, const Operand &operand, uint64_t value) const {
  if (operand.kind == Operand::Sink)
    return;
  auto index = static_cast<size_t>(operand.index);
  thread.registers[index] = value & getMask(kernel.registerBits[index]);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

uint8_t *Block::access(Thread &thread, const Instruction &in,
                       const Operand &operand, AccessKind kind) {
  uint64_t address = static_cast<uint64_t>(operand.value);
  if (operand.index >= 0)
    address += thread.registers[static_cast<size_t>(operand.index)];
  uint64_t count = uint64_t(getBits(in.type) / 8) * in.vectorSize;
  if (address % count != 0)
    throw Fault("misaligned access of " + std::to_string(count) + " bytes at " +
                toHex(address));
  if (in.space == Space::Param) {
    uint64_t size = launch.parameters.size();
    if (kind != AccessKind::Load || count > size || address > size - count)
      throw Fault("access outside the parameters");
    return const_cast<uint8_t *>(launch.parameters.data()) + address;
  }
  if (in.space == Space::Shared) {
    uint64_t size = kernel.sharedBytes + launch.sharedBytes;
    if (count > size || address > size - count)
      throw Fault("access outside shared memory at " + toHex(address));
    local.thread = thread.number + 1;
    shared.check(address, count, kind, local);
    return shared.getBytes() + address;
  }
  uint64_t offset = 0;
  Buffer *buffer = memory.find(address, count, offset);
  if (!buffer)
    throw Fault(std::string(kind == AccessKind::Load ? "load" : "store") +
                " of " + std::to_string(count) +
                " bytes outside device memory at " + toHex(address));
  global.thread = static_cast<uint32_t>(firstThread + thread.number + 1);
  buffer->check(offset, count, kind, global);
  if (Settings::get().counts)
    requests.add(thread, static_cast<size_t>(&in - kernel.code.data()), address,
                 count);
  if (kind != AccessKind::Store)
    counts.loaded_bytes += count;
  if (kind != AccessKind::Load)
    counts.stored_bytes += count;
  return buffer->getBytes() + offset;
}

void Block::load(Thread &thread, const Instruction &in) {
  const uint8_t *from = access(thread, in, in.operands[1], AccessKind::Load);
  unsigned bits = getBits(in.type);
  for (unsigned i = 0; i < in.vectorSize; ++i) {
    uint64_t value = 0;
    std::memcpy(&value, from + i * bits / 8, bits / 8);
    if (isSigned(in.type))
      value = static_cast<uint64_t>(signExtend(value, bits));
    set(thread, getElement(in.operands[0], i), value);
  }
}

void Block::store(Thread &thread, const Instruction &in) {
  uint8_t *to = access(thread, in, in.operands[0], AccessKind::Store);
  unsigned bytes = getBits(in.type) / 8;
  for (unsigned i = 0; i < in.vectorSize; ++i) {
    uint64_t value = get(thread, getElement(in.operands[1], i));
    std::memcpy(to + i * bytes, &value, bytes);
  }
}

void Block::update(Thread &thread, const Instruction &in) {
  bool hasResult = in.opcode == Opcode::Atom;
  const Operand *operands = in.operands.data() + (hasResult ? 1 : 0);
  uint8_t *at = access(thread, in, operands[0], AccessKind::Atomic);
  unsigned bytes = getBits(in.type) / 8;
  uint64_t desired = in.update == Update::Cas ? get(thread, operands[2]) : 0;
  std::array<uint64_t, 8> old = {};
  for (unsigned i = 0; i < in.vectorSize; ++i) {
    std::memcpy(&old[i], at + i * bytes, bytes);
    uint64_t value = computeUpdate(
        in, old[i], get(thread, getElement(operands[1], i)), desired);
    std::memcpy(at + i * bytes, &value, bytes);
  }
  for (unsigned i = 0; hasResult && i < in.vectorSize; ++i)
    set(thread, getElement(in.operands[0], i), old[i]);
  ++counts.atomics;
}

/// A move also splits a register into a vector and joins one.
void Block::move(Thread &thread, const Instruction &in) {
  const Operand &to = in.operands[0], &from = in.operands[1];
  size_t parts = std::max(to.elements.size(), from.elements.size());
  if (parts == 0)
    return set(thread, to, get(thread, from));
  unsigned width = getBits(in.type) / static_cast<unsigned>(parts);
  if (to.kind == Operand::Vector) {
    uint64_t value = get(thread, from);
    for (size_t i = 0; i < parts; ++i)
      set(thread, to.elements[i], (value >> (width * i)) & getMask(width));
    return;
  }
  uint64_t value = 0;
  for (size_t i = 0; i < parts; ++i)
    value |= (get(thread, from.elements[i]) & getMask(width)) << (width * i);
  set(thread, to, value);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

bool Block::step(Thread &thread, const Instruction &in) {
  if (in.predicate >= 0 &&
      (thread.registers[static_cast<size_t>(in.predicate)] != 0) ==
          in.isNegated)
    return true;
  switch (in.opcode) {
  case Opcode::Ld:
    load(thread, in);
    return true;
  case Opcode::St:
    store(thread, in);
    return true;
  case Opcode::Atom:
  case Opcode::Red:
    update(thread, in);
    return true;
  case Opcode::Mov:
    move(thread, in);
    return true;
  case Opcode::Cvta:
    // Global and generic addresses are the same here.
    set(thread, in.operands[0], get(thread, in.operands[1]));
    return true;
  case Opcode::Bra:
    thread.position = in.targets[0];
    return true;
  case Opcode::BrxIdx: {
    uint64_t index = get(thread, in.operands[0]) & 0xffffffff;
    if (index >= in.targets.size())
      throw Fault("branch beyond the end of a table");
    thread.position = in.targets[index];
    return true;
  }
  case Opcode::Ret:
    thread.isDone = true;
    return false;
  case Opcode::Trap:
    throw Fault("trap");
  case Opcode::Bar:
    return false;
  case Opcode::Fence:
    return true;
  default: {
    auto source = [&](size_t i) {
      return i < in.operands.size() ? get(thread, in.operands[i]) : 0;
    };
    set(thread, in.operands[0], compute(in, source(1), source(2), source(3)));
    return true;
  }
  }
}

/// Runs a thread to its end or to a barrier.
void Block::runThread(Thread &thread) {
  const std::vector<Instruction> &code = kernel.code;
  const uint64_t limit = Settings::get().maxInstructions;
  for (;;) {
    if (static_cast<size_t>(thread.position) >= code.size()) {
      thread.isDone = true;
      return;
    }
    const Instruction &in = code[static_cast<size_t>(thread.position++)];
    ++counts.instructions;
    try {
      if (++thread.instructions > limit)
        throw Fault("still running after " + std::to_string(limit) +
                    " instructions");
      if (!step(thread, in))
        return;
    } catch (const Fault &fault) {
      throw Fault(kernel.name + ", block " + std::to_string(id[0]) + "," +
                  std::to_string(id[1]) + "," + std::to_string(id[2]) +
                  ", thread " + std::to_string(thread.id[0]) + "," +
                  std::to_string(thread.id[1]) + "," +
                  std::to_string(thread.id[2]) + ": " + fault.what() +
                  "; PTX line " + std::to_string(in.line) + ": " + in.text);
    }
  }
}

void Block::run(const Order &order) {
  unsigned numThreads = launch.block[0] * launch.block[1] * launch.block[2];
  std::vector<Thread> threads(numThreads);
  for (unsigned i = 0; i < numThreads; ++i) {
    Thread &thread = threads[i];
    // Registers without a value hold garbage.
    thread.registers.resize(kernel.registerBits.size());
    for (size_t r = 0; r < thread.registers.size(); ++r)
      thread.registers[r] =
          0xdeadbeefcafef00d & getMask(kernel.registerBits[r]);
    thread.id = {i % launch.block[0], i / launch.block[0] % launch.block[1],
                 i / launch.block[0] / launch.block[1]};
    thread.number = i;
    if (Settings::get().counts)
      thread.executions.resize(kernel.code.size());
  }
  // Each round takes every thread to the next barrier or to its end.
  for (bool isRunning = true; isRunning; ++local.epoch) {
    isRunning = false;
    for (unsigned i = 0; i < numThreads; ++i) {
      Thread &thread = threads[order[i]];
      if (thread.isDone)
        continue;
      runThread(thread);
      isRunning |= !thread.isDone;
    }
  }
  counts.threads += numThreads;
  if (Settings::get().counts)
    requests.addTo(counts);
}

weft_emulator_counts weft::emulator::run(const Launch &launch,
                                         DeviceMemory &memory) {
  static uint32_t epoch = 0;
  ++epoch;
  static std::mt19937_64 random;
  static uint64_t lastSeed = 0;
  if (lastSeed != Settings::get().seed) {
    lastSeed = Settings::get().seed;
    random.seed(lastSeed);
  }
  weft_emulator_counts counts = {};
  counts.launches = 1;
  const Dim3 &grid = launch.grid, &block = launch.block;
  uint64_t numBlocks = uint64_t(grid[0]) * grid[1] * grid[2];
  Order blocks(numBlocks, random);
  Order threads(uint64_t(block[0]) * block[1] * block[2], random);
  for (uint64_t i = 0; i < numBlocks; ++i) {
    uint64_t number = blocks[i];
    Dim3 id = {static_cast<unsigned>(number % grid[0]),
               static_cast<unsigned>(number / grid[0] % grid[1]),
               static_cast<unsigned>(number / grid[0] / grid[1])};
    Block(launch, memory, id, number, epoch, counts).run(threads);
  }
  return counts;
}
