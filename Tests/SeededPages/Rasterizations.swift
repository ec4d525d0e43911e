import Glibc
import RectoPageModel
import RectoSnapshots

/// A page of text, an area and a line as other rasterizers draw it.
public func rasterizations() async throws -> [Rasterization] {
  var layout = SeededLayout()
  for picture in ["photo", "drawing"] {
    layout = layout.replacing(
      "\"file\": \"\(picture).png\"", with: "\"opacity\": 0, \"file\": \"\(picture).png\"")
  }
  let golden = try await layout.snapshot()
  var pages: [Rasterization] = []
  func add(_ name: String, _ picture: Bitmap) {
    var current = golden
    current.picture = picture
    pages.append(Rasterization(name: name, golden: golden, current: current))
  }
  add("Poppler and Cairo", try await layout.snapshotOfPDF().picture)
  var request = SeededLayout.request
  request.isDeterministic = false
  add("the machine's own smoothing", try await layout.snapshot(request).picture)
  add("Poppler with the machine's own smoothing", try await layout.snapshotOfPDF(request).picture)
  for gamma in [0.7, 1.4] {
    var canvas = Canvas(golden.picture)
    // In black letters, full ink and paper stay.
    canvas.map(0..<canvas.width, 150..<canvas.height) { _, _, color in
      color.each { 16 + 239 * pow(max(0, $0 - 16) / 239, gamma) }
    }
    // Areas keep their color.
    let before = Canvas(golden.picture)
    canvas.map(635..<805, 745..<995) { x, y, color in
      before[x, y].red == 0xF3 ? before[x, y] : color
    }
    canvas.map(70..<810, 715..<730) { x, y, _ in before[x, y] }
    add("a gamma of \(gamma)", canvas.bitmap)
  }
  for factor in [2, 3, 4] {
    add("\(factor * factor) samples a pixel", try await supersampled(layout, factor))
  }
  return pages
}

private func enlarged(_ layout: SeededLayout, _ factor: Int) async throws -> Canvas {
  var request = SeededLayout.request
  request.scale = .pixelsPerPoint(150.0 / 72 * Double(factor))
  return Canvas(try await layout.snapshot(request).picture)
}

private func supersampled(_ layout: SeededLayout, _ factor: Int) async throws -> Bitmap {
  let large = try await enlarged(layout, factor)
  let size = PixelSize(
    width: (large.width + factor - 1) / factor, height: (large.height + factor - 1) / factor)
  return large.averaged(by: factor, size).bitmap
}

extension Canvas {
  /// A smaller picture whose pixels are the means of `factor` times as many each way.
  public func averaged(by factor: Int, _ size: PixelSize) -> Canvas {
    Canvas(width: size.width, height: size.height) { x, y in
      func mean(_ part: (Color) -> UInt8) -> UInt8 {
        var sum = 0
        for row in 0..<factor {
          for column in 0..<factor {
            sum += Int(part(near(x * factor + column, y * factor + row)))
          }
        }
        return UInt8(sum / (factor * factor))
      }
      return Color(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
    }
  }

  /// The nearest pixel that there is.
  private func near(_ x: Int, _ y: Int) -> Color {
    self[min(max(0, x), width - 1), min(max(0, y), height - 1)]
  }
}
