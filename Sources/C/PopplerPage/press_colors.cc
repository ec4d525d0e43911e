// Interposes Poppler's functions that turn amounts of ink (DeviceCMYK, ISO 32000-2, 8.6.4.4) into colors.
//
// Poppler mixes the colors of the 16 ways to print inks in full or not at all, in proportion to the ink. Dots on
// paper grow and take light from each other, so that most colors come out too light or too dark by a tenth. Here
// the inks have their dot gain, and the mixture is that of Yule and Nielsen. The numbers are those of offset on
// coated paper (SWOP), which other viewers show too: `bench/press_colors.py` fits them to a profile of it.

#include <algorithm>
#include <array>
#include <cmath>

#include <GfxState.h>

namespace {

constexpr int inks = 4;
constexpr int primaries = 1 << inks;

// How a channel of the screen sees ink.
struct Channel {
  float gain[inks]; // the exponent of the amount of cyan, magenta, yellow and black
  // The light of each way to print inks in full, cyan being the lowest bit, to the power of 1 / `light`. Less than
  // none is a color beyond the screen's.
  float primary[primaries];
};

constexpr float light = 0.64f;

constexpr Channel channels[] = {
    {{0.910f, 0.687f, 0.646f, 0.756f},
     {1.009f, -0.411f, 0.889f, 0.072f, 1.076f, -0.200f, 0.891f, 0.090f, 0.044f, -0.060f, 0.045f, -0.023f, 0.027f,
      -0.060f, 0.041f, -0.032f}},
    {{0.774f, 0.894f, 0.800f, 0.798f},
     {1.000f, 0.542f, 0.001f, 0.078f, 0.920f, 0.511f, 0.036f, 0.090f, 0.037f, 0.012f, -0.038f, -0.046f, 0.025f,
      0.017f, -0.029f, -0.032f}},
    {{0.665f, 0.833f, 0.877f, 0.816f},
     {1.005f, 0.906f, 0.387f, 0.414f, -0.021f, 0.162f, 0.055f, 0.093f, 0.039f, 0.042f, -0.012f, 0.000f, -0.023f,
      -0.023f, -0.041f, -0.036f}},
};

// The mixture of a channel's primaries, each as much as its inks cover of the paper.
float mixture(const Channel &channel, const float *cover) {
  float mixed[primaries / 2];
  float black = cover[inks - 1];
  for (int i = 0; i < primaries / 2; i++)
    mixed[i] = channel.primary[i] + black * (channel.primary[i + primaries / 2] - channel.primary[i]);
  for (int count = primaries / 4, ink = inks - 2; ink >= 0; count /= 2, ink--)
    for (int i = 0; i < count; i++) mixed[i] += cover[ink] * (mixed[i + count] - mixed[i]);
  return mixed[0];
}

// The light of a mixture, from 0 to 1.
float lightOf(float mixture) {
  return mixture <= 0 ? 0 : std::min(1.0f, std::pow(mixture, light));
}

// The same for samples of eight bits, without a power for each.
class Tables {
public:
  static const Tables &shared() {
    static const Tables tables;
    return tables;
  }

  // The red, green and blue of a pixel.
  std::array<unsigned char, 3> color(const unsigned char *pixel) const {
    std::array<unsigned char, 3> result;
    for (int channel = 0; channel < 3; channel++) {
      float cover[inks];
      for (int ink = 0; ink < inks; ink++) cover[ink] = covers[channel][ink][pixel[ink]];
      float step = std::clamp(mixture(channels[channel], cover), 0.0f, 1.0f) * steps;
      result[static_cast<size_t>(channel)] = bytes[static_cast<size_t>(step + 0.5f)];
    }
    return result;
  }

private:
  static constexpr int steps = 1 << 14;

  Tables() {
    for (int channel = 0; channel < 3; channel++)
      for (int ink = 0; ink < inks; ink++)
        for (int byte = 0; byte < 256; byte++)
          covers[channel][ink][byte] = std::pow(static_cast<float>(byte) / 255, channels[channel].gain[ink]);
    for (size_t step = 0; step <= steps; step++)
      bytes[step] = static_cast<unsigned char>(lightOf(static_cast<float>(step) / steps) * 255 + 0.5f);
  }

  float covers[3][inks][256];
  unsigned char bytes[steps + 1];
};

// Gives `put` the color of each pixel of a row.
template <class Put> void eachPixel(const unsigned char *in, int count, Put put) {
  const Tables &tables = Tables::shared();
  const unsigned char *last = nullptr;
  std::array<unsigned char, 3> color = {};
  for (int i = 0; i < count; i++, in += inks) {
    // Neighbors are often alike, and most of all on paper without ink.
    if (!last || !std::equal(in, in + inks, last)) color = tables.color(in);
    last = in;
    put(color);
  }
}

}  // namespace

void GfxDeviceCMYKColorSpace::getRGB(const GfxColor *color, GfxRGB *rgb) const {
  GfxColorComp *parts[] = {&rgb->r, &rgb->g, &rgb->b};
  for (int channel = 0; channel < 3; channel++) {
    float cover[inks];
    for (int ink = 0; ink < inks; ink++)
      cover[ink] = std::pow(std::clamp(static_cast<float>(colToDbl(color->c[ink])), 0.0f, 1.0f),
                            channels[channel].gain[ink]);
    *parts[channel] = dblToCol(static_cast<double>(lightOf(mixture(channels[channel], cover))));
  }
}

void GfxDeviceCMYKColorSpace::getRGBLine(unsigned char *in, unsigned int *out, int length) {
  eachPixel(in, length, [&](const auto &color) {
    *out++ = static_cast<unsigned>(color[0]) << 16 | static_cast<unsigned>(color[1]) << 8 | color[2];
  });
}

void GfxDeviceCMYKColorSpace::getRGBLine(unsigned char *in, unsigned char *out, int length) {
  eachPixel(in, length, [&](const auto &color) { out = std::copy(color.begin(), color.end(), out); });
}

void GfxDeviceCMYKColorSpace::getRGBXLine(unsigned char *in, unsigned char *out, int length) {
  eachPixel(in, length, [&](const auto &color) {
    out = std::copy(color.begin(), color.end(), out);
    *out++ = 255;
  });
}
