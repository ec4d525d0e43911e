/// The amount of text that has no frame.
struct TextCount {
  var words: Int
  var pictures: Int

  var isEmpty: Bool { words + pictures == 0 }
  var isOne: Bool { words + pictures == 1 }

  /// Such as "3 words and 1 picture".
  var phrase: String {
    [(words, "word"), (pictures, "picture")].filter { $0.0 > 0 }
      .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: " and ")
  }
}
