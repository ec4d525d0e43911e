#define _GNU_SOURCE
#include "CRectoLinux.h"

#include <sys/eventfd.h>

int linux_event(bool is_raised) { return eventfd(is_raised, EFD_CLOEXEC | EFD_NONBLOCK); }

void linux_raise_event(int event) { eventfd_write(event, 1); }
