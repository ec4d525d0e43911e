import RectoPageModel

extension MarkdownWriter {
  /// Blocks of text and pictures. `picturePath` is asked, by the index of a picture's block, for the
  /// path of the picture; it is left out where that is nil.
  mutating func add(_ blocks: [Article.Block], picturePath: (_ block: Int) -> String?) {
    var lists = MarkdownLists()
    for (index, block) in blocks.enumerated() {
      if let row = block.row {
        lists = MarkdownLists()
        indent = 0
        add(row, of: block)
        continue
      }
      if !block.kind.isPicture, block.text.allSatisfy(\.isWhitespace) { continue }
      if let item = MarkdownItem(block) {
        add(item, block, &lists)
        continue
      }
      if !block.continuesItem || !lists.goOn(atDepth: block.depth) { lists = MarkdownLists() }
      indent = lists.indent
      beginBlock()
      switch block.kind {
      case .heading(let level):
        put("\(String(repeating: "#", count: min(max(level, 1), 6))) ")
        put(block.runs)
      case .paragraph, .listItem: put(block.runs, escape: block.escapedStart)
      case .quote:
        put("> ")
        put(block.runs, escape: block.escapedStart)
      case .code: putCode(block.runs)
      case .picture(let alternative): add(block, alternative, picturePath(index))
      }
    }
    indent = 0
  }

  private mutating func add(_ block: Article.Block, _ alternative: String?, _ path: String?) {
    guard let path else { return put(block.runs, escape: block.escapedStart) }
    let alt = Self.escaped(alternative ?? "")
    put("![\(alt)](\(path))", forPicture: block.box, page: block.page)
    guard !block.text.allSatisfy(\.isWhitespace) else { return }
    beginBlock()
    put(
      block.runs.map { run in
        var run = run
        (run.isItalic, run.isBold) = (!run.isItalic, false)
        return run
      }, escape: block.escapedStart)
  }

  private mutating func add(
    _ item: MarkdownItem, _ block: Article.Block, _ lists: inout MarkdownLists
  ) {
    let number = lists.next(item, atDepth: block.depth)
    indent = lists.indentOfItem
    beginBlock(isTight: lists.isTight)
    let isBullet = number == nil && item.number == nil
    guard let first = item.marker.first, isBullet || number != nil else {
      put("- ")
      put(block.runs, escape: block.escapedStart)
      return
    }
    if isBullet {
      put("-", for: first.place)
    } else {
      for part in item.marker { put(part.text, for: part.place) }
    }
    put(" ")
    put(block.runs, skip: item.markerLength, escape: block.escapedStart(after: item.markerLength))
  }

  private mutating func add(_ row: Article.TableRow, of block: Article.Block) {
    beginBlock(isTight: !row.beginsTable)
    var column = 0
    for cell in row.cells {
      while column < cell.column {
        put("|  ")
        column += 1
      }
      put("| ")
      put(Array(block.runs[cell.runs]))
      put(" ")
      column += 1
    }
    put(String(repeating: "|  ", count: max(0, row.columnCount - column)) + "|")
    if row.beginsTable {
      put("\n" + String(repeating: "| --- ", count: row.columnCount) + "|")
    }
  }
}

extension Article.Kind {
  var isPicture: Bool { if case .picture = self { true } else { false } }
}

extension Article.Block {
  /// The byte at which a sign would begin a list or a line.
  fileprivate var escapedStart: Int? { escapedStart(after: 0) }

  fileprivate func escapedStart(after skipped: Int) -> Int? {
    let bytes = Array(text.utf8.dropFirst(skipped))
    let start = skipped + (bytes.firstIndex { $0 != 0x20 } ?? 0)
    let rest = bytes.drop { $0 == 0x20 }
    guard let first = rest.first else { return nil }
    if "-+=".utf8.contains(first) { return start }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, let sign = rest.dropFirst(digits.count).first, ".)".utf8.contains(sign)
    else { return nil }
    return start + digits.count
  }
}
