import RectoPageModel

extension StoryFlow {
  /// Places a paragraph of the story; gives the column in which it begins.
  func place(_ paragraph: Paragraph) throws(PageError) -> FlowState.Place {
    let style = paragraph.style
    if style.breakBefore == .column || style.breakBefore == .page { breakColumn(style.breakBefore) }
    let isVertical = isVertical(at: state.position.place)
    let initial = try InitialLetter(paragraph, typesetter)
    let body = initial?.rest ?? paragraph
    let setting = try setting(of: body, initial, isVertical: isVertical)
    let set = SetParagraph(
      setting.prepared, item: state.item, start: starts[state.item] + (initial?.length ?? 0))
    put(setting, set, isVertical: isVertical)
    try putMarker(setting, set, isVertical)
    if let initial { put(initial, setting, set, isVertical) }
    state.position = setting.end
    if let offset = setting.oversetOffset {
      state.overset = FlowState.Overset(item: state.item, offset: offset)
    }
    if style.breakAfter == .column || style.breakAfter == .page { breakColumn(style.breakAfter) }
    return setting.slots.first?.place ?? state.position.place
  }

  /// The lines of a paragraph, with its pictures made as small as what holds them.
  private func setting(
    of paragraph: Paragraph, _ initial: InitialLetter?, isVertical: Bool
  ) throws(PageError) -> ParagraphSetting {
    var paragraph = paragraph
    if isVertical { paragraph.text.turnPictures() }
    let prepared = try prepared(paragraph, item: state.item, isVertical: isVertical)
    var setting = ParagraphSetting(self, prepared, initial: initial)
    var fitted = setting.text(fitting: state.position.place)
    for _ in 0..<Self.pictureAttempts {
      if let fitted {
        paragraph.text = fitted
        let prepared = try typesetter.prepare(paragraph, isVertical: isVertical)
        setting = ParagraphSetting(self, prepared, initial: initial)
      }
      try setting.run()
      fitted = paragraph.text.hasPictures ? setting.textFittingLines() : nil
      if fitted == nil { break }
    }
    return setting
  }

  /// A smaller picture may stand in another column, which may be narrower.
  private static let pictureAttempts = 4

  private func breakColumn(_ kind: ParagraphStyle.Break) {
    let place = state.position.place
    // An empty column is at the top of its page only if no other of the page comes before it.
    guard !state.position.isAtTop || kind == .page && frames.isBehindOther(place) else { return }
    repeat {
      guard moveToNextColumn(&state) else { return }
    } while kind == .page && frames.areOnOnePage(place.frame, state.position.place.frame)
  }

  private func put(_ setting: ParagraphSetting, _ set: SetParagraph, isVertical: Bool) {
    if let color = set.style.backgroundColor {
      for area in setting.backgrounds {
        guard let geometry = frames.geometry(area.place.frame) else { continue }
        state.content[area.place.frame, default: LaidOutFrame()].boxes.append(
          LaidOutFrame.PlacedBox(box: geometry.place(area.box), content: .fill(color)))
      }
    }
    for (index, line) in setting.lines.enumerated() {
      let slot = setting.slots[index]
      let x = slot.left + line.indent.points
      let y = slot.top + setting.baseline(of: slot, isVertical: isVertical)
      put(
        line, set, at: Point(x: x, y: y), in: slot.place, kind: .text, isVertical: isVertical,
        startsParagraph: index == 0)
      for ruby in typesetter.rubies(
        along: line, of: set, at: Point(x: x, y: y), isVertical: isVertical)
      {
        put(
          ruby.line, ruby.set, at: ruby.origin, in: slot.place, kind: .ruby, isVertical: isVertical)
      }
    }
  }

  /// Adds a line whose beginning is given in the coordinates of horizontal text.
  func put(
    _ line: Line, _ set: SetParagraph, at point: Point, in place: FlowState.Place,
    kind: LaidOutFrame.PlacedLine.Kind, isVertical: Bool, startsParagraph: Bool = false,
    cell: TableCell? = nil
  ) {
    guard let geometry = frames.geometry(place.frame) else { return }
    state.content[place.frame, default: LaidOutFrame()].lines.append(
      LaidOutFrame.PlacedLine(
        line: line, paragraph: set, origin: geometry.place(point), isVertical: isVertical,
        kind: kind, startsParagraph: startsParagraph, column: place.column, cell: cell))
  }

  private func putMarker(
    _ setting: ParagraphSetting, _ set: SetParagraph, _ isVertical: Bool
  ) throws(PageError) {
    let marker = try ListMarker(
      of: setting.prepared, set, typesetter, isVertical: isVertical)
    guard let slot = setting.slots.first, let marker else { return }
    let x = marker.left(
      textFrom: slot.left - setting.indent, to: slot.left + slot.width)
    let y = slot.top + setting.baseline(of: slot, isVertical: isVertical)
    put(
      marker.line, marker.set, at: Point(x: x, y: y), in: slot.place, kind: .marker,
      isVertical: isVertical)
  }

  private func put(
    _ initial: InitialLetter, _ setting: ParagraphSetting, _ set: SetParagraph,
    _ isVertical: Bool
  ) {
    guard let first = setting.slots.first, let line = initial.line else { return }
    let rows = setting.slots.filter { $0.place == first.place && $0.row < initial.lines }
    guard let last = rows.last else { return }
    let x =
      setting.prepared.isRightToLeft
      ? first.left + first.width + initial.width - line.width.points : first.left - initial.width
    // A paragraph of fewer lines than the letter is high goes on as if it had them.
    let missing = Double(initial.lines - 1 - last.row) * setting.pitch
    let y = last.top + setting.baseline(of: last, isVertical: isVertical) + missing
    put(
      line, SetParagraph(initial.prepared, item: set.item, start: set.start - initial.length),
      at: Point(x: x, y: y), in: first.place, kind: .initial, isVertical: isVertical,
      startsParagraph: false)
  }
}
