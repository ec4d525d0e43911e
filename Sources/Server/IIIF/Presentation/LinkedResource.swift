import RectoJSON
import RectoPageModel

/// Something beside a publication or a page that is not of IIIF (Presentation API 3.0, 3.3.2).
struct LinkedResource: JSONRepresentable, Sendable {
  let id: String
  /// `Text`, `Dataset`, `Image`, `Sound` or `Video`.
  let type: String
  /// The name for people.
  let label: String
  let format: String
  /// Names the standard.
  var profile: String?

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("type", type)
      json.member("label", LanguageMap.english(label))
      json.member("format", format)
      json.optional("profile", profile)
    }
  }
}

extension LinkedResource {
  /// The file that a publication is in; nil where that is a folder.
  init?(fileOf record: PublicationRecord, _ links: SiteLinks) {
    guard record.item.isFile else { return nil }
    let family = record.mediaType.prefix { $0 != "/" }
    let isText =
      family == "text" || record.mediaType == "application/pdf"
      || record.mediaType == "application/epub+zip"
    self.init(
      id: links.file(record.item.id),
      type: family == "image" ? "Image" : isText ? "Text" : "Dataset",
      label: "The file (\(record.info.format))", format: record.mediaType)
  }

  /// The page images as a publication of the Readium architecture.
  init(webPubOf record: PublicationRecord, _ links: SiteLinks) {
    self.init(
      id: links.webPub(record.item.id), type: "Dataset", label: "Readium Web Publication",
      format: WebPubManifest.mediaType, profile: WebPubManifest.divina)
  }

  /// The words of a page with their places.
  static func texts(ofPage index: Int, _ record: PublicationRecord, _ links: SiteLinks) -> [Self] {
    [
      LinkedResource(
        id: links.text(record.item.id, index, TextForm.alto.rawValue), type: "Dataset",
        label: "Words with their places (ALTO)", format: TextForm.alto.mediaType,
        profile: "http://www.loc.gov/standards/alto/ns-v4#"),
      LinkedResource(
        id: links.text(record.item.id, index, TextForm.hocr.rawValue), type: "Dataset",
        label: "Words with their places (hOCR)", format: TextForm.hocr.mediaType,
        profile: "http://kba.cloud/hocr-spec/1.2/"),
    ]
  }
}
