import RectoEPUBReading
import RectoHTMLBackend
import RectoJSON
import RectoPageModel

/// The problems of a document that are known once it is laid out. They are kept with its pages.
struct ChapterProblems: Equatable {
  /// True if the document is not well-formed XML, and was read as HTML.
  var isMalformed = false
  /// Paths of files that the document refers to and the book lacks.
  var missingFiles: [String] = []
  /// Paths of pictures that the browser cannot decode.
  var damagedPictures: [String] = []
  /// Hosts whose files are not loaded, such as `https://example.org`.
  var hosts: [String] = []

  /// The maximum number of paths of each kind.
  static let most = 10

  /// The warnings about the document at `path`. `listed` are the files of which the manifest's
  /// warnings tell already that the book lacks them.
  func warnings(for path: String, listed: Set<String>) -> [PageWarning] {
    let name = path.printable
    var warnings: [PageWarning] = []
    func add(_ code: String, _ message: String) {
      warnings.append(PageWarning(code: code, message: message))
    }
    let missing = BookWarnings.Code.missingFile.rawValue
    if isMalformed {
      add(FixedPages.malformed, "\(name) is not well-formed XML: it is read as HTML")
    }
    for file in missingFiles where !listed.contains(file) {
      add(missing, "\(name) refers to \(file.printable), which does not exist")
    }
    for picture in damagedPictures.map(\.printable) {
      add(missing, "\(name) shows the picture \(picture), which is damaged or not supported")
    }
    for host in hosts.map(\.printable) {
      add(missing, "\(name) refers to a file on \(host), which is not loaded: put it into the book")
    }
    return warnings
  }
}

extension ChapterProblems: JSONRepresentable, JSONDecodable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      if isMalformed { json.member("malformed", true) }
      let lists: [(StaticString, [String])] = [
        ("missing", missingFiles), ("damaged", damagedPictures), ("hosts", hosts),
      ]
      for (name, list) in lists where !list.isEmpty {
        json.key(name)
        json.array(list) { $0.value($1) }
      }
    }
  }

  init(json: JSONValue) throws(JSONError) {
    isMalformed = try json.decodeIfPresent("malformed") ?? false
    missingFiles = try json.decodeIfPresent("missing") ?? []
    damagedPictures = try json.decodeIfPresent("damaged") ?? []
    hosts = try json.decodeIfPresent("hosts") ?? []
  }
}
