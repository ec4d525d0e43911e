#include <zipconf.h>

#include "load_on_demand.h"

/* The names of Debian, whose first packages had another number than libzip itself. */
#if LIBZIP_VERSION_MAJOR == 1 && LIBZIP_VERSION_MINOR < 8
ON_DEMAND_LIBRARY("libzip.so.4", "libzip4")
#else
ON_DEMAND_LIBRARY("libzip.so.5", "libzip5")
#endif
ON_DEMAND(zip_close)
ON_DEMAND(zip_discard)
ON_DEMAND(zip_encryption_method_supported)
ON_DEMAND(zip_error_code_zip)
ON_DEMAND(zip_error_fini)
ON_DEMAND(zip_error_init)
ON_DEMAND(zip_error_strerror)
ON_DEMAND(zip_fclose)
ON_DEMAND(zip_file_add)
ON_DEMAND(zip_file_get_error)
ON_DEMAND(zip_file_get_external_attributes)
ON_DEMAND(zip_file_set_dostime)
ON_DEMAND(zip_file_set_encryption)
ON_DEMAND(zip_file_set_external_attributes)
ON_DEMAND(zip_fopen_index)
ON_DEMAND(zip_fread)
ON_DEMAND(zip_get_error)
ON_DEMAND(zip_get_num_entries)
ON_DEMAND(zip_open)
ON_DEMAND(zip_open_from_source)
ON_DEMAND(zip_set_default_password)
ON_DEMAND(zip_set_file_compression)
ON_DEMAND(zip_source_buffer)
ON_DEMAND(zip_source_buffer_create)
ON_DEMAND(zip_source_file)
ON_DEMAND(zip_source_free)
ON_DEMAND(zip_stat_index)
ON_DEMAND(zip_stat_init)
