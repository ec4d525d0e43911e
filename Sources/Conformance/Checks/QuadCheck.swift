import RectoPageModel

/// A word has corners of its own only where it does not stand upright, and its box is around them.
struct QuadCheck: PageCheck {
  let name = "quad"

  func complaints(
    about page: any Page, in publication: any Publication
  ) throws(PageError) -> [String] {
    guard let text = try (page as? any TextPage)?.text() else { return [] }
    let words = text.blocks.flatMap(\.lines).flatMap(\.words)
    return words.compactMap { word in
      guard let quad = word.quad else { return nil }
      if quad == Quad(word.box) {
        return "the word \"\(word.text)\" stands upright and has a quad"
      }
      let bounds = quad.bounds
      guard bounds.contains(word.box, margin: 0.5), word.box.contains(bounds, margin: 0.5) else {
        return "the box of the word \"\(word.text)\" is not the one around its quad"
      }
      return nil
    }
  }
}
