#include "load_on_demand.h"

ON_DEMAND_LIBRARY("libmobi.so.0", "libmobi0")
ON_DEMAND(mobi_free)
ON_DEMAND(mobi_free_rawml)
ON_DEMAND(mobi_get_filemeta_by_type)
ON_DEMAND(mobi_init)
ON_DEMAND(mobi_init_rawml)
ON_DEMAND(mobi_is_encrypted)
ON_DEMAND(mobi_is_rawml_kf8)
ON_DEMAND(mobi_is_replica)
ON_DEMAND(mobi_load_file)
ON_DEMAND(mobi_parse_rawml)
ON_DEMAND(mobi_version)
