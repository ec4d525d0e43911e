/// A page with annotations and form fields. `render` draws them; this lists them.
public protocol AnnotatedPage: Page {
  func annotations() throws(PageError) -> [Annotation]
  func formFields() throws(PageError) -> [FormField]
}

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
