// The differences between the versions of Poppler that this compiles with: 22.12 of Debian 12 and 25.03
// of Debian 13. The types that functions return tell them apart.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <Function.h>
#include <GfxState.h>
#include <Stream.h>
#include <UTF.h>
#include <goo/gmem.h>

namespace recto {

// Later versions return a smart pointer.
template <class T> T *released(T *owned) { return owned; }
template <class T> T *released(std::unique_ptr<T> owned) { return owned.release(); }

// A color space as functions of Poppler take it over.
using OwnedColorSpace = decltype(std::declval<const GfxColorSpace &>().copy());
inline OwnedColorSpace deviceRGB() { return OwnedColorSpace(new GfxDeviceRGBColorSpace()); }
inline OwnedColorSpace deviceGray() { return OwnedColorSpace(new GfxDeviceGrayColorSpace()); }

// Later versions tell whether a stream could be rewound.
using Rewound = decltype(std::declval<Stream &>().reset());

template <class S> bool rewind(S *stream) {
  if constexpr (std::is_void_v<Rewound>) {
    stream->reset();
    return true;
  } else {
    return stream->reset();
  }
}

// Later versions have names for the types of functions (ISO 32000-2, 7.10).
template <class F> bool isSampled(const F *function) {
  if constexpr (std::is_enum_v<decltype(function->getType())>) return function->getType() == F::Type::Sampled;
  else return function->getType() == 0;
}

template <class F> bool isStitching(const F *function) {
  if constexpr (std::is_enum_v<decltype(function->getType())>) return function->getType() == F::Type::Stitching;
  else return function->getType() == 3;
}

// True if the length of a word's codes is without its last one, as it is since words have `len()`. Then a
// mark that Poppler has joined to the last letter is not counted either.
template <class W, class = void> constexpr bool lacksLastCode = false;
template <class W> constexpr bool lacksLastCode<W, std::void_t<decltype(std::declval<const W &>().len())>> = true;

// Later versions return the scalars of a text string.
template <class Text> auto scalarsOf(const Text &text, int) -> decltype(TextStringToUCS4(text)) {
  return TextStringToUCS4(text);
}

template <class Text> std::vector<Unicode> scalarsOf(const Text &text, ...) {
  Unicode *scalars = nullptr;
  int count = TextStringToUCS4(text, &scalars);
  std::vector<Unicode> result(scalars, scalars + count);
  gfree(scalars);
  return result;
}

// The scalars of a text string (ISO 32000-2, 7.9.2.2).
inline std::vector<Unicode> scalarsOf(const std::string &text) { return scalarsOf(text, 0); }

}  // namespace recto
