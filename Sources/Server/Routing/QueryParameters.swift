import RectoHTTP
import RectoPageModel

/// The items of a query, which are checked as they are read: each throws `ServerError` 400 with a
/// sentence that names the item. Unknown items are ignored.
struct QueryParameters: Sendable {
  private let items: [HTTPTarget.QueryItem]

  init(_ items: [HTTPTarget.QueryItem]) {
    self.items = items
  }

  /// The value of an item; nil if there is none. Throws if there are two.
  func text(_ name: String) throws(ServerError) -> String? {
    let found = items.filter { $0.name == name }
    guard found.count < 2 else {
      throw .badRequest("\(name) appears \(found.count) times; give it once")
    }
    return found.first?.value
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(ServerError) -> Int? {
    guard let text = try text(name) else { return nil }
    // `Int` takes a plus, which stands for a space in a query and for nothing in a number.
    guard let value = Int(text), range.contains(value), text.first != "+" else {
      throw .badRequest(
        "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func number(_ name: String, in range: ClosedRange<Double>) throws(ServerError) -> Double? {
    guard let text = try text(name) else { return nil }
    guard let value = decimal(text), range.contains(value) else {
      throw .badRequest(
        "\(name) must be a number from \(inFull(range.lowerBound)) to \(inFull(range.upperBound))")
    }
    return value
  }

  /// True for `1`, `true`, or a name without a value; false for `0`, `false` and a missing item.
  func flag(_ name: String) throws(ServerError) -> Bool {
    switch try text(name) {
    case "1", "true", "": return true
    case nil, "0", "false": return false
    default: throw .badRequest("\(name) must be 1 or 0")
    }
  }

  /// The given number of comma-separated numbers.
  func numbers(_ name: String, count: Int) throws(ServerError) -> [Double]? {
    guard let text = try text(name) else { return nil }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { decimal(String($0)) }
    guard numbers.count == count, text.filter({ $0 == "," }).count == count - 1 else {
      throw .badRequest("\(name) must be \(count) comma-separated numbers")
    }
    return numbers
  }

  /// The layout of a reflowable publication: `page-size=WxH`, `font-scale`, `margin`, `theme` and the
  /// settings of `ReaderStyle`; and the part of it, by `excerpt`.
  func layout() throws(ServerError) -> LayoutOptions {
    var layout = LayoutOptions()
    if let text = try text("page-size") {
      let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        .map { decimal(String($0)) }
      guard sides.count == 2, let width = sides[0], let height = sides[1] else {
        throw .badRequest("page-size must be points like 360x540")
      }
      layout.pageSize = Size(width: width, height: height)
    }
    layout.fontScale = try number("font-scale", in: LayoutOptions.fontScaleRange) ?? 1
    layout.margin = try number("margin", in: 0...LayoutOptions.pageSideRange.upperBound / 2)
    layout.theme = try text("theme")
    layout.excerpt = try text("excerpt")
    for setting in ReaderStyle.Setting.allCases {
      guard let value = try text(setting.rawValue) else { continue }
      do throws(PageError) {
        try layout.style.set(setting, to: value)
      } catch {
        throw .badRequest(error.message)
      }
    }
    do throws(PageError) {
      try layout.check()
    } catch {
      throw .badRequest(error.message)
    }
    return layout
  }
}

/// A finite number as JSON and people write it: no `0x`, `inf` or `nan`, which `Double` takes.
func decimal(_ text: String) -> Double? {
  let characters = Set("0123456789.-eE+".utf8)
  guard text.utf8.count <= 32, text.utf8.allSatisfy(characters.contains), text.first != "+",
    let value = Double(text), value.isFinite
  else { return nil }
  return value
}
