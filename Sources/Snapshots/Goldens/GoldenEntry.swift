import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit

/// The key of one golden of a source.
public struct GoldenKey: Sendable, Hashable {
  /// The name of a device profile, or `page` for pages at 150 dpi.
  public var device: String
  /// The page's index from 0.
  public var page: Int
  /// The platform; nil for the golden of all platforms without one of their own.
  public var platform: String?

  public init(device: String, page: Int, platform: String? = nil) {
    self.device = device
    self.page = page
    self.platform = platform
  }

  /// `page 3`, or `page 3 on phone`, counted from 1.
  public var name: String {
    device == SnapshotDevice.page.name ? "page \(page + 1)" : "page \(page + 1) on \(device)"
  }

  /// The picture's name in the folder of the source.
  public var picture: String { stem + ".png" }
  /// The name of the page's text.
  public var text: String { stem + ".json" }

  private var stem: String { "\(device)/\(GoldenNames.page(page, platform: platform))" }
}

/// The manifest's entry for one golden.
public struct GoldenEntry: Sendable, Hashable {
  public var key: GoldenKey
  /// The page's label.
  public var label: String
  /// The platform that recorded it.
  public var recordedOn: String
  /// The `RenderRequest.canonicalForm` of the picture.
  public var request: String
  public var backend: BackendVersion
  /// The fonts of the page's words, sorted.
  public var fonts: [String]
  /// The mapping from page points to pixels.
  public var transform: AffineTransform
}

/// `{"device","page","platform","label","recordedOn","request","backend":{"id","version"},"fonts",
/// "transform","picture","text"}`; no `platform` for all. The last two are the files, which the
/// others name.
extension GoldenEntry: JSONRepresentable, JSONDecodable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("device", key.device)
      json.member("page", key.page)
      json.optional("platform", key.platform)
      json.member("label", label)
      json.member("recordedOn", recordedOn)
      json.member("request", request)
      json.key("backend")
      json.object { json in
        json.member("id", backend.id)
        json.member("version", backend.version)
      }
      json.key("fonts")
      json.array(fonts) { $0.value($1) }
      json.member("transform", transform)
      json.member("picture", key.picture)
      json.member("text", key.text)
    }
  }

  public init(json: JSONValue) throws(JSONError) {
    func name(_ value: JSONValue) throws(JSONError) -> String {
      let name = try value.string()
      guard GoldenNames.isSafe(name) else {
        throw JSONError("this is not valid in a file name")
      }
      return name
    }
    key = GoldenKey(
      device: try json.required("device", name),
      page: try json.integer("page", in: 0...999_999),
      platform: try json.ifPresent("platform", name))
    label = try json.decode("label")
    recordedOn = try json.required("recordedOn", name)
    request = try json.decode("request")
    backend = try json.required("backend") { backend throws(JSONError) in
      BackendVersion(id: try backend.decode("id"), version: try backend.decode("version"))
    }
    fonts = try json.decode("fonts")
    transform = try json.decode("transform")
  }
}
