#pragma once

#include <cstddef>
#include <cstdint>

class GfxState;
class OutputDev;

namespace recto {

// Hides text objects of the page that this thread walks, for as long as it lives. Their numbers count from 1
// in the order of the content, forms included, and ascend; the array must outlive this object.
class HiddenText {
public:
  HiddenText(const uint32_t *objects, size_t count);
  ~HiddenText();
  HiddenText(const HiddenText &) = delete;
  HiddenText &operator=(const HiddenText &) = delete;

  void begin(GfxState *, OutputDev *);
  void end(GfxState *, OutputDev *);

private:
  const uint32_t *hidden;
  size_t count;
  uint32_t object = 0;
  int outer = 0; // the rendering mode before a hidden object
  bool isHidden = false;
};

} // namespace recto
