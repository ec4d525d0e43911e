import RectoJSON

extension JSONWriter {
  /// Writes the members `url`, `type`, `size` and `sha256` of an asset.
  mutating func members(of asset: IssueAsset) {
    member("url", asset.url)
    optional("type", asset.mediaType)
    if let size = asset.size { member("size", size) }
    optional("sha256", asset.sha256)
  }

  /// Writes an array, unless it is empty.
  mutating func lines(_ name: StaticString, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    key(name)
    array(lines) { $0.value($1) }
  }
}
