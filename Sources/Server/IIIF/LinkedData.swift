/// The contexts of the documents, which are their profiles as well.
enum LinkedData {
  static let presentation = "http://iiif.io/api/presentation/3/context.json"
  static let search1 = "http://iiif.io/api/search/1/context.json"
  static let search2 = "http://iiif.io/api/search/2/context.json"
  /// The context of the annotations in version 1 of the search.
  static let presentation2 = "http://iiif.io/api/presentation/2/context.json"
}

extension RequestContext {
  /// The media type of a document: JSON-LD where the client asks for it, else plain JSON, which
  /// browsers show (Presentation API 3.0, 6.3).
  func linkedDataType(_ context: String) -> String {
    let accepted = request.headers["Accept"] ?? ""
    return accepted.contains("application/ld+json")
      ? "application/ld+json;profile=\"\(context)\"" : "application/json"
  }
}
