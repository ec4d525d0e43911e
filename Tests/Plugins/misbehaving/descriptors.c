// Attacks the descriptors that the process was given: the host's socket, the memory of pixels, the
// source, standard output and error. It does not know which is which and takes all.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "misbehaving.h"

// The maximum number of descriptors of a worker.
enum { MOST_DESCRIPTORS = 256 };

// Calls `attack` with every open descriptor from `first` on.
static int32_t on_each(int first, void (*attack)(int descriptor, long argument), long argument) {
  for (int descriptor = first; descriptor < MOST_DESCRIPTORS; descriptor++) {
    struct stat status;
    if (fstat(descriptor, &status) == 0) attack(descriptor, argument);
  }
  return CARRY_ON;
}

static void close_it(int descriptor, long unused) {
  (void)unused;
  close(descriptor);
}

static int32_t close_all(const struct call *call) {
  (void)call;
  return on_each(0, close_it, 0);
}

// A message without waiting; `sendmsg`, since it is the one that a sandbox may let pass.
static ssize_t post(int descriptor, const void *bytes, size_t count, void *control,
                    size_t control_count) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control,
      .msg_controllen = control_count,
  };
  return sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// Writes garbage: a packet to a socket, bytes to a file.
static void write_garbage(int descriptor, long unused) {
  (void)unused;
  char garbage[4096];
  for (size_t place = 0; place < sizeof garbage; place++) garbage[place] = (char)rand();
  if (post(descriptor, garbage, sizeof garbage, NULL, 0) < 0) {
    (void)!write(descriptor, garbage, sizeof garbage);
  }
}

static int32_t garbage(const struct call *call) {
  (void)call;
  return on_each(0, write_garbage, 0);
}

// From 1 byte to 8 MiB, which is more than the host can take in one packet.
static void post_giants(int descriptor, long unused) {
  (void)unused;
  enum { LARGEST = 8 << 20 };
  char *bytes = calloc(1, LARGEST);
  if (!bytes) return;
  for (size_t count = 1; count <= LARGEST; count *= 2) post(descriptor, bytes, count, NULL, 0);
  free(bytes);
}

static int32_t giants(const struct call *call) {
  (void)call;
  return on_each(3, post_giants, 0);
}

static void post_flood(int descriptor, long count) {
  for (; count > 0; count--) {
    if (post(descriptor, "", 1, NULL, 0) < 0) return;
  }
}

static int32_t flood(const struct call *call) {
  (void)call;
  for (int round = 0; round < 1000; round++) on_each(3, post_flood, 100);
  return CARRY_ON;
}

// Packets as Recto's own are (Packet.swift), of a kind that the argument names by its number: 17
// is an answer, 18 a failure. Any of the sequence numbers may be the one that is waited for.
static void post_forgeries(int descriptor, long kind) {
  static const char payload[] =
      "{\"index\":0,\"pageCount\":7,\"format\":\"forged\",\"capabilities\":[],"
      "\"boxes\":{\"crop\":[0,0,1,1]}}";
  uint8_t packet[24 + sizeof payload - 1] = {(uint8_t)kind, 5};
  memcpy(packet + 24, payload, sizeof payload - 1);
  for (uint32_t sequence = 0; sequence < 64; sequence++) {
    memcpy(packet + 4, &sequence, sizeof sequence);
    if (post(descriptor, packet, sizeof packet, NULL, 0) < 0) return;
  }
}

static int32_t forge(const struct call *call) {
  return on_each(3, post_forgeries, atol(call->argument));
}

// The maximum number of descriptors in a message; a host that does not close them runs out.
static void post_descriptors(int descriptor, long unused) {
  (void)unused;
  enum { MOST = 253 };
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(MOST * sizeof(int))];
  } control = {.header = {.cmsg_level = SOL_SOCKET,
                          .cmsg_type = SCM_RIGHTS,
                          .cmsg_len = CMSG_LEN(MOST * sizeof(int))}};
  int given[MOST];
  for (int index = 0; index < MOST; index++) given[index] = descriptor;
  memcpy(CMSG_DATA(&control.header), given, sizeof given);
  uint8_t packet[24] = {17};
  for (int round = 0; round < 16; round++) {
    post(descriptor, packet, sizeof packet, &control, sizeof control);
  }
}

static int32_t give_descriptors(const struct call *call) {
  (void)call;
  return on_each(3, post_descriptors, 0);
}

// Reads messages that are meant for the worker.
static void take_messages(int descriptor, long unused) {
  (void)unused;
  char bytes[4096];
  struct iovec part = {.iov_base = bytes, .iov_len = sizeof bytes};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  while (recvmsg(descriptor, &message, MSG_DONTWAIT) > 0) {
  }
}

static int32_t take(const struct call *call) {
  (void)call;
  return on_each(3, take_messages, 0);
}

// Resizes through the descriptor, and through one that is reopened. A host that maps the file then
// meets SIGBUS.
static void resize(int descriptor, long size) {
  struct stat status;
  if (fstat(descriptor, &status) || !S_ISREG(status.st_mode)) return;
  (void)!ftruncate(descriptor, size);
  (void)!fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, status.st_size);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  (void)!truncate(path, size);
  int own = open(path, O_RDWR | O_TRUNC | O_CLOEXEC);
  if (own < 0) return;
  (void)!ftruncate(own, size);
  close(own);
}

static int32_t shrink(const struct call *call) {
  (void)call;
  return on_each(3, resize, 0);
}

static int32_t grow(const struct call *call) {
  (void)call;
  return on_each(3, resize, 1L << 40);
}

// Some megabytes to standard output and error.
static int32_t print(const struct call *call) {
  long megabytes = *call->argument ? atol(call->argument) : 8;
  for (long line = 0; line < megabytes * 10000; line++) {
    fprintf(line % 2 ? stdout : stderr, "%98s\n", "this plugin has a great deal to say");
  }
  fflush(NULL);
  return CARRY_ON;
}

const struct command descriptor_attacks[] = {
    {"descriptors close", close_all},
    {"descriptors garbage", garbage},
    {"descriptors giants", giants},
    {"descriptors flood", flood},
    {"descriptors forge", forge},
    {"descriptors give", give_descriptors},
    {"descriptors take", take},
    {"descriptors shrink", shrink},
    {"descriptors grow", grow},
    {"print", print},
    {NULL, NULL},
};
