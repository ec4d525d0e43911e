import RectoPageModel

extension StoryFlow {
  /// A footnote as it will stand at the foot of a column; nil if the story has none of the name.
  func note(_ name: String, in place: FlowState.Place) -> FlowState.Note? {
    guard let paragraphs = story.notes[name], let column = frames.column(place),
      let isVertical = frames.geometry(place.frame)?.frame.writingMode.isVertical
    else { return nil }
    let block = try? BlockSetting(
      paragraphs, width: column.width, pictureHeight: (column.bottom - column.top) / 2,
      typesetter: typesetter, item: state.item, start: starts[state.item], isVertical: isVertical)
    guard let block else { return nil }
    return FlowState.Note(
      lines: block.lines.map { $0.placed(kind: .note, column: place.column) },
      height: block.height, isRightToLeft: block.isRightToLeft)
  }

  /// A frame as it is handed out: with its notes, and its text where it should lie.
  func finished(_ content: LaidOutFrame, _ number: Int) -> LaidOutFrame {
    guard let geometry = frames.geometry(number) else { return content }
    var content = content
    BlockAligner(geometry).align(
      &content,
      noteHeight: { [state] column in
        state.position.noteHeight(FlowState.Place(frame: number, column: column))
      })
    for (index, column) in geometry.columns.enumerated() {
      let place = FlowState.Place(frame: number, column: index)
      guard let notes = state.position.notes[place], !notes.isEmpty else { continue }
      var y = column.bottom - state.position.noteHeight(place)
      // Above the beginning of the first note's text, and in its color.
      let width = min(FootnoteArea.ruleWidth, column.width)
      let rule = Rect(
        x: column.left + (notes[0].isRightToLeft ? column.width - width : 0),
        y: y + FootnoteArea.gap / 2, width: width, height: FootnoteArea.ruleThickness)
      let color = notes[0].lines.first?.paragraph.text.runs.first?.style.color ?? .black
      content.boxes.append(
        LaidOutFrame.PlacedBox(box: geometry.place(rule), content: .fill(color)))
      y += FootnoteArea.gap
      for note in notes {
        for var line in note.lines {
          line.origin = geometry.place(
            Point(x: column.left + line.origin.x, y: y + line.origin.y))
          content.lines.append(line)
        }
        y += note.height
      }
    }
    return content
  }
}
