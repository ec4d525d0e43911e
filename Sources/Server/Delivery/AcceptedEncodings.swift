/// The encodings that an `Accept-Encoding` field allows (RFC 9110, section 12.5.3).
struct AcceptedEncodings: Sendable {
  let takesGzip: Bool

  init(_ text: String?) {
    var weights: [String: Double] = [:]
    for item in (text ?? "").lowercased().split(separator: ",") {
      let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard let name = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      weights[String(name)] = weight ?? 1
    }
    takesGzip = (weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0) > 0
  }
}
