// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CRecto
import CRectoPixels
import RectoPageModel
import RectoPipeline

/// An image of a page. Its bitmap is used again once the caller has freed it.
final class Image: Answer {
  let bitmap: Bitmap
  let grid: PixelGrid
  private let pool: BitmapPool

  init(_ bitmap: Bitmap, _ grid: PixelGrid, from pool: BitmapPool) {
    self.bitmap = bitmap
    self.grid = grid
    self.pool = pool
  }

  deinit { pool.giveBack(bitmap) }

  func json() -> UnsafeBufferPointer<UInt8>? { nil }
}

@c @implementation
public func recto_begin_render(
  _ publication: OpaquePointer!, _ page: Int64, _ pointer: UnsafePointer<recto_render_options>!
) -> OpaquePointer! {
  begin { () throws(Failure) in
    let publication = try find(publication, as: PublicationHandle.self).publication
    let given = try options(pointer, recto_render_options())
    let request = try RenderRequest(given)
    let requestOptions = try RequestOptions(priority: given.priority, timeLimit: given.time_limit)
    return { () async throws(PageError) in
      let (open, pool) = (publication.open, publication.bitmaps)
      let facts = try await countingFromZero(page, of: open) { index throws(PageError) in
        try await open.facts(ofPage: index, requestOptions)
      }
      let grid = try PixelGrid(
        page: facts.size, rotation: facts.rotation,
        request: open.limits.reduce(request, page: facts.size, rotation: facts.rotation))
      let bitmap = pool.take()
      try await open.render(page: Int(page), request, into: bitmap, requestOptions)
      return Image(bitmap, grid, from: pool)
    }
  }
}

extension RenderRequest {
  fileprivate init(_ given: recto_render_options) throws(Failure) {
    let known =
      RECTO_RENDER_GRAY | RECTO_RENDER_DARK | RECTO_RENDER_NO_ANNOTATIONS
      | RECTO_RENDER_DETERMINISTIC
    guard given.flags & ~UInt32(known) == 0 else {
      throw .badRequest("the image has flags that are not known")
    }
    func has(_ flag: Int) -> Bool { given.flags & UInt32(flag) != 0 }
    self.init(scale: try Self.scale(given))
    region = try Self.region(given.region)
    guard let turn = Rotation(degrees: Int(given.rotation)) else {
      throw .badRequest("the rotation must be a multiple of 90")
    }
    rotation = turn
    if let name = try string(given.background, "the background") {
      guard let color = Color(name) else {
        throw .badRequest("the background is not #rrggbb, #rrggbbaa or transparent")
      }
      background = color
    }
    isGray = has(Int(RECTO_RENDER_GRAY))
    appearance = has(Int(RECTO_RENDER_DARK)) ? .dark : .normal
    drawsAnnotations = !has(Int(RECTO_RENDER_NO_ANNOTATIONS))
    isDeterministic = has(Int(RECTO_RENDER_DETERMINISTIC))
    for (names, isShown) in [(given.shown_layers, true), (given.hidden_layers, false)] {
      for name in (try string(names, "a layer's identifier") ?? "").split(separator: "\n") {
        layers[String(name)] = isShown
      }
    }
  }

  private static func scale(_ given: recto_render_options) throws(Failure) -> Scale {
    let (width, height) = (Int(given.fit_width), Int(given.fit_height))
    if width == 0, height == 0 {
      guard given.dpi.isFinite, given.dpi >= 0 else {
        throw .badRequest("the dpi must be a number greater than zero")
      }
      return given.dpi == 0 ? .upTo(150.0 / 72) : .pixelsPerPoint(given.dpi / 72)
    }
    guard width > 0, height > 0, given.dpi == 0 else {
      throw .badRequest("fit_width and fit_height must both be greater than zero, and dpi 0")
    }
    return .fit(PixelSize(width: width, height: height))
  }

  private static func region(_ box: recto_box) throws(Failure) -> Rect? {
    let sides = [box.x, box.y, box.width, box.height]
    if sides.allSatisfy({ $0 == 0 }) { return nil }
    guard sides.allSatisfy(\.isFinite), box.width > 0, box.height > 0 else {
      throw .badRequest("the region must have an area, and sides that are numbers")
    }
    return Rect(x: box.x, y: box.y, width: box.width, height: box.height)
  }
}

@c @implementation
public func recto_get_image(
  _ request: OpaquePointer!, _ image: UnsafeMutablePointer<recto_image>!,
  _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status {
  attempt(error) { () throws(Failure) in
    let made: Image = try answer(of: request)
    let size = made.bitmap.size
    var result = recto_image()
    result.width = Int32(size.width)
    result.height = Int32(size.height)
    result.stride = made.bitmap.rowBytes
    // The memory stays where it is for as long as the request has the bitmap.
    result.pixels = UnsafeRawPointer(
      bitPattern: made.bitmap.withPixels { UInt(bitPattern: $0.baseAddress) })
    result.has_alpha = made.bitmap.format == .bgra ? 1 : 0
    result.scale = made.grid.scale
    let t = made.grid.transform
    result.transform = (t.xx, t.yx, t.xy, t.yy, t.x0, t.y0)
    try put(result, in: image)
  }
}

@c @implementation
public func recto_copy_image(
  _ request: OpaquePointer!, _ format: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int,
  _ stride: Int, _ error: UnsafeMutablePointer<recto_error>!
) -> recto_status {
  attempt(error) { () throws(Failure) in
    let image: Image = try answer(of: request)
    let size = image.bitmap.size
    guard let format = pixels_format(rawValue: UInt32(bitPattern: format)).known else {
      throw .badRequest("there is no pixel format \(format)")
    }
    let row = size.width * pixels_bytes(format)
    guard let buffer else { throw .badRequest("the buffer is NULL") }
    guard stride >= row, count >= 0,
      count / stride >= size.height - 1, count - stride * (size.height - 1) >= row
    else {
      throw .badRequest(
        "the buffer is too small: \(size.height) rows of \(row) bytes are needed")
    }
    let hasAlpha = image.bitmap.format == .bgra
    image.bitmap.withPixels { pixels in
      for y in 0..<size.height {
        pixels_convert(
          pixels.baseAddress! + y * size.width * 4, size.width, hasAlpha, format,
          buffer + y * stride)
      }
    }
  }
}

extension pixels_format {
  fileprivate var known: pixels_format? { pixels_bytes(self) > 0 ? self : nil }
}
