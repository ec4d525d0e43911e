import RectoPageModel

/// A table in the rooms in which its rows are tried.
final class TableSettings {
  fileprivate let table: Table
  fileprivate let typesetter: Typesetter
  fileprivate let item: Int
  /// The offset of the table in the story, in code units.
  fileprivate let start: Int
  /// The rows that are repeated at the head of each column; a table has a row that is not.
  let headRows: Int
  private let columns: TableColumns
  /// True if the height of its pictures depends on that of the room.
  private let hasPictures: Bool
  /// The offset of each row's text in the table's, in code units.
  private let offsets: [Int]
  private var settings: [Key: TableSetting] = [:]

  private struct Key: Hashable {
    var width: Double
    var mostHeight: Double
    var isVertical: Bool
  }

  /// The number of settings that are kept: beside a round shape each row has another width, and none of
  /// them recurs.
  private static let mostSettings = 16

  init(_ table: Table, typesetter: Typesetter, item: Int, start: Int) throws(PageError) {
    columns = try TableColumns(table, typesetter)
    let table = columns.isRightToLeft ? try table.withDirectionOfNeutralCells() : table
    self.table = table
    self.typesetter = typesetter
    self.item = item
    self.start = start
    headRows = min(max(table.headerRows, 0), table.rows.count - 1)
    hasPictures = table.rows.joined().flatMap(\.paragraphs).contains(where: \.text.hasPictures)
    var offset = 0
    offsets = table.rows.map { row in
      defer { offset += row.reduce(0) { $0 + $1.length } }
      return offset
    }
  }

  func offset(ofRow row: Int) -> Int { offsets[row] }

  func setting(in room: BlockRoom) throws(PageError) -> TableSetting {
    let mostHeight = hasPictures ? room.mostHeight : .infinity
    let key = Key(width: room.width, mostHeight: mostHeight, isVertical: room.isVertical)
    if let known = settings[key] { return known }
    if settings.count >= Self.mostSettings { settings = [:] }
    let made = TableSetting(
      self, widths: columns.widths(in: room.width), isRightToLeft: columns.isRightToLeft,
      mostHeight: mostHeight, isVertical: room.isVertical)
    settings[key] = made
    return made
  }
}

/// A table's cells in columns of their widths, row by row as they are asked for.
final class TableSetting {
  struct Cell {
    var block: BlockSetting
    /// From the table's left to the left edge of its column.
    var left: Double
  }

  struct Row {
    var cells: [Cell] = []
    /// With its padding.
    var height = 0.0
  }

  private unowned let settings: TableSettings
  private let widths: [Double]
  /// The left edge of each column, from the table's left.
  private let lefts: [Double]
  private let mostHeight: Double
  private let isVertical: Bool
  private var rows: [Int: Row] = [:]

  fileprivate init(
    _ settings: TableSettings, widths: [Double], isRightToLeft: Bool, mostHeight: Double,
    isVertical: Bool
  ) {
    self.settings = settings
    self.widths = widths
    self.mostHeight = mostHeight
    self.isVertical = isVertical
    let whole = widths.reduce(0, +)
    var left = 0.0
    lefts = widths.map { width in
      defer { left += width }
      return isRightToLeft ? whole - left - width : left
    }
  }

  /// A row, with its pictures so small that it fits into the height together with the table's head.
  func row(_ number: Int) throws(PageError) -> Row {
    if let known = rows[number] { return known }
    let table = settings.table
    let padding = table.cellPadding
    var room = mostHeight / Double(settings.headRows + 1)
    if number >= settings.headRows {
      room = mostHeight
      for head in 0..<settings.headRows { room -= try row(head).height }
    }
    var row = Row()
    var start = settings.start + settings.offset(ofRow: number)
    for (index, cell) in table.rows[number].prefix(widths.count).enumerated() {
      let block = try BlockSetting(
        cell.paragraphs, width: max(widths[index] - 2 * padding, 1),
        pictureHeight: room - 2 * padding, typesetter: settings.typesetter, item: settings.item,
        start: start, isVertical: isVertical)
      row.cells.append(Cell(block: block, left: lefts[index]))
      row.height = max(row.height, block.height)
      start += cell.length
    }
    row.height += 2 * padding
    rows[number] = row
    return row
  }
}

extension Table {
  /// The table with the direction right to left for cells without letters, such as numbers.
  fileprivate func withDirectionOfNeutralCells() throws(PageError) -> Table {
    let bidi = BidiAnalyzer()
    var table = self
    for row in rows.indices {
      for cell in rows[row].indices {
        for (index, paragraph) in rows[row][cell].paragraphs.enumerated()
        where paragraph.style.direction == .auto {
          let levels = try bidi.analyze(
            paragraph.text.units.span, direction: .firstStrong(else: .rightToLeft))
          if levels.baseLevel == 1 {
            table.rows[row][cell].paragraphs[index].style.direction = .rtl
          }
        }
      }
    }
    return table
  }
}

extension Table.Cell {
  /// In code units.
  fileprivate var length: Int { paragraphs.reduce(0) { $0 + $1.text.units.count } }
}

/// The widths that the columns of a table need.
private struct TableColumns {
  let isRightToLeft: Bool
  private let table: Table
  private var columns: [Column] = []

  /// The widths of the cells of a column, in points.
  fileprivate struct Column {
    /// The longest word, and the longest paragraph in one line, without padding.
    var longest = 0.0
    var natural = 0.0
    /// Paragraphs with pictures, whose widths depend on the table's.
    var pictured: [(text: Double, pictures: [Double])] = []
  }

  /// The maximum number of columns: more have no room on any page.
  private static let maximumColumns = 200

  init(_ table: Table, _ typesetter: Typesetter) throws(PageError) {
    self.table = table
    isRightToLeft = try Self.isRightToLeft(table, typesetter)
    let count = min(table.rows.map(\.count).max() ?? 0, Self.maximumColumns)
    columns = Array(repeating: Column(), count: count)
    guard !hasShares else { return }
    for row in table.rows {
      for (index, cell) in row.prefix(count).enumerated() {
        for paragraph in cell.paragraphs {
          columns[index].add(try typesetter.prepare(paragraph))
        }
      }
    }
  }

  private var hasShares: Bool {
    table.columnWidths.count == columns.count && table.columnWidths.allSatisfy { $0 > 0 }
  }

  private static func isRightToLeft(
    _ table: Table, _ typesetter: Typesetter
  ) throws(PageError) -> Bool {
    guard table.direction == .auto else { return table.direction == .rtl }
    for cell in table.rows.joined() {
      guard let first = cell.paragraphs.first(where: { !$0.text.units.isEmpty }) else { continue }
      return try typesetter.prepare(first).isRightToLeft
    }
    return false
  }

  /// Their own shares, or widths by content: as wide as their text if there is room, and otherwise
  /// between that and their longest word.
  func widths(in width: Double) -> [Double] {
    guard !columns.isEmpty else { return [] }
    if hasShares {
      let sum = table.columnWidths.reduce(0, +)
      return table.columnWidths.map { width * $0 / sum }
    }
    let padding = 2 * table.cellPadding
    // Pictures are made as small as an equal share.
    let share = max(width / Double(columns.count) - padding, 1)
    let longest = columns.map { $0.longest(picturesUpTo: share) + padding }
    let natural = columns.map { $0.natural(picturesUpTo: max(width - padding, 1)) + padding }
    let wanted = natural.reduce(0, +)
    let least = longest.reduce(0, +)
    if wanted <= width || least >= width {
      let base = wanted <= width ? natural : longest
      let sum = base.reduce(0, +)
      return base.map { width * $0 / sum }
    }
    let give = (width - least) / (wanted - least)
    return zip(longest, natural).map { $0 + ($1 - $0) * give }
  }
}

extension TableColumns.Column {
  mutating func add(_ paragraph: PreparedParagraph) {
    var text = 0.0
    var pictures: [Double] = []
    for piece in paragraph.pieces {
      let width = ScaledPoints(rawValue: piece.width).points
      if piece.kind == .attachment {
        pictures.append(width)
      } else {
        text += width
        longest = max(longest, width)
      }
    }
    if pictures.isEmpty {
      natural = max(natural, text)
    } else {
      pictured.append((text, pictures))
    }
  }

  func longest(picturesUpTo most: Double) -> Double {
    pictured.reduce(longest) { max($0, min($1.pictures.max() ?? 0, most)) }
  }

  func natural(picturesUpTo most: Double) -> Double {
    pictured.reduce(natural) { known, paragraph in
      max(known, paragraph.pictures.reduce(paragraph.text) { $0 + min($1, most) })
    }
  }
}
