#define _GNU_SOURCE
#include "attempts.h"

#include <netinet/in.h>
#include <sys/socket.h>

static int tcp_socket(const char *unused) { return outcome(socket(AF_INET, SOCK_STREAM, 0)); }
static int udp_socket(const char *unused) { return outcome(socket(AF_INET6, SOCK_DGRAM, 0)); }
static int unix_socket(const char *unused) { return outcome(socket(AF_UNIX, SOCK_STREAM, 0)); }

static int pair_of_sockets(const char *unused) {
  int pair[2];
  return outcome(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
}

static int connect_socket(const char *unused) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
  return outcome(connect(0, (struct sockaddr *)&address, sizeof address));
}

static int send_to_address(const char *unused) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
  return outcome(sendto(0, "", 1, MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address));
}

const attempt network_attempts[] = {
    {"tcp", tcp_socket},          {"udp", udp_socket},         {"unix", unix_socket},
    {"socketpair", pair_of_sockets}, {"connect", connect_socket}, {"sendto", send_to_address},
    {0},
};
