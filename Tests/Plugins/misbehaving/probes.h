// The lists of attempts. Each ends with a null name.
#pragma once

// Gives a number of at least 0 where it was done, otherwise -1 with `errno`. What was done is
// undone where that can be.
struct probe {
  const char *name;
  long (*attempt)(void);
};

extern const struct probe file_probes[], process_probes[], kernel_probes[];
