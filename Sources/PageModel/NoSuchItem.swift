/// The sentence for a number that a list does not have, such as "there is no page 41: the last is 40".
///
/// `first` is the number of the first of `count` items: 1 for people, 0 for the callers of an interface.
package func noSuch(_ item: StaticString, _ number: Int, of count: Int, from first: Int) -> String {
  let end =
    count == 0
    ? "there are none"
    : number < first ? "the first is \(first)" : "the last is \(count - 1 + first)"
  return "there is no \(item) \(number): \(end)"
}

extension PageError {
  /// The error for the index of a page that is not there, in words for people, who count from 1.
  package static func noPage(at index: Int, of count: Int) -> PageError {
    // No index is too large for the sentence.
    PageError(.noSuchPage, noSuch("page", min(index, .max - 1) + 1, of: count, from: 1))
  }
}
