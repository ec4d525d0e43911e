#define _GNU_SOURCE
#include "CLinux.h"

#include <dlfcn.h>

const char *linux_object_path(const void *address) {
  Dl_info found;
  return dladdr(address, &found) ? found.dli_fname : NULL;
}
