import RectoPageModel

/// Collects rows and converts their colors a few megapixels at a time, because building a transform
/// takes as long as converting one megapixel.
struct ConvertedRows: ~Copyable {
  private let conversion: ColorConversion
  private let painter: BitmapPainter
  private let width: Int
  private let capacity: Int
  private let samples: UnsafeMutableRawBufferPointer
  /// The indices of the collected rows.
  private var rows: [Int] = []
  private var isBroken = false
  private var hasNoted = false
  /// The problems of the image or its profile.
  private(set) var warnings: [String] = []

  init(_ conversion: ColorConversion, width: Int, painter: BitmapPainter) {
    self.conversion = conversion
    self.painter = painter
    self.width = width
    capacity = max(1, 4_000_000 / max(1, width))
    samples = .allocate(byteCount: capacity * width * conversion.bands, alignment: 16)
  }

  deinit { samples.deallocate() }

  mutating func append(_ row: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    let stride = width * conversion.bands
    let target = UnsafeMutableRawBufferPointer(
      rebasing: samples[(rows.count * stride)..<((rows.count + 1) * stride)])
    target.copyMemory(from: UnsafeRawBufferPointer(bytes))
    rows.append(row)
    if rows.count == capacity { finish() }
  }

  /// Converts and paints the collected rows. A broken profile is ignored: the page is shown with the
  /// colors that its samples have without a profile.
  mutating func finish() {
    guard !rows.isEmpty else { return }
    if !isBroken {
      // The decoder's warnings, which are not about the profile, are taken first.
      warnings += VipsLibrary.takeWarnings()
      do {
        try conversion.convert(
          UnsafeRawBufferPointer(samples), width: width, height: rows.count
        ) { pixels in
          for (index, row) in rows.enumerated() {
            painter.paint(pixels + index * width * 3, count: width, row: row, layout: .rgb)
          }
        }
      } catch {
        note(error.message)
        isBroken = true
      }
      for fault in VipsLibrary.takeWarnings() { note(fault) }
    }
    if isBroken { paintWithoutProfile() }
    rows.removeAll(keepingCapacity: true)
  }

  /// Adds a warning about the profile, unless there is one.
  private mutating func note(_ fault: String) {
    guard !hasNoted else { return }
    hasNoted = true
    warnings.append("the color profile is not used: \(fault)")
  }

  private func paintWithoutProfile() {
    guard let start = samples.bindMemory(to: UInt8.self).baseAddress else { return }
    let stride = width * conversion.bands
    for (index, row) in rows.enumerated() {
      let pixels = start + index * stride
      if conversion.bands == 4 { invert(pixels) }
      painter.paint(
        pixels, count: width, row: row, layout: conversion.bands == 1 ? .gray : .rgb)
    }
  }

  /// Converts CMYK to RGB as its plain complement, and packs it to three bands in place.
  private func invert(_ pixels: UnsafeMutablePointer<UInt8>) {
    for index in 0..<width {
      let light = 255 - UInt32(pixels[index * 4 + 3])
      for band in 0..<3 {
        let ink = UInt32(pixels[index * 4 + band])
        pixels[index * 3 + band] = UInt8((255 - ink) * light / 255)
      }
    }
  }
}
