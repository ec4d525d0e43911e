// Interposes Cairo's function that sets dashes, to draw solid lines where a PDF states invalid dashes (ISO 32000-2,
// 8.4.3.6): Cairo's context fails, and nothing more of the page is drawn.

#include <dlfcn.h>

#include <algorithm>
#include <cmath>

#include <cairo.h>

extern "C" __attribute__((visibility("default"))) void cairo_set_dash(cairo_t *context, const double *dashes, int count,
                                                                      double offset) {
  static const auto original = reinterpret_cast<void (*)(cairo_t *, const double *, int, double)>(
      dlsym(RTLD_NEXT, "cairo_set_dash"));
  bool areLengths = std::all_of(dashes, dashes + std::max(count, 0),
                                [](double dash) { return std::isfinite(dash) && dash >= 0; });
  bool haveLength = std::any_of(dashes, dashes + std::max(count, 0), [](double dash) { return dash > 0; });
  bool areDashes = areLengths && haveLength && std::isfinite(offset);
  original(context, areDashes ? dashes : nullptr, areDashes ? count : 0, areDashes ? offset : 0);
}
