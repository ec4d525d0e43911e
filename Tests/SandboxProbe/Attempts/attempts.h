#pragma once

// An attempt for `probe_try`: its name, and its action with an argument.
typedef struct {
  const char *name;
  int (*run)(const char *argument);
} attempt;

// Each ends with an entry without a name.
extern const attempt file_attempts[], network_attempts[], process_attempts[], kernel_attempts[],
    limit_attempts[], allowed_attempts[];

// 0, or errno for a result that says a call failed.
int outcome(long result);
