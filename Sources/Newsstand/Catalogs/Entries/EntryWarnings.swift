/// The warnings about the entry of a catalog that is being read: an issue is listed without a field that
/// cannot be used.
final class EntryWarnings {
  private var sentences: [String] = []

  func add(_ sentence: String) { sentences.append(sentence) }

  /// The warnings since the last call.
  func take() -> [String] {
    defer { sentences = [] }
    return sentences
  }

  /// The value of an optional field; nil, with a warning, for one that cannot be used.
  func optional<Value>(_ read: () throws(NewsstandError) -> Value?) -> Value? {
    do throws(NewsstandError) {
      return try read()
    } catch {
      add("\(error.message): it is left out")
      return nil
    }
  }

  /// The asset of the first of these that can be used.
  func first<Element>(
    of elements: [Element], _ asset: (Element) throws(NewsstandError) -> IssueAsset
  ) -> IssueAsset? {
    for element in elements {
      let found = optional { () throws(NewsstandError) in try asset(element) }
      if let found { return found }
    }
    return nil
  }
}
