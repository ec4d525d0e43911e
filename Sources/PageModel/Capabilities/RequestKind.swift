import RectoJSON

/// A kind of request to an open publication that lives elsewhere: behind a plugin's table, or in a
/// worker. Declared in the file of its capability: all that the two sides of a channel know of it.
public struct RequestKind: Sendable, CaseIterable {
  package typealias Answering =
    @Sendable (PublicationRequest, any Publication) throws(PageError) -> [UInt8]
  typealias Listing =
    @Sendable (PublicationRequest, any Publication, inout JSONWriter) throws(PageError) -> Void

  /// The requests that every publication answers, then those of the capabilities, in the order of
  /// their numbers.
  public static let allCases =
    ([.info, .page, .spreadPositions] + Capability.allCases.flatMap(\.requests))
    .sorted { $0.number < $1.number }

  /// The number between a worker and its host, which no other kind has.
  public let number: UInt8
  /// The name in `recto_plugin.h` and docs/plugins.md.
  public let name: String
  /// The subject of a request, for a sentence.
  let subject: @Sendable (PublicationRequest) -> String
  /// True if it is about one page.
  package private(set) var isAboutPage = false
  /// The pages that must be counted before it can be answered; nil if none need to be.
  let goal: @Sendable (PublicationRequest) -> PaginationGoal?
  /// True if the answer is not JSON, so that the request says its greatest length.
  var answersBytes = false
  /// The answer in its documented form. A capability that the publication lacks is an empty list,
  /// or `badRequest` or `unsupported` where there is no list.
  let answer: Answering
  /// Writes the list that it asks for, empty where the publication lacks the capability; nil if the
  /// answer is not a list.
  var list: Listing?
  /// The answer of a worker where that has another form.
  var packedAnswer: Answering?

  /// The kind with a number; nil if there is none.
  package init?(number: UInt8) {
    guard let numbered = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = numbered
  }
}

extension RequestKind: Hashable {
  public static func == (one: RequestKind, other: RequestKind) -> Bool {
    one.number == other.number
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension RequestKind {
  init(
    _ number: UInt8, _ name: String, subject: @escaping @Sendable (PublicationRequest) -> String,
    isAboutPage: Bool = false,
    goal: @escaping @Sendable (PublicationRequest) -> PaginationGoal? = { _ in nil },
    answersBytes: Bool = false, answer: @escaping Answering
  ) {
    self.number = number
    self.name = name
    self.subject = subject
    self.isAboutPage = isAboutPage
    self.goal = goal
    self.answersBytes = answersBytes
    self.answer = answer
  }

  /// A request about the publication as a whole, which is answered in JSON.
  package static func ofPublication(
    _ number: UInt8, _ name: String, _ subject: String,
    answer: @escaping @Sendable (any Publication) throws(PageError) -> [UInt8]
  ) -> RequestKind {
    RequestKind(
      number, name, subject: { _ in subject },
      answer: { _, publication throws(PageError) in try answer(publication) })
  }

  /// A request about one page, which needs the pages before it to be counted.
  ///
  /// `subject` comes before "of page 7"; without one the page itself is meant.
  package static func ofPage(
    _ number: UInt8, _ name: String, _ subject: String?,
    answer: @escaping @Sendable (any Page) throws(PageError) -> [UInt8]
  ) -> RequestKind {
    RequestKind(
      number, name,
      subject: { request in
        let page = "page \(request.index &+ 1)"
        return subject.map { "\($0) of \(page)" } ?? page
      },
      isAboutPage: true, goal: { .page($0.index) },
      answer: { request, publication throws(PageError) in
        try answer(try publication.page(at: request.index))
      })
  }
}

// MARK: Lists

extension RequestKind {
  /// The kinds that ask for a list.
  package static let lists = allCases.filter { $0.list != nil }

  /// A request for a list that the publication has; nil stands for a capability that it lacks.
  static func listOfPublication<Item: JSONRepresentable & Sendable>(
    _ number: UInt8, _ name: String, _ subject: String, goal: PaginationGoal? = nil,
    _ items: @escaping @Sendable (any Publication) throws(PageError) -> [Item]?
  ) -> RequestKind {
    RequestKind(
      number, name, subject: { _ in subject }, goal: { _ in goal },
      list: { _, publication, json throws(PageError) in
        json.array(try items(publication) ?? []) { $0.value($1) }
      })
  }

  /// The same for a list that a page has, which needs the pages before it to be counted.
  static func listOfPage<Item: JSONRepresentable & Sendable>(
    _ number: UInt8, _ name: String, _ subject: String, goal: PaginationGoal? = nil,
    _ items: @escaping @Sendable (any Page) throws(PageError) -> [Item]?
  ) -> RequestKind {
    RequestKind(
      number, name, subject: { "\(subject) of page \($0.index &+ 1)" }, isAboutPage: true,
      goal: { goal ?? .page($0.index) },
      list: { request, publication, json throws(PageError) in
        json.array(try items(try publication.page(at: request.index)) ?? []) { $0.value($1) }
      })
  }

  private init(
    _ number: UInt8, _ name: String, subject: @escaping @Sendable (PublicationRequest) -> String,
    isAboutPage: Bool = false,
    goal: @escaping @Sendable (PublicationRequest) -> PaginationGoal?, list: @escaping Listing
  ) {
    self.init(
      number, name, subject: subject, isAboutPage: isAboutPage, goal: goal,
      answer: { request, publication throws(PageError) in
        var json = JSONWriter(isExact: true)
        try list(request, publication, &json)
        return json.bytes
      })
    self.list = list
  }
}

/// The exact JSON of a value: numbers are read back as the same ones.
func exactJSON(_ value: some JSONRepresentable) -> [UInt8] {
  JSONWriter.bytes(of: value, isExact: true)
}
