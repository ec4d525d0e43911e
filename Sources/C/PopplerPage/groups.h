#pragma once

namespace recto {

// Called before a page is drawn.
void beginGroups();

}  // namespace recto
