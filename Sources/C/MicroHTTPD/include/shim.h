#include <microhttpd.h>

// The settings and limits of a server.
typedef struct microhttpd_settings {
  // A socket that listens, which becomes the daemon's.
  int socket;
  unsigned int connections;
  unsigned int idle_seconds;
  // Bytes of memory for a connection: the request's first line and headers have to fit.
  size_t memory;
  MHD_AccessHandlerCallback answer;
  // Called with the first line's target as it was sent; its result is the request's own pointer.
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback end;
  // Called when a client connects, before there is a connection, and when one begins and ends.
  MHD_AcceptPolicyCallback admit;
  MHD_NotifyConnectionCallback connection;
  // Handed to all five.
  void *context;
} microhttpd_settings;

// Starts a daemon with one thread of its own, whose connections may be suspended; NULL if that fails. It
// reads requests strictly, on which RawHead relies from version 1.0 on. Swift imports no variadic functions
// (MHD_start_daemon).
static inline struct MHD_Daemon *microhttpd_start(const microhttpd_settings *settings) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, settings->admit,
      settings->context, settings->answer, settings->context, MHD_OPTION_LISTEN_SOCKET, settings->socket, MHD_OPTION_CONNECTION_LIMIT,
      settings->connections, MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_URI_LOG_CALLBACK, settings->begin, settings->context,
      MHD_OPTION_NOTIFY_COMPLETED, settings->end, settings->context,
      MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context, MHD_OPTION_END);
}

// The socket of a connection (MHD_get_connection_info).
static inline int microhttpd_socket(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

// Bytes of the request's first line and header, with the empty line; 0 where they are not read yet
// (MHD_get_connection_info).
static inline size_t microhttpd_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

// The address of the other end, or NULL (MHD_get_connection_info).
static inline const struct sockaddr *microhttpd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

// Has a response whose length is not known end with the connection and not with a last chunk, which
// this version sends after the header of an answer to HEAD too (MHD_set_response_options).
static inline void microhttpd_end_with_connection(struct MHD_Response *response) {
  MHD_set_response_options(response, MHD_RF_HTTP_1_0_SERVER, MHD_RO_END);
}
