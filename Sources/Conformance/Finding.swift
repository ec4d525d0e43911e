/// A promise of all backends that the checked backend did not keep.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// The name of the check that found it, such as `region`.
  public var check: String
  /// The page's index; nil for the whole publication.
  public var page: Int?
  /// One sentence, as in `PageError.message`.
  public var sentence: String

  public init(check: String, page: Int?, sentence: String) {
    self.check = check
    self.page = page
    self.sentence = sentence
  }

  /// `region: page 3: sentence`
  public var description: String {
    [check, page.map { "page \($0 + 1)" }, sentence].compactMap { $0 }.joined(separator: ": ")
  }
}
