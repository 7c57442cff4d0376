//===- Settings.cpp - What environment variables set ----------------------===//

#include "Settings.h"

#include "Ptx.h"
#include <cerrno>
#include <cstdlib>
#include <string>

using namespace weft::emulator;

[[noreturn]] static void refuse(const char *name, const std::string &value) {
  throw Fault(std::string("the environment variable ") + name + " cannot be '" +
              value + "'");
}

static std::string getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

static uint64_t parseNumber(const char *name, const std::string &all,
                            const std::string &digits) {
  char *end = nullptr;
  errno = 0;
  unsigned long long number = std::strtoull(digits.c_str(), &end, 10);
  if (digits.empty() || digits[0] < '0' || digits[0] > '9' || *end || errno)
    refuse(name, all);
  return number;
}

static uint64_t getNumber(const char *name, uint64_t otherwise) {
  std::string value = getVariable(name);
  return value.empty() ? otherwise : parseNumber(name, value, value);
}

static bool getFlag(const char *name, bool otherwise) {
  uint64_t value = getNumber(name, otherwise);
  if (value > 1)
    refuse(name, std::to_string(value));
  return value != 0;
}

Settings Settings::read() {
  Settings settings;
  constexpr const char *orderName = "WEFT_EMULATOR_ORDER";
  std::string order = getVariable(orderName);
  if (order == "reverse") {
    settings.order = Reverse;
  } else if (order.compare(0, 6, "random") == 0) {
    settings.order = Random;
    if (order.size() > 6 && order[6] != ':')
      refuse(orderName, order);
    if (order.size() > 6)
      settings.seed = parseNumber(orderName, order, order.substr(7));
  } else if (!order.empty() && order != "forward") {
    refuse(orderName, order);
  }
  uint64_t target = getNumber("WEFT_EMULATOR_SM", settings.target);
  if (target < 50 || target > 999)
    refuse("WEFT_EMULATOR_SM", std::to_string(target));
  settings.target = static_cast<unsigned>(target);
  settings.findsRaces = getFlag("WEFT_EMULATOR_RACES", settings.findsRaces);
  settings.counts = getFlag("WEFT_EMULATOR_COUNTS", settings.counts);
  settings.logs = getFlag("WEFT_EMULATOR_LOG", settings.logs);
  settings.memoryBytes =
      getNumber("WEFT_EMULATOR_MEMORY", settings.memoryBytes);
  settings.maxInstructions =
      getNumber("WEFT_EMULATOR_INSTRUCTIONS", settings.maxInstructions);
  return settings;
}

static Settings current;

const Settings &Settings::get() { return current; }

void Settings::load() { current = read(); }
