#define _GNU_SOURCE
#include "CRectoLinux.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *linux_object_path(const void *address) {
  Dl_info found;
  return dladdr(address, &found) ? found.dli_fname : NULL;
}

char *linux_path_beside(const char *pattern) {
  Dl_info found;
  struct link_map *object = NULL;
  if (!dladdr1((void *)linux_path_beside, &found, (void **)&object, RTLD_DL_LINKMAP) || !object) {
    return NULL;
  }
  /* The loader has no name for the program itself. */
  char own[PATH_MAX];
  if (!realpath(*object->l_name ? object->l_name : "/proc/self/exe", own)) return NULL;
  char *slash = strrchr(own, '/');
  if (!slash || strpbrk(own, "*?[\\")) return NULL;
  *slash = 0;
  char wanted[PATH_MAX];
  if (snprintf(wanted, sizeof wanted, "%s/%s", own, pattern) >= (int)sizeof wanted) return NULL;
  glob_t matches;
  char *path = NULL;
  if (glob(wanted, 0, NULL, &matches) == 0) path = realpath(matches.gl_pathv[0], NULL);
  globfree(&matches);
  return path;
}
