#include <stddef.h>
#include <isa-l/igzip_lib.h>
#include <isa-l/crc.h>

// A macro of expressions, which Swift does not import.
static const size_t isal_level1_buffer_size = ISAL_DEF_LVL1_DEFAULT;
