#include "load_on_demand.h"

ON_DEMAND_LIBRARY("libcmark-gfm-extensions.so.0.29.0.gfm.6", "libcmark-gfm-extensions0.29.0.gfm.6")
ON_DEMAND(cmark_gfm_core_extensions_ensure_registered)
ON_DEMAND(cmark_gfm_extensions_get_table_alignments)
ON_DEMAND(cmark_gfm_extensions_get_table_columns)
ON_DEMAND(cmark_gfm_extensions_get_tasklist_item_checked)
