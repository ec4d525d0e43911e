import RectoMarkup
import RectoPageModel

/// A book of another format, as the files of an EPUB 3 that it could have been.
struct ConvertedBook {
  /// A document of the spine, in XHTML.
  struct Document {
    var name: String
    /// The content of its `body`.
    var body: String
  }

  /// An entry of the table of contents.
  struct Heading {
    var title: String
    /// From 1.
    var level: Int
    /// The document, with the id of a place in it where there is one.
    var target: String
  }

  struct Resource {
    var name: String
    var mediaType: String
    var bytes: FileBytes
  }

  var title = ""
  var authors: [String] = []
  /// A BCP 47 tag; unknown where it is empty.
  var language = ""
  /// Plain text.
  var description: String?
  var subjects: [String] = []
  var publisher: String?
  var date: String?
  var identifier = "recto"
  var documents: [Document] = []
  var headings: [Heading] = []
  var resources: [Resource] = []
  /// The name of the resource that is the cover.
  var cover: String?
  /// CSS for all documents.
  var style = ""

  /// The files in the form of the container, with the package document at its top.
  var files: MemoryFiles {
    var files: [String: FileBytes] = [:]
    func add(_ name: String, _ text: String) { files[name] = FileBytes(Array(text.utf8)) }
    add(Self.navigationName, navigation)
    add(Self.styleName, style)
    for document in documents {
      add(
        document.name,
        xhtml(
          #"<link rel="stylesheet" type="text/css" href="\#(Self.styleName)"/>"#, document.body))
    }
    for resource in resources { files[resource.name] = resource.bytes }
    return MemoryFiles(files.merging(Self.containerFiles(package: package)) { $1 })
  }

  /// A package document, and what a container has to say where it is.
  static func containerFiles(package: String) -> [String: FileBytes] {
    [
      "mimetype": BookContainer.mediaType, "META-INF/container.xml": container,
      packageName: package,
    ].mapValues { FileBytes(Array($0.utf8)) }
  }

  private static let packageName = "package.opf"
  private static let navigationName = "navigation.xhtml"
  private static let styleName = "style.css"

  private static let container = """
    <?xml version="1.0"?>
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
    <rootfile full-path="\(packageName)" media-type="application/oebps-package+xml"/>
    </rootfiles></container>
    """

  private var package: String {
    var metadata = "<dc:identifier id=\"id\">\(escapeMarkup(identifier))</dc:identifier>"
    metadata += "<dc:title>\(escapeMarkup(title))</dc:title>"
    metadata += "<dc:language>\(escapeMarkup(language.isEmpty ? "und" : language))</dc:language>"
    for author in authors { metadata += "<dc:creator>\(escapeMarkup(author))</dc:creator>" }
    if let description, !description.isEmpty {
      metadata += "<dc:description>\(escapeMarkup(description))</dc:description>"
    }
    for subject in subjects { metadata += "<dc:subject>\(escapeMarkup(subject))</dc:subject>" }
    if let publisher { metadata += "<dc:publisher>\(escapeMarkup(publisher))</dc:publisher>" }
    if let date { metadata += "<dc:date>\(escapeMarkup(date))</dc:date>" }
    var manifest = item("nav", Self.navigationName, Self.xhtmlType, properties: "nav")
    manifest += item("css", Self.styleName, "text/css")
    var spine = ""
    for (number, document) in documents.enumerated() {
      manifest += item("d\(number)", document.name, Self.xhtmlType)
      spine += "<itemref idref=\"d\(number)\"/>"
    }
    for (number, resource) in resources.enumerated() {
      let properties = resource.name == cover ? "cover-image" : nil
      manifest += item("r\(number)", resource.name, resource.mediaType, properties: properties)
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <package version="3.0" unique-identifier="id" xmlns="http://www.idpf.org/2007/opf">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\(metadata)</metadata>
      <manifest>\(manifest)</manifest><spine>\(spine)</spine></package>
      """
  }

  private static let xhtmlType = "application/xhtml+xml"

  private func item(
    _ id: String, _ name: String, _ mediaType: String, properties: String? = nil
  ) -> String {
    let properties = properties.map { " properties=\"\($0)\"" } ?? ""
    return "<item id=\"\(id)\" href=\"\(escapeMarkup(name))\""
      + " media-type=\"\(escapeMarkup(mediaType))\"\(properties)/>\n"
  }

  private var navigation: String {
    xhtml(
      "", "<nav epub:type=\"toc\">\(headings.isEmpty ? "<ol></ol>" : list(headings[...]))</nav>")
  }

  /// A list with an entry for each heading that is below none of the others.
  private func list(_ headings: ArraySlice<Heading>) -> String {
    guard !headings.isEmpty else { return "" }
    var list = "<ol>"
    var rest = headings
    while let heading = rest.popFirst() {
      let below = rest.prefix { $0.level > heading.level }
      rest = rest.dropFirst(below.count)
      let (target, title) = (escapeMarkup(heading.target), escapeMarkup(heading.title))
      list += "<li><a href=\"\(target)\">\(title)</a>"
      list += self.list(below) + "</li>"
    }
    return list + "</ol>"
  }

  private func xhtml(_ head: String, _ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"\
    \(language.isEmpty ? "" : " lang=\"\(escapeMarkup(language))\"")>
    <head><title>\(escapeMarkup(title))</title>\(head)</head><body>\(body)</body></html>
    """
  }
}
