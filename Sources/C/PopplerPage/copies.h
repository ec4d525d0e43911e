#ifndef COPIES_H
#define COPIES_H

#include <cstdlib>
#include <cstring>

namespace recto {

// A copy of a vector or a string that the caller frees, with the number of its elements; null with a number of 0
// if it is empty or memory ran out.
template <class Elements> typename Elements::value_type *copyForCaller(const Elements &elements, size_t *count) {
  using Element = typename Elements::value_type;
  const size_t size = elements.size() * sizeof(Element);
  auto *copy = size ? static_cast<Element *>(malloc(size)) : nullptr;
  if (copy) memcpy(copy, elements.data(), size);
  *count = copy ? elements.size() : 0;
  return copy;
}

} // namespace recto

#endif
