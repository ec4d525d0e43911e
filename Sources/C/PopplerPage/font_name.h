#pragma once

#include <string>

namespace recto {

// The name of a font without the tag of a subset, six letters and a plus sign (ISO 32000-2, 9.9.2).
// A subset of a subset has two.
inline std::string withoutSubsetTags(std::string name) {
  while (name.find('+') == 6) name.erase(0, 7);
  return name;
}

} // namespace recto
