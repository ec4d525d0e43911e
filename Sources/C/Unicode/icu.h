/* Names of ICU carry its version, which the headers put there: `u_charType` is `u_charType_72`. */
#include "load_on_demand.h"

#include <unicode/utypes.h>

#define ICU_LIBRARY(name) \
  ON_DEMAND_LIBRARY("lib" name ".so." U_ICU_VERSION_SHORT, "libicu" U_ICU_VERSION_SHORT)
#define ICU(function) ON_DEMAND(function)
