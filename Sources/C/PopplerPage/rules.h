// The straight lines that a page draws along its axes, such as those between the cells of a table.

#ifndef RULES_H
#define RULES_H

#include <vector>

#include <GfxState.h>

#include "found_text.h"

namespace recto {

// Segments on the page as it is shown, each as a box without width or without height.
using Rules = std::vector<recto_box>;

// Adds the lines that stroking the path of a state draws.
void addStrokedRules(GfxState *state, Rules &rules);

// Adds what filling it draws: thin rectangles as lines, others by their edges. White ones show nothing.
void addFilledRules(GfxState *state, Rules &rules);

} // namespace recto

#endif
