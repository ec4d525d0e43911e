import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A cover on the disk: a line of JSON, and behind it the picture.
struct KeptCover: Sendable {
  var url: String
  var validators: FetchValidators
  /// Seconds since 1970.
  var checked: Int
  var image: CoverImage

  var fileBytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", 1)
      json.member("url", url)
      json.optional("entityTag", validators.entityTag)
      json.optional("lastModified", validators.lastModified)
      json.member("checked", checked)
      json.member("sha256", digest(of: [image.bytes]))
    }
    return json.bytes + [UInt8(ascii: "\n")] + image.bytes
  }

  init(url: String, validators: FetchValidators, checked: Int, image: CoverImage) {
    self.url = url
    self.validators = validators
    self.checked = checked
    self.image = image
  }

  /// Returns nil for a file of another kind or a damaged one.
  init?(fileBytes bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let root = try? JSONDocument(Array(bytes[..<end])).root,
      root["version"]?.numberText == "1", let url = root["url"]?.text,
      let checked = try? root.integer("checked", in: 0...Int.max),
      let image = try? CoverImage(Array(bytes[(end + 1)...])),
      root["sha256"]?.text == digest(of: [image.bytes])
    else { return nil }
    self.init(
      url: url,
      validators: FetchValidators(
        entityTag: root["entityTag"]?.text, lastModified: root["lastModified"]?.text),
      checked: checked, image: image)
  }
}
