#include <cmark-gfm_version.h>

#include "load_on_demand.h"

ON_DEMAND_LIBRARY("libcmark-gfm-extensions.so." CMARK_GFM_VERSION_STRING, "libcmark-gfm-extensions" CMARK_GFM_VERSION_STRING)
ON_DEMAND(cmark_gfm_core_extensions_ensure_registered)
ON_DEMAND(cmark_gfm_extensions_get_table_alignments)
ON_DEMAND(cmark_gfm_extensions_get_table_columns)
ON_DEMAND(cmark_gfm_extensions_get_tasklist_item_checked)
