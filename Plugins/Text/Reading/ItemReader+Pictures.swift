import RectoPageModel

extension ItemReader {
  func picture(_ value: LayoutValue) -> PlacedPicture? {
    let picture = value.object("picture") { object -> PlacedPicture? in
      let placement = placement(object)
      let file = object.required("file").flatMap { $0.file("picture") }
      let fit = object["object-fit"]?.choice(PlacedPicture.Fit.self) ?? .contain
      let focus = object["object-position"].flatMap(focus) ?? Point(x: 0.5, y: 0.5)
      let opacity = object["opacity"]?.number(in: 0...1) ?? 1
      let border = object["border"].flatMap(border)
      let alt = object["alt"]?.text()
      let caption = object["caption"]?.text()
      let link = object["link"].flatMap(target)
      let wrap = object["wrap"]?.choice(PlacedPicture.Wrap.self) ?? .none
      let margin = object["shape-margin"]?.points() ?? 0
      let side = object["wrap-side"]?.choice(WrapSide.self) ?? .both
      let threshold = object["shape-image-threshold"]?.number(in: 0...1) ?? 0.5
      guard let placement, let file else { return nil }
      return PlacedPicture(
        placement: placement, file: file, fit: fit, focus: focus, opacity: opacity,
        border: border, alt: alt, caption: caption, link: link, wrap: wrap, shapeMargin: margin,
        side: side, alphaThreshold: threshold)
    }
    return picture ?? nil
  }

  func media(_ value: LayoutValue) -> PlacedMedia? {
    let media = value.object("media") { object -> PlacedMedia? in
      let placement = placement(object)
      let kind = object.required("kind")?.choice(PlacedMedia.Kind.self)
      let source = object.required("src")?.name()
      let type = object["type"]?.text()
      let poster = object["poster"].flatMap { $0.file("poster") }
      let alt = object["alt"]?.text()
      guard let placement, let kind, let source else { return nil }
      return PlacedMedia(
        placement: placement, kind: kind, source: source, mediaType: type, poster: poster,
        alt: alt)
    }
    return media ?? nil
  }

  /// Two percentages.
  private func focus(_ value: LayoutValue) -> Point? {
    let pair = value.elements(upTo: 100)
    guard pair.count == 2 else {
      if value.isList { value.report(.badValue, "must be a list of two percentages, x and y") }
      return nil
    }
    guard let x = share(pair[0]), let y = share(pair[1]) else { return nil }
    return Point(x: x, y: y)
  }

  private func share(_ value: LayoutValue) -> Double? {
    guard let text = value.text() else { return nil }
    guard case .percent(let percent) = LengthSyntax.read(text) else {
      value.report(.badValue, "must be a percentage such as 50%, not \(quoted(text))")
      return nil
    }
    return value.check(percent, in: 0...100) ? percent / 100 : nil
  }
}
