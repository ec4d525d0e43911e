#include "load_on_demand.h"

ON_DEMAND_LIBRARY("libhyphen.so.0", "libhyphen0")
ON_DEMAND(hnj_hyphen_free)
ON_DEMAND(hnj_hyphen_hyphenate2)
ON_DEMAND(hnj_hyphen_load_file)
