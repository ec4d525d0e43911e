import RectoPageModel
import RectoTypesetting

/// Reads the items of a page or a master.
struct ItemReader {
  let reading: LayoutReading
  let styles: StyleSheet
  let threads: Set<String>
  /// The size that percentages refer to.
  let pageSize: Size
  let bleed: Double

  func content(_ object: LayoutObject) -> PageContent {
    var content = PageContent()
    content.background = object["background"]?.color()
    content.frames = FrameOrder.sorted(items("frames", object, frame))
    content.texts = items("texts", object, text)
    content.pictures = items("pictures", object, picture)
    content.media = items("media", object, media)
    content.rules = items("rules", object, rule)
    content.fills = items("fills", object, fill)
    content.exclusions = items("exclusions", object, exclusion)
    content.links = items("links", object, link)
    return content
  }

  private func items<Item>(
    _ key: String, _ object: LayoutObject, _ read: (LayoutValue) -> Item?
  ) -> [Item] {
    (object[key]?.elements(upTo: LayoutLimits.items) ?? []).compactMap { value in
      reading.countItem(at: value) ? read(value) : nil
    }
  }

  // MARK: Text

  private func frame(_ value: LayoutValue) -> FrameOrder.Entry? {
    let entry = value.object("frame") { object -> FrameOrder.Entry? in
      let placement = placement(object, mustFit: true)
      let style = frameStyle(object)
      let thread = object.required("thread").flatMap { value in
        value.text().flatMap { reading.known($0, in: threads, "thread or story", at: value) }
      }
      let name = object["name"]?.name()
      let next = object["next"].flatMap { value in value.name().map { ($0, value) } }
      let order = object["order"]?.integer(in: -1_000_000...1_000_000) ?? 0
      let columns = object["columns"]?.integer(in: 1...100) ?? 1
      let gap = object["column-gap"]?.points(of: pageSize.width) ?? 12
      let fill = object["column-fill"]?.keyword(of: ["auto", "balance"])
      let grid = object["baseline-grid"]?.points()
      let overflow = object["overflow"]?.choice(Frame.Overflow.self) ?? .warn
      guard let placement, let thread else { return nil }
      return FrameOrder.Entry(
        frame: Frame(
          placement: placement, style: style, thread: thread, order: order, columns: columns,
          columnGap: gap, balancesColumns: fill == "balance", baselineGrid: grid,
          overflow: overflow),
        name: name, next: next, value: value)
    }
    return entry ?? nil
  }

  private func text(_ value: LayoutValue) -> TextBox? {
    let box = value.object("text") { object -> TextBox? in
      let placement = placement(object, mustFit: true)
      let style = frameStyle(object)
      let text = object.required("text")?.text()
      let styleName = object["style"].flatMap { value -> String? in
        guard let name = value.name() else { return nil }
        if styles[name] != nil { return name }
        styles.reportMissing(name, at: value)
        return nil
      }
      guard let placement, let text else { return nil }
      return TextBox(placement: placement, style: style, text: text, styleName: styleName)
    }
    return box ?? nil
  }

  private func frameStyle(_ object: LayoutObject) -> FrameStyle {
    var style = FrameStyle()
    style.verticalAlign =
      object["vertical-align"]?.choice(FrameStyle.VerticalAlign.self) ?? .top
    style.writingMode =
      object["writing-mode"]?.choice(FrameStyle.WritingMode.self) ?? .horizontal
    style.padding = object["padding"].flatMap(insets) ?? Insets()
    style.background = object["background"]?.color()
    style.border = object["border"].flatMap(border)
    return style
  }

  private func insets(_ value: LayoutValue) -> Insets? {
    guard value.isObject else {
      return value.points().map { Insets(top: $0, right: $0, bottom: $0, left: $0) }
    }
    return value.object("insets") { object in
      Insets(
        top: object["top"]?.points() ?? 0, right: object["right"]?.points() ?? 0,
        bottom: object["bottom"]?.points() ?? 0, left: object["left"]?.points() ?? 0)
    }
  }

  func border(_ value: LayoutValue) -> Border? {
    value.object("border") { object in
      Border(
        width: object["width"]?.points() ?? 0.5,
        color: object["color"]?.color() ?? .value(.black))
    }
  }

  // MARK: Areas

  private func fill(_ value: LayoutValue) -> Fill? {
    let fill = value.object("fill") { object -> Fill? in
      let placement = placement(object)
      let color = object.required("color")?.color()
      let opacity = object["opacity"]?.number(in: 0...1) ?? 1
      guard let placement, let color else { return nil }
      return Fill(placement: placement, color: color, opacity: opacity)
    }
    return fill ?? nil
  }

  private func exclusion(_ value: LayoutValue) -> Exclusion? {
    let exclusion = value.object("exclusion") { object -> Exclusion? in
      let placement = placement(object)
      let margin = object["shape-margin"]?.points() ?? 0
      let side = object["wrap-side"]?.choice(WrapSide.self) ?? .both
      return placement.map { Exclusion(placement: $0, shapeMargin: margin, side: side) }
    }
    return exclusion ?? nil
  }

  private func link(_ value: LayoutValue) -> LinkArea? {
    let link = value.object("link") { object -> LinkArea? in
      let placement = placement(object)
      let target = object.required("href").flatMap(self.target)
      let alt = object["alt"]?.text()
      guard let placement, let target else { return nil }
      return LinkArea(placement: placement, target: target, alt: alt)
    }
    return link ?? nil
  }

  /// A valid target of a link; nil after a finding.
  func target(_ value: LayoutValue) -> String? {
    guard let text = value.name() else { return nil }
    if let target = LinkTarget.checked(text) { return target }
    value.report(.badValue, "must be a web or mail address, or # and a name, not \(quoted(text))")
    return nil
  }

  private func rule(_ value: LayoutValue) -> PlacedRule? {
    let rule = value.object("rule") { object -> PlacedRule? in
      let from = object.required("from").flatMap(point)
      let to = object.required("to").flatMap(point)
      let width = object["width"]?.points() ?? 0.5
      let color = object["color"]?.color() ?? .value(.black)
      let zIndex = self.zIndex(object)
      guard let from, let to else { return nil }
      return PlacedRule(from: from, to: to, width: width, color: color, zIndex: zIndex)
    }
    return rule ?? nil
  }

  private func point(_ value: LayoutValue) -> Point? {
    let pair = value.elements(upTo: 100)
    guard pair.count == 2 else {
      if value.isList { value.report(.badValue, "must be a list of two lengths, x and y") }
      return nil
    }
    guard let x = pair[0].points(of: pageSize.width, allowsNegative: true),
      let y = pair[1].points(of: pageSize.height, allowsNegative: true)
    else { return nil }
    return Point(x: x, y: y)
  }
}
