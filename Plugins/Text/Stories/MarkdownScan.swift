/// Scans Markdown before it is parsed for constructs that would take the parser far more time or
/// memory than their length.
enum MarkdownScan {
  /// The first line that exceeds `MarkdownLimits`, with a sentence; nil if none does.
  static func excess(in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, sentence: String)? {
    var line = 0
    var index = 0
    var cells = 0
    /// The number of columns of the present table; 0 outside of one.
    var columns = 0
    while index < bytes.count {
      line += 1
      let end = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      let content = bytes[index..<end]
      index = end + 1
      if containers(content) > MarkdownLimits.containers {
        return (
          line, "lists and quotes nest deeper than \(MarkdownLimits.containers) on one line"
        )
      }
      if let found = delimiters(content) {
        columns = max(columns, found)
        if found > MarkdownLimits.columns {
          return (line, "a table has more than \(MarkdownLimits.columns) columns")
        }
      } else if content.allSatisfy(isSpace) {
        columns = 0
      }
      // The parser fills a short row up to all columns.
      cells += columns
      if cells > MarkdownLimits.cells {
        return (line, "the tables have more than \(MarkdownLimits.cells) cells")
      }
    }
    return nil
  }

  /// An upper bound of the quotes and lists that a line opens.
  private static func containers(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var count = 0
    var kinds: Set<UInt8> = []
    for (index, byte) in zip(line.indices, line) {
      switch byte {
      case UInt8(ascii: ">"):
        count += 1
        kinds.insert(byte)
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: ")"):
        // A list's marker is followed by space.
        guard index + 1 == line.endIndex || isSpace(line[index + 1]) else { return count }
        count += 1
        kinds.insert(byte)
      case 0x20, 0x09, 0x30...0x39: break
      default: return count
      }
    }
    // A line of one marker again and again is a rule.
    return kinds.count == 1 && !kinds.contains(UInt8(ascii: ">")) ? 0 : count
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The number of columns in the second line of a table; nil for any other line.
  private static func delimiters(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var pipes = 0
    var hasHyphen = false
    for byte in line {
      switch byte {
      case UInt8(ascii: "|"): pipes += 1
      case UInt8(ascii: "-"): hasHyphen = true
      case UInt8(ascii: ":"), UInt8(ascii: ">"), 0x20, 0x09: break
      default: return nil
      }
    }
    return pipes > 0 && hasHyphen ? pipes + 1 : nil
  }
}
