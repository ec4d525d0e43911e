#include "load_on_demand.h"

ON_DEMAND_LIBRARY("libwebp.so.7", "libwebp7")
ON_DEMAND(WebPDecodeRGB)
ON_DEMAND(WebPDecodeRGBA)
ON_DEMAND(WebPEncodeLosslessRGB)
ON_DEMAND(WebPEncodeLosslessRGBA)
ON_DEMAND(WebPEncodeRGB)
ON_DEMAND(WebPEncodeRGBA)
ON_DEMAND(WebPFree)
ON_DEMAND(WebPGetFeaturesInternal)
