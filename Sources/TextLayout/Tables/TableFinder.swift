import CRectoTextLayout

/// Finds the tables of an untagged page: by the lines between cells, and by cells that stand below
/// one another.
struct TableFinder {
  let tables: [FoundTable]

  /// The minimum number of words: pages with fewer have no table.
  private static let fewestWords = 4

  init(_ text: FoundText) {
    let upright = text.words.indices.filter { index in
      let word = text.words[index]
      return word.rotation == 0 && !word.vertical && !word.diagonal && word.char_count > 0
    }
    guard upright.count >= Self.fewestWords, 2 * upright.count > text.words.count else {
      tables = []
      return
    }
    let rules = PageRules(text.rules)
    let ruled = RuledTables(text: text).tables(rules, of: upright)
    tables = ruled.tables + AlignedTables(text, rules, of: ruled.rest).tables
  }
}
