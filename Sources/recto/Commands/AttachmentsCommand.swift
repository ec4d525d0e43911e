import RectoJSON
import RectoPageModel
import RectoPipeline

struct AttachmentsCommand: SourceCommand {
  let name = "attachments"
  let summary = "Lists the files attached to a source, or saves them."
  let ownOptions = [
    jsonOption, outputOption, Option("save", value: "DIR", "Save all attachments into DIR"),
  ]
  let examples = ["recto attachments issue.pdf", "recto attachments --save files/ issue.pdf"]

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let attachments = try await session.publication.attachments()
    if let folder = arguments["save"] { return try await save(attachments, in: folder, session) }
    try answer(arguments, nothing: "no attachments") { json in
      json.object { json in
        json.key("attachments")
        json.array(attachments) { $0.value($1) }
      }
    } text: {
      attachments.map { attachment in
        let size = attachment.size.map { "  \($0) bytes" } ?? ""
        let description = attachment.description.map { "  \(printable($0))" } ?? ""
        return "\(printable(attachment.name))\(size)\(description)\n"
      }.joined()
    }
    return .done
  }

  /// Saves all attachments, and reports those that cannot be read.
  private func save(
    _ attachments: [Attachment], in folder: String, _ session: Session
  ) async throws -> ExitStatus {
    try makeFolder(folder)
    var status = ExitStatus.done
    var taken: Set<String> = []
    for (index, attachment) in attachments.enumerated() {
      var name = attachment.fileName
      var number = index + 1
      while !taken.insert(name).inserted {
        name = "\(number)-\(attachment.fileName)"
        number += 1
      }
      do {
        try await save(index, as: "\(folder)/\(name)", session)
      } catch let error as PageError where error.code != .cannotWrite {
        let sentence = "attachment \(printable(attachment.name)): \(error.message)"
        Diagnostics.line(Diagnostics.sentence(sentence, source: session.source, page: nil))
        if status == .done { status = ExitStatus(error.code) }
      }
    }
    return status
  }

  private func save(_ index: Int, as path: String, _ session: Session) async throws {
    let bytes = try await session.publication.attachmentData(at: index)
    // The document chose the name: a link in the folder must not lead it out of there.
    let file = try OutputFile(path, replacesLink: true)
    try file.write(bytes)
    try file.commit()
  }
}
