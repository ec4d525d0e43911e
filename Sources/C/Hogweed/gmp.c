#include "load_on_demand.h"

ON_DEMAND_LIBRARY("libgmp.so.10", "libgmp10")
ON_DEMAND(__gmpz_clear)
ON_DEMAND(__gmpz_init)
