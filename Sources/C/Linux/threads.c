#include "CRectoLinux.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  void (*run)(void *context);
  void *context;
} beginning;

static void *begin(void *pointer) {
  beginning begun = *(beginning *)pointer;
  free(pointer);
  begun.run(begun.context);
  return NULL;
}

int linux_start_thread(size_t stack, void (*run)(void *context), void *context) {
  beginning *begun = malloc(sizeof *begun);
  if (!begun) return ENOMEM;
  *begun = (beginning){run, context};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stack > 0) pthread_attr_setstacksize(&attributes, stack);
  pthread_t thread;
  int status = pthread_create(&thread, &attributes, begin, begun);
  pthread_attr_destroy(&attributes);
  if (status != 0) free(begun);
  return status;
}
