#define _GNU_SOURCE
#include "CRectoLinux.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int linux_socket_pair(int pair[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair);
}

// Room for the descriptors of one message, aligned as its header wants (cmsg(3)).
union control {
  char bytes[CMSG_SPACE(LINUX_MAX_DESCRIPTORS * sizeof(int))];
  struct cmsghdr alignment;
};

int linux_send(int socket, const void *header, size_t header_size, const void *bytes,
               size_t count, const int *descriptors, int descriptor_count) {
  if (descriptor_count > LINUX_MAX_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  struct iovec parts[2] = {{(void *)header, header_size}, {(void *)bytes, count}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  union control control;
  if (descriptor_count > 0) {
    size_t size = sizeof(int) * (size_t)descriptor_count;
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *first = CMSG_FIRSTHDR(&message);
    first->cmsg_level = SOL_SOCKET;
    first->cmsg_type = SCM_RIGHTS;
    first->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(first), descriptors, size);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -1 : 0;
}

ssize_t linux_receive(int socket, void *buffer, size_t capacity, int *descriptors,
                      int *descriptor_count) {
  *descriptor_count = 0;
  struct iovec part = {buffer, capacity};
  union control control;
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t length;
  do length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (length < 0 && errno == EINTR);
  if (length < 0) return -1;
  for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
    if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (each->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(each) + index * sizeof(int), sizeof descriptor);
      if (*descriptor_count < LINUX_MAX_DESCRIPTORS)
        descriptors[(*descriptor_count)++] = descriptor;
      else
        close(descriptor);
    }
  }
  if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0) return length;
  for (int index = 0; index < *descriptor_count; index++) close(descriptors[index]);
  *descriptor_count = 0;
  errno = EMSGSIZE;
  return -1;
}

pid_t linux_socket_peer(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : -1;
}

int linux_stream_pair(int pair[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair);
}

ssize_t linux_write_some(int socket, const void *bytes, size_t count) {
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}
