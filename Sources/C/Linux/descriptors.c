#define _GNU_SOURCE
#include "CRectoLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

bool linux_has_descriptors(int count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return true;
  int lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
  if (lowest < 0) return errno != EMFILE && errno != ENFILE;
  close(lowest);
  return limit.rlim_cur == RLIM_INFINITY || (rlim_t)lowest + (rlim_t)count <= limit.rlim_cur;
}
