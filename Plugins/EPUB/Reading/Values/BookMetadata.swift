import RectoPageModel

/// The metadata of a book (EPUB 3.3, 5.5; OPF 2.0.1, 2.2), every text with its white space
/// collapsed.
public struct BookMetadata: Sendable, Hashable {
  /// The identifier that the package names as its own; nil if there is none.
  public var identifier: String?
  public var identifiers: [Identifier] = []
  /// In the order in which they are to be shown.
  public var titles: [Title] = []
  public var creators: [Contributor] = []
  /// BCP 47 tags; the first is the main one.
  public var languages: [String] = []
  public var publishers: [LocalizedText] = []
  /// In words, without the tags of HTML.
  public var descriptions: [LocalizedText] = []
  public var subjects: [LocalizedText] = []
  /// The date in `dc:date`, as written; the publication's if there are several, and never that of a
  /// modification.
  public var date: String?
  /// `dcterms:modified`, else the `dc:date` of a modification.
  public var modified: String?

  public init() {}

  /// The main language; nil if the book states none, or an invalid one.
  package var language: LanguageTag? { languages.first.flatMap { LanguageTag($0) } }

  /// The main title; the first where none says that it is.
  public var title: Title? { titles.first { $0.kind == "main" } ?? titles.first }

  /// The metadata that all kinds of publications have.
  public var common: Metadata {
    var common = Metadata()
    common.title = title.map { main in
      let subtitle = titles.first { $0.kind == "subtitle" && $0 != main }
      return main.text.value + (subtitle.map { ": \($0.text.value)" } ?? "")
    }
    common.titleDirection = title?.text.direction
    common.author = Self.list(creators.map(\.name.value), separator: "; ")
    common.authorDirection = creators.first?.name.direction
    common.subject = descriptions.first?.value
    common.keywords = Self.list(subjects.map(\.value))
    common.language = languages.first
    common.producer = Self.list(publishers.map(\.value))
    common.created = date?.timestamp
    common.modified = modified?.timestamp
    return common
  }

  private static func list(_ values: [String], separator: String = ", ") -> String? {
    values.isEmpty ? nil : values.joined(separator: separator)
  }
}

/// A text with its language and direction.
public struct LocalizedText: Sendable, Hashable {
  public var value: String
  /// A BCP 47 tag, its own or the package's.
  public var language: String?
  /// Its base direction where the book states one.
  public var direction: ReadingDirection?
}

public struct Identifier: Sendable, Hashable {
  public var value: String
  /// The scheme in the book, such as `ISBN`.
  public var scheme: String?
}

public struct Title: Sendable, Hashable {
  public var text: LocalizedText
  /// `main`, `subtitle`, `short`, `collection`, `edition`, `expanded` or another word of the book's.
  public var kind: String?
  /// The same in other languages or scripts.
  public var alternates: [LocalizedText]
  /// The form for sorting.
  public var fileAs: String?
}

public struct Contributor: Sendable, Hashable {
  public var name: LocalizedText
  /// MARC relator codes, such as `aut` and `ill`.
  public var roles: [String]
  public var alternates: [LocalizedText]
  /// The form of the name for sorting.
  public var fileAs: String?
}
