import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A chapter as the browser prints it, in the form that is kept for other workers and other days.
struct PrintedChapter {
  let pdf: [UInt8]
  /// The answer of `WrittenTextScript`.
  let text: [UInt8]
  /// The color of the paper; nil if the chapter has none of its own.
  let background: Color?
  let problems: ChapterProblems
}

extension PrintedChapter {
  /// A line of JSON with the lengths, and then the text and the PDF.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("text", text.count)
      json.member("pdf", pdf.count)
      json.member("problems", problems)
      if let background {
        json.key("background")
        json.array([background.red, background.green, background.blue]) { $0.value(Int($1)) }
      }
    }
    return json.bytes + [0x0A] + text + pdf
  }

  /// Reads `bytes`; nil if they are not those of a chapter.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A),
      let header = try? Header(jsonBytes: Array(bytes[..<end])), header.text >= 0,
      header.pdf >= 0, header.text <= bytes.count, header.pdf <= bytes.count,
      bytes.count == end + 1 + header.text + header.pdf
    else { return nil }
    let middle = end + 1 + header.text
    text = Array(bytes[(end + 1)..<middle])
    pdf = Array(bytes[middle...])
    background = header.background
    problems = header.problems
  }

  private struct Header: JSONDecodable {
    let text: Int
    let pdf: Int
    let background: Color?
    let problems: ChapterProblems

    init(json: JSONValue) throws(JSONError) {
      text = try json.decode("text")
      pdf = try json.decode("pdf")
      problems = try json.decode("problems")
      let parts: [Int]? = try json.decodeIfPresent("background")
      let bytes = (parts ?? []).map { UInt8(clamping: $0) }
      background = bytes.count == 3 ? Color(red: bytes[0], green: bytes[1], blue: bytes[2]) : nil
    }
  }
}
