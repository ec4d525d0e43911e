#define _GNU_SOURCE
#include "CRectoLinux.h"

#include <errno.h>
#include <sys/epoll.h>

int linux_hangup_set(void) { return epoll_create1(EPOLL_CLOEXEC); }

int linux_watch_hangup(int set, int descriptor, uint64_t mark) {
  struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT, .data.u64 = mark};
  return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

void linux_forget_hangup(int set, int descriptor) {
  epoll_ctl(set, EPOLL_CTL_DEL, descriptor, NULL);
}

int linux_next_hangup(int set, uint64_t *mark) {
  struct epoll_event event;
  int count;
  do count = epoll_wait(set, &event, 1, -1);
  while (count < 0 && errno == EINTR);
  if (count != 1) return -1;
  *mark = event.data.u64;
  return 0;
}
