import RectoPageModel

/// `; did you mean WORD?` for the known word that is nearest to `text`, or nothing.
func suggestion(for text: String, among words: [String]) -> String {
  Spelling.nearest(to: text, among: words).map { "; did you mean \($0)?" } ?? ""
}
