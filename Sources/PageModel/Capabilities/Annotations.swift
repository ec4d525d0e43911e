import RectoJSON

/// A page with annotations and form fields. `render` draws them; this lists them.
public protocol AnnotatedPage: Page {
  /// The annotations except links and form fields, including hidden ones; none is not an error.
  func annotations() throws(PageError) -> [Annotation]
  /// The form fields with their values; none is not an error.
  func formFields() throws(PageError) -> [FormField]
}

extension Capability {
  public static let annotations = Capability("annotations", [.annotations, .formFields]) {
    _, page in
    page is any AnnotatedPage.Type
  }
}

extension RequestKind {
  public static let annotations = listOfPage(6, "annotations", "the annotations") {
    page throws(PageError) in
    try (page as? any AnnotatedPage)?.annotations()
  }

  public static let formFields = listOfPage(7, "form_fields", "the form fields") {
    page throws(PageError) in
    try (page as? any AnnotatedPage)?.formFields()
  }
}

extension ChannelPage: AnnotatedPage {
  public func annotations() throws(PageError) -> [Annotation] {
    try publication.list(.annotations, index: index, if: .annotations)
  }

  public func formFields() throws(PageError) -> [FormField] {
    try publication.list(.formFields, index: index, if: .annotations)
  }
}

extension ForwardedPage: AnnotatedPage {
  public func annotations() throws(PageError) -> [Annotation] {
    try (page() as? any AnnotatedPage)?.annotations() ?? []
  }

  public func formFields() throws(PageError) -> [FormField] {
    try (page() as? any AnnotatedPage)?.formFields() ?? []
  }
}

/// An annotation of a page (ISO 32000-2, 12.5).
public struct Annotation: Sendable, Hashable {
  /// The subtype in lower case: `text`, `highlight`, `ink`, `stamp`, ….
  public var kind: String
  public var box: Rect
  public var contents: String?
  public var author: String?
  public var color: Color?
  public var isHidden: Bool

  public init(
    kind: String, box: Rect, contents: String?, author: String?, color: Color?, isHidden: Bool
  ) {
    self.kind = kind
    self.box = box
    self.contents = contents
    self.author = author
    self.color = color
    self.isHidden = isHidden
  }
}

/// A field of an interactive form (ISO 32000-2, 12.7).
public struct FormField: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case button, checkbox, radio, text, choice, signature, unknown
  }

  public var kind: Kind
  public var name: String
  public var box: Rect
  /// The text, the chosen items, or `on` and `off`.
  public var value: String?
  public var isReadOnly: Bool

  public init(kind: Kind, name: String, box: Rect, value: String?, isReadOnly: Bool) {
    self.kind = kind
    self.name = name
    self.box = box
    self.value = value
    self.isReadOnly = isReadOnly
  }
}

/// `{"kind","box","contents","author","color":"#rrggbb","hidden"}`
extension Annotation: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind)
      json.member("box", box)
      json.optional("contents", contents)
      json.optional("author", author)
      json.optional("color", color?.hex)
      json.member("hidden", isHidden)
    }
  }
}

/// `{"kind","name","box","value","readOnly"}`
extension FormField: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("name", name)
      json.member("box", box)
      json.optional("value", value)
      json.member("readOnly", isReadOnly)
    }
  }
}

extension FormField.Kind: JSONDecodable {}

extension Annotation: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      kind: try json.decode("kind"), box: try json.decode("box"),
      contents: try json.decodeIfPresent("contents"), author: try json.decodeIfPresent("author"),
      color: try json.decodeIfPresent("color"), isHidden: try json.decode("hidden"))
  }
}

extension FormField: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      kind: try json.decode("kind"), name: try json.decode("name"), box: try json.decode("box"),
      value: try json.decodeIfPresent("value"), isReadOnly: try json.decode("readOnly"))
  }
}
