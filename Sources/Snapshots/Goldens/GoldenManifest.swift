import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The list of a source's goldens, stored in the file `manifest.json` of their folder.
public struct GoldenManifest: Sendable, Hashable {
  /// The name of the source at the time of recording, for people.
  public var source: String
  /// In no order; no two of the same key.
  public private(set) var entries: [GoldenKey: GoldenEntry] = [:]

  static let maximumBytes = 64 << 20
  private static let version = 1

  init(source: String) {
    self.source = source
  }

  /// The golden to compare with on a platform: the platform's own, or that of all platforms.
  public func entry(device: String, page: Int, on platform: String) -> GoldenEntry? {
    entries[GoldenKey(device: device, page: page, platform: platform)]
      ?? entries[GoldenKey(device: device, page: page)]
  }

  /// By device, page and platform.
  public var sorted: [GoldenEntry] {
    entries.values.sorted { a, b in
      (a.key.device, a.key.page, a.key.platform ?? "")
        < (b.key.device, b.key.page, b.key.platform ?? "")
    }
  }

  mutating func set(_ entry: GoldenEntry) { entries[entry.key] = entry }
  mutating func remove(_ key: GoldenKey) { entries[key] = nil }
}

/// `{"version":1,"source","goldens":[…]}`
extension GoldenManifest: JSONRepresentable, JSONDecodable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("version", Self.version)
      json.member("source", source)
      json.key("goldens")
      json.array(sorted) { $0.value($1) }
    }
  }

  public init(json: JSONValue) throws(JSONError) {
    let version = try json.integer("version", in: 1...Int(Int32.max))
    guard version == Self.version else {
      throw JSONError("it is of version \(version), and this Recto reads version \(Self.version)")
    }
    source = try json.decode("source")
    let list: [GoldenEntry] = try json.decode("goldens")
    for entry in list {
      guard entries.updateValue(entry, forKey: entry.key) == nil else {
        throw JSONError("\(entry.key.picture) appears twice")
      }
    }
  }
}
