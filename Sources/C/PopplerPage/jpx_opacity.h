#pragma once

#include <vector>

namespace recto {

// The opacity of a picture's pixels: samples of eight bits, row by row. Without a width where it has none.
struct Opacity {
  std::vector<char> samples;
  int width = 0, height = 0;
};

// Keeps the opacity of the JPEG 2000 picture that this thread decodes while it lives.
class KeptOpacity {
public:
  KeptOpacity();
  ~KeptOpacity();
  KeptOpacity(const KeptOpacity &) = delete;

  Opacity opacity;

private:
  Opacity *outer;
};

} // namespace recto
