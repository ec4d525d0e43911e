import RectoPageModel

/// Checks that a publication's info is plausible and does not change.
struct InfoCheck: PublicationCheck {
  let name = "info"

  func complaints(about publication: any Publication) -> [String] {
    let info = publication.info
    var complaints: [String] = []
    if publication.pageCount < 1 { complaints.append("it has no pages") }
    if info.format.isEmpty { complaints.append("its format has no name") }
    if info != publication.info { complaints.append("it changes between calls") }
    for (field, date) in [("created", info.metadata.created), ("modified", info.metadata.modified)]
    {
      if let date, !isTimestamp(date) {
        complaints.append("\(field) is \(date), which is not ISO 8601 in UTC")
      }
    }
    for warning in info.warnings where !isSound(warning, publication) {
      complaints.append("the warning \(warning.code) has no code, no sentence or no such page")
    }
    return complaints
  }

  private func isSound(_ warning: PageWarning, _ publication: any Publication) -> Bool {
    !warning.code.isEmpty && !warning.message.isEmpty
      && warning.page.map { $0 >= 0 && $0 < publication.pageCount } ?? true
  }

  /// `2026-11-21T10:00:00Z`
  private func isTimestamp(_ text: String) -> Bool {
    let pattern = Array("0000-00-00T00:00:00Z".utf8)
    let bytes = Array(text.utf8)
    return bytes.count == pattern.count
      && zip(bytes, pattern).allSatisfy { byte, wanted in
        wanted == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == wanted
      }
  }
}
