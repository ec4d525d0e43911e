import RectoMarkup

/// The rows and cells of a table in HTML.
struct HTMLTable {
  private(set) var rows: [XMLElement] = []
  /// Content outside of cells, with the caption.
  private(set) var others: [XMLContent] = []

  /// The maximum number of cells of a table, including those that others span.
  private static let maximumCells = 100_000
  /// The maximum length of a cell in bytes of UTF-8, times the number of columns. Longer cells
  /// are read as paragraphs, since rows are not broken across pages.
  private static let longestCell = 2_000

  init(_ table: XMLElement) { collect(table.content) }

  private mutating func collect(_ content: [XMLContent]) {
    for part in content {
      guard case .element(let element) = part else {
        others.append(part)
        continue
      }
      switch element.name {
      case "thead", "tbody", "tfoot": collect(element.content)
      case "tr":
        rows.append(element)
        others += element.content.filter { !$0.isCell }
      default: others.append(part)
      }
    }
  }

  /// The cells by their rows, with nil where another one reaches; nil for a table that is better read
  /// as paragraphs, such as one of a single column.
  var grid: [[XMLElement?]]? {
    var grid: [[XMLElement?]] = []
    /// The rows below that a cell reaches, by column.
    var reach: [Int: Int] = [:]
    var count = 0
    for row in rows {
      var cells: [XMLElement?] = []
      func skip() {
        while let rows = reach[cells.count], rows > 0 {
          reach[cells.count] = rows - 1
          cells.append(nil)
        }
      }
      for case .element(let cell) in row.content where XMLContent.element(cell).isCell {
        skip()
        for column in 0..<cell.span("colspan", most: 100) {
          reach[cells.count] = cell.span("rowspan", most: 1_000) - 1
          cells.append(column == 0 ? cell : nil)
        }
        guard cells.count <= MarkdownLimits.columns else { return nil }
      }
      skip()
      count += cells.count
      guard count <= Self.maximumCells else { return nil }
      if !cells.isEmpty { grid.append(cells) }
    }
    let columns = grid.map(\.count).max() ?? 0
    guard columns > 1 else { return nil }
    let isShort = grid.joined().allSatisfy {
      ($0?.text.utf8.count ?? 0) * columns <= Self.longestCell
    }
    return isShort ? grid : nil
  }
}

extension XMLContent {
  fileprivate var isCell: Bool {
    guard case .element(let element) = self else { return false }
    return element.name == "td" || element.name == "th"
  }
}

extension XMLElement {
  fileprivate func span(_ name: String, most: Int) -> Int {
    min(max(attribute(name).flatMap { Int($0) } ?? 1, 1), most)
  }
}
