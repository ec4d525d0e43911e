import RectoPageModel

extension LaidOutFrame.PlacedLine {
  /// The page's rectangle around a part of the line: `from` and `to` along it, `above` and `below`
  /// its baseline (in vertical text, right and left of its axis), in points. `to` is before `from` for a
  /// letter that its font or its style moves back further than it is wide.
  func box(from: Double, to: Double, above: Double, below: Double) -> Rect {
    isVertical
      ? Rect(
        Point(x: origin.x - below, y: origin.y + from),
        Point(x: origin.x + above, y: origin.y + to))
      : Rect(
        Point(x: origin.x + from, y: origin.y - above),
        Point(x: origin.x + to, y: origin.y + below))
  }

  /// A run's letters, as high as its font is, or its picture.
  func box(of run: GlyphRun) -> Rect {
    let (above, below) = extent(of: run)
    return box(
      from: run.x.points, to: run.x.points + run.width.points, above: above, below: below)
  }

  /// A line along a run.
  func box(of run: GlyphRun, _ stroke: Font.Stroke) -> Rect {
    let top = stroke.offset.points
    return box(
      from: run.x.points, to: run.x.points + run.width.points, above: top,
      below: stroke.thickness.points - top)
  }

  /// The extent of a run's picture or font on both sides of the baseline, or of the axis.
  func extent(of run: GlyphRun) -> (above: Double, below: Double) {
    if let picture = paragraph.text.runs[run.style].attachment, picture.isPicture {
      return (picture.ascent, picture.descent)
    }
    if run.orientation == .upright { return (run.font.size / 2, run.font.size / 2) }
    guard isVertical else { return (run.font.ascent.points, run.font.descent.points) }
    let half = (run.font.ascent.points + run.font.descent.points) / 2
    return (half, half)
  }

  /// The attachments of the line with their boxes.
  public var attachments: [(attachment: Attachment, box: Rect)] {
    line.runs.compactMap { run in
      guard let attachment = paragraph.text.runs[run.style].attachment else { return nil }
      let box = box(
        from: run.x.points, to: run.x.points + run.width.points, above: attachment.ascent,
        below: attachment.descent)
      return (attachment, box)
    }
  }
}

extension LaidOutFrame.PlacedLine {
  /// The runs with the areas of their letters, as high as their fonts, or of their pictures.
  public var runBoxes: [(run: GlyphRun, box: Rect)] { line.runs.map { ($0, box(of: $0)) } }
}
