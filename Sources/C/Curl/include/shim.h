// Functions with variable arguments, which Swift cannot call: one form for each type of value.
#include <curl/curl.h>

static inline CURLcode recto_curl_set_long(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode recto_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode recto_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return (curl_easy_setopt)(handle, option, value);
}

// The body of a request by POST, which libcurl copies.
static inline CURLcode recto_curl_set_body(CURL *handle, const void *bytes, size_t length) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
  return code ? code : (curl_easy_setopt)(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

static inline CURLcode recto_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(handle, info, value);
}

// The callbacks of a transfer, all with the same context and on the thread that drives it.
typedef struct {
  curl_write_callback header;
  curl_write_callback body;
  curl_opensocket_callback open_socket;
  curl_prereq_callback before_request;
  void *context;
} recto_curl_callbacks;

static inline CURLcode recto_curl_set_callbacks(CURL *handle, recto_curl_callbacks callbacks) {
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_HEADERFUNCTION, callbacks.header);
  if (!code) code = (curl_easy_setopt)(handle, CURLOPT_HEADERDATA, callbacks.context);
  if (!code) code = (curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, callbacks.body);
  if (!code) code = (curl_easy_setopt)(handle, CURLOPT_WRITEDATA, callbacks.context);
  if (!code) code = (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETFUNCTION, callbacks.open_socket);
  if (!code) code = (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETDATA, callbacks.context);
  if (!code) code = (curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, callbacks.before_request);
  if (!code) code = (curl_easy_setopt)(handle, CURLOPT_PREREQDATA, callbacks.context);
  return code;
}

// The address that a socket is about to be opened for; it begins in the struct and may extend beyond it.
static inline const struct sockaddr *recto_curl_address(const struct curl_sockaddr *address) {
  return &address->addr;
}
