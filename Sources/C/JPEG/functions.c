#include "load_on_demand.h"

ON_DEMAND_LIBRARY("libturbojpeg.so.0", "libturbojpeg0")
ON_DEMAND(tjCompress2)
ON_DEMAND(tjDecompress2)
ON_DEMAND(tjDecompressHeader3)
ON_DEMAND(tjDestroy)
ON_DEMAND(tjFree)
ON_DEMAND(tjGetErrorStr2)
ON_DEMAND(tjInitCompress)
ON_DEMAND(tjInitDecompress)
