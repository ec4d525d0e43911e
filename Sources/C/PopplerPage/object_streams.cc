// Reads the objects in an object stream (ISO 32000-2, 7.5.7) without a cross-reference table.

#include "CRectoPopplerPage.h"

#include <algorithm>
#include <new>
#include <string>

#include <Object.h>
#include <Parser.h>
#include <Stream.h>

#include "Versions.h"
#include "copies.h"

namespace {

std::string contentOf(Stream *stream, size_t most) {
  std::string content;
  if (!recto::rewind(stream)) return content;
  for (int byte; content.size() < most && (byte = stream->getChar()) != EOF;) content += static_cast<char>(byte);
  stream->close();
  return content;
}

// The objects of a stream's content, which begins with `count` pairs of a number and a place behind `first`.
std::string objectsIn(const std::string &content, int count, size_t first) {
  std::string objects;
  const char *at = content.c_str();
  auto number = [&at] {
    char *end = nullptr;
    long value = strtol(at, &end, 10);
    if (end == at) return -1L;
    at = end;
    return value;
  };
  long owner = number(), place = number();
  for (int i = 0; i < count && owner > 0 && place >= 0; i++) {
    size_t start = first + static_cast<size_t>(place);
    long nextOwner = i + 1 < count ? number() : -1, nextPlace = i + 1 < count ? number() : -1;
    size_t end = nextPlace < 0 ? content.size() : std::min(content.size(), first + static_cast<size_t>(nextPlace));
    if (start >= end) break;
    objects += std::to_string(owner) + " 0 obj\n" + content.substr(start, end - start) + "\nendobj\n";
    owner = nextOwner;
    place = nextPlace;
  }
  return objects;
}

} // namespace

char *recto_object_stream_unpack(const void *bytes, size_t length, size_t most, size_t *count) {
  *count = 0;
  try {
    auto *file = new MemStream(static_cast<const char *>(bytes), 0, static_cast<Goffset>(length), Object(objNull));
    Parser parser(nullptr, file, true);
    Object packed = parser.getObj();
    if (!packed.isStream()) return nullptr;
    Object number = packed.streamGetDict()->lookup("N"), first = packed.streamGetDict()->lookup("First");
    if (!number.isInt() || !first.isInt() || first.getInt() < 0) return nullptr;
    const std::string objects =
        objectsIn(contentOf(packed.getStream(), most), number.getInt(), static_cast<size_t>(first.getInt()));
    return recto::copyForCaller(objects, count);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}
