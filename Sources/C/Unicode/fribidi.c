#include "load_on_demand.h"

ON_DEMAND_LIBRARY("libfribidi.so.0", "libfribidi0")
ON_DEMAND(fribidi_get_bidi_types)
ON_DEMAND(fribidi_get_bracket_types)
ON_DEMAND(fribidi_get_par_embedding_levels_ex)
