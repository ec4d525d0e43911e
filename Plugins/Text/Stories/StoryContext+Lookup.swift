import PageModel

extension StoryContext {
  struct FoundPicture {
    var name: String
    var file: RelativePath
    var size: Size
  }

  /// The picture of an image node; nil after a complaint.
  func picture(_ node: MarkdownNode, line: Int) -> FoundPicture? {
    let url = node.url
    do throws(PathComplaint) {
      let file = try RelativePath(Self.decoded(url), from: folder)
      if let size = pictureSize(file), size.width > 0, size.height > 0 {
        return FoundPicture(name: file.text, file: file, size: size)
      }
      report(
        .missingFile, line: line,
        "the picture \(quoted(file.text)) is not there or cannot be read")
    } catch {
      report(.missingFile, line: line, "a picture \(error.sentence), not \(quoted(url))")
    }
    return nil
  }

  /// Whether there is a style of that name; complains where there is none.
  func knowsStyle(_ name: String, line: Int) -> Bool {
    if styles[name] != nil { return true }
    let hint = Spelling.nearest(to: name, among: styles.names)
      .map { "; did you mean \($0)?" }
    report(.unknownName, line: line, "no style is called \(quoted(name))" + (hint ?? ""))
    return false
  }

  /// RFC 3986, 2.1: a destination in Markdown writes a space as `%20`.
  private static func decoded(_ url: String) -> String {
    guard url.utf8.contains(UInt8(ascii: "%")) else { return url }
    var bytes: [UInt8] = []
    var rest = Array(url.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
