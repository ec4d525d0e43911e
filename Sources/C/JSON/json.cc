#include "CRectoJSON.h"

// Errors are codes here; nothing may be thrown into Swift.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>

using namespace simdjson;

struct recto_json_document {
  dom::document content;
};

namespace {

// simdjson's handles are a pointer and an index, and may be kept as bytes.
template <typename Handle> recto_json_value bytes_of(const Handle &handle) {
  static_assert(sizeof(Handle) == sizeof(recto_json_value));
  static_assert(std::is_trivially_copyable_v<Handle>);
  recto_json_value value;
  std::memcpy(&value, &handle, sizeof value);
  return value;
}

template <typename Handle> Handle handle_of(const recto_json_value &value) {
  static_assert(sizeof(Handle) == sizeof(recto_json_value));
  static_assert(std::is_trivially_copyable_v<Handle>);
  Handle handle;
  std::memcpy(static_cast<void *>(&handle), &value, sizeof value);
  return handle;
}

dom::element element(recto_json_value value) { return handle_of<dom::element>(value); }

template <typename Container>
void begin(const Container &container, recto_json_iterator *result) {
  result->next = bytes_of(container.begin());
  result->end = bytes_of(container.end());
}

const char *sentence(error_code code) {
  switch (code) {
  case EMPTY: return "it is empty";
  case UTF8_ERROR: return "it is not UTF-8";
  case DEPTH_ERROR: return "it is nested too deeply";
  case NUMBER_ERROR: return "a number in it is malformed or too large";
  case STRING_ERROR:
  case UNESCAPED_CHARS:
  case UNCLOSED_STRING: return "a text in it is malformed or not closed";
  case MEMALLOC:
  case CAPACITY: return "there is no memory to read it";
  default: return "a bracket, comma or colon is missing or too many, or it is cut off";
  }
}

// simdjson's objects that parsers are made by end with the process, where other threads may still
// parse, such as those of a library in a program that ends.
class Parsing {
public:
  Parsing() {
    pthread_once(&once, [] {
      // Its objects are made now, so that the function below runs before their destructors.
      (void)get_active_implementation()->name();
      process = getpid();
      std::atexit([] {
        // In a forked process a thread that does not exist may hold the lock.
        if (getpid() != process) return;
        pthread_rwlock_wrlock(&lock);
        isOver = true;
        pthread_rwlock_unlock(&lock);
      });
    });
    pthread_rwlock_rdlock(&lock);
  }
  ~Parsing() { pthread_rwlock_unlock(&lock); }
  bool isPossible() const { return !isOver; }

private:
  static inline pthread_once_t once = PTHREAD_ONCE_INIT;
  static inline pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  static inline pid_t process = 0;
  static inline bool isOver = false;
};

bool is_at_end(const recto_json_iterator *iterator) {
  return iterator->next.index == iterator->end.index;
}

} // namespace

recto_json_document *recto_json_parse(const uint8_t *bytes, size_t count, size_t max_depth,
                                      const char **error) {
  // Some editors put a byte order mark before the text (RFC 8259, section 8.1).
  static constexpr uint8_t mark[] = {0xEF, 0xBB, 0xBF};
  if (count >= sizeof mark && std::memcmp(bytes, mark, sizeof mark) == 0) {
    bytes += sizeof mark;
    count -= sizeof mark;
  }
  Parsing parsing;
  if (!parsing.isPossible()) {
    *error = "the program is ending";
    return nullptr;
  }
  dom::parser parser;
  auto *document = new (std::nothrow) recto_json_document;
  error_code code = document == nullptr ? MEMALLOC : parser.allocate(count, max_depth);
  // simdjson reads a little beyond the end: the bytes are copied to where it may.
  if (code == SUCCESS)
    code = parser.parse_into_document(document->content, bytes, count, true).error();
  if (code == SUCCESS) return document;
  *error = sentence(code);
  delete document;
  return nullptr;
}

void recto_json_free(recto_json_document *document) { delete document; }

recto_json_value recto_json_root(const recto_json_document *document) {
  return bytes_of(document->content.root());
}

recto_json_kind recto_json_kind_of(recto_json_value value) {
  switch (element(value).type()) {
  case dom::element_type::NULL_VALUE: return RECTO_JSON_NULL;
  case dom::element_type::BOOL: return RECTO_JSON_BOOL;
  case dom::element_type::INT64:
  case dom::element_type::UINT64:
  case dom::element_type::DOUBLE: return RECTO_JSON_NUMBER;
  case dom::element_type::STRING: return RECTO_JSON_STRING;
  case dom::element_type::ARRAY: return RECTO_JSON_ARRAY;
  case dom::element_type::OBJECT: return RECTO_JSON_OBJECT;
  }
  return RECTO_JSON_NULL;
}

bool recto_json_bool(recto_json_value value, bool *result) {
  return element(value).get_bool().get(*result) == SUCCESS;
}

bool recto_json_integer(recto_json_value value, int64_t *result) {
  if (element(value).get_int64().get(*result) == SUCCESS) return true;
  double number;
  if (element(value).get_double().get(number) != SUCCESS) return false;
  // The bounds are powers of two, and exact; the upper one is not a 64 bit integer any more.
  if (!(number >= -0x1p63 && number < 0x1p63)) return false;
  int64_t integer = static_cast<int64_t>(number);
  if (static_cast<double>(integer) != number) return false;
  *result = integer;
  return true;
}

bool recto_json_number(recto_json_value value, double *result) {
  return element(value).get_double().get(*result) == SUCCESS;
}

bool recto_json_string(recto_json_value value, const char **bytes, size_t *count) {
  std::string_view text;
  if (element(value).get_string().get(text) != SUCCESS) return false;
  *bytes = text.data();
  *count = text.size();
  return true;
}

bool recto_json_member(recto_json_value value, const uint8_t *name, size_t count,
                       recto_json_value *result) {
  dom::object object;
  dom::element member;
  if (element(value).get_object().get(object) != SUCCESS) return false;
  std::string_view key(reinterpret_cast<const char *>(name), count);
  if (object.at_key(key).get(member) != SUCCESS) return false;
  *result = bytes_of(member);
  return true;
}

bool recto_json_numbers(recto_json_value value, double *numbers, size_t count) {
  dom::array array;
  if (element(value).get_array().get(array) != SUCCESS) return false;
  size_t filled = 0;
  for (dom::element number : array) {
    if (filled == count || number.get_double().get(numbers[filled]) != SUCCESS) return false;
    filled++;
  }
  return filled == count;
}

bool recto_json_elements(recto_json_value value, recto_json_iterator *result) {
  dom::array array;
  if (element(value).get_array().get(array) != SUCCESS) return false;
  begin(array, result);
  return true;
}

bool recto_json_next_element(recto_json_iterator *iterator, recto_json_value *result) {
  if (is_at_end(iterator)) return false;
  auto place = handle_of<dom::array::iterator>(iterator->next);
  *result = bytes_of(*place);
  iterator->next = bytes_of(++place);
  return true;
}

bool recto_json_members(recto_json_value value, recto_json_iterator *result) {
  dom::object object;
  if (element(value).get_object().get(object) != SUCCESS) return false;
  begin(object, result);
  return true;
}

bool recto_json_next_member(recto_json_iterator *iterator, const char **name, size_t *count,
                            recto_json_value *result) {
  if (is_at_end(iterator)) return false;
  auto place = handle_of<dom::object::iterator>(iterator->next);
  *name = place.key().data();
  *count = place.key().size();
  *result = bytes_of(place.value());
  iterator->next = bytes_of(++place);
  return true;
}
