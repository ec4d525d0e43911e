#include "CRectoPixels.h"

#include <string.h>

typedef uint8_t bytes16 __attribute__((vector_size(16)));

#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
// One build for every processor; the loader picks the loop for the one at hand. It does so before
// ThreadSanitizer, which has its marks in the choice too, is set up.
#define FOR_EACH_PROCESSOR __attribute__((target_clones("ssse3", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

FOR_EACH_PROCESSOR
void pixels_pack_rgb(const uint32_t *pixels, size_t count, uint8_t *samples) {
  size_t index = 0;
  // Each step writes 16 bytes, of which 12 are used, so that the last pixels are left to the loop
  // below.
  for (; index + 8 <= count; index += 4) {
    bytes16 four;
    memcpy(&four, pixels + index, sizeof four);
    four = __builtin_shufflevector(four, four, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 3, 7, 11, 15);
    memcpy(samples + index * 3, &four, sizeof four);
  }
  for (; index < count; index++) {
    samples[index * 3] = (uint8_t)(pixels[index] >> 16);
    samples[index * 3 + 1] = (uint8_t)(pixels[index] >> 8);
    samples[index * 3 + 2] = (uint8_t)pixels[index];
  }
}
