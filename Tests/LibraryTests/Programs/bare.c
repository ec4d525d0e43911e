// A host without an environment, before it loads the library and after: bare LIBRARY
#include <dlfcn.h>
#include <recto.h>
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

static void *library;

static void *function(const char *name) {
  void *found = dlsym(library, name);
  if (found) return found;
  fprintf(stderr, "%s\n", dlerror());
  exit(1);
}

#define FUNCTION(name) (*(__typeof__(name) **)&(void *){function(#name)})

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  environ = NULL;
  library = dlopen(argv[1], RTLD_NOW);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  environ = NULL;
  recto_error error = {.size = sizeof error};
  recto_engine *engine = NULL;
  recto_request *request = NULL;
  if (FUNCTION(recto_engine_new)(NULL, &engine, &error) == RECTO_STATUS_OK) {
    request = FUNCTION(recto_begin_open_bytes)(engine, "# Bare", 6, "bare.md", NULL);
    FUNCTION(recto_wait)(request, -1, &error);
    FUNCTION(recto_request_free)(request);
    FUNCTION(recto_engine_free)(engine);
  }
  printf("%d %s\n", (int)error.status, error.message);
  return 0;
}
