import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoRaster

/// The properties that a client needs to request parts of an image (Image API 3.0, section 5).
struct ImageInfo: JSONRepresentable, Sendable {
  static let context = "http://iiif.io/api/image/3/context.json"
  static let profile = "http://iiif.io/api/image/3/level2.json"
  /// Pixels of a tile's side: some tens of kilobytes, and some ten tiles a screen.
  private static let tileSide = 512

  let id: String
  let size: PixelSize
  let limits: Limits

  /// The factors by which the whole can be halved until it is one tile.
  private var scaleFactors: [Int] {
    var factors = [1]
    while max(size.width, size.height) > Self.tileSide * (factors.last ?? 1) {
      factors.append((factors.last ?? 1) * 2)
    }
    return factors
  }

  /// The whole at each of the scales at which it may be asked for, the smallest first.
  var sizes: [PixelSize] {
    scaleFactors.reversed().map { factor in
      PixelSize(
        width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
    }.filter {
      $0.width * $0.height <= limits.pixels && max($0.width, $0.height) <= limits.side
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("@context", Self.context)
      json.member("id", id)
      json.member("type", "ImageService3")
      json.member("protocol", "http://iiif.io/api/image")
      json.member("profile", "level2")
      json.member("width", size.width)
      json.member("height", size.height)
      json.member("maxWidth", limits.side)
      json.member("maxHeight", limits.side)
      json.member("maxArea", limits.pixels)
      json.key("sizes")
      json.array(sizes) { json, size in
        json.object { json in
          json.member("width", size.width)
          json.member("height", size.height)
        }
      }
      json.key("tiles")
      json.array([Self.tileSide]) { json, side in
        json.object { json in
          json.member("width", side)
          json.member("height", side)
          json.key("scaleFactors")
          json.array(scaleFactors) { $0.value($1) }
        }
      }
      json.key("preferredFormats")
      json.array(ImageFormat.served) { $0.value($1.fileExtension) }
      json.key("extraFormats")
      // Those beyond level 2 (Image API 3.0, section 5.1).
      json.array(ImageFormat.served.filter { ![.jpeg, .png].contains($0) }) {
        $0.value($1.fileExtension)
      }
      json.key("extraQualities")
      json.array(["color", "gray", "bitonal"]) { $0.value($1) }
      json.key("extraFeatures")
      json.array([
        "canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary",
        "sizeUpscaling",
      ]) { $0.value($1) }
    }
  }
}
