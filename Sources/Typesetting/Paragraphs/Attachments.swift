extension PreparedParagraph {
  var hasAttachments: Bool { paragraph.text.runs.contains { $0.attachment != nil } }

  var hasNotes: Bool {
    paragraph.text.runs.contains {
      if case .note = $0.attachment?.content { true } else { false }
    }
  }

  /// The names of the notes that a part of the text calls.
  func notes(in range: Range<Int>) -> [String] {
    paragraph.text.runs.compactMap { run in
      guard range.contains(run.range.lowerBound), case .note(let name) = run.attachment?.content
      else { return nil }
      return name
    }
  }

  /// The height above and below the baseline that the attachments of a part of the text need, in
  /// points.
  func attachmentExtent(in range: Range<Int>) -> (ascent: Double, descent: Double) {
    paragraph.text.runs.reduce((0, 0)) { extent, run in
      guard range.contains(run.range.lowerBound), let attachment = run.attachment else {
        return extent
      }
      return (max(extent.0, attachment.ascent), max(extent.1, attachment.descent))
    }
  }

  /// The height that a part of the text needs beyond a line's, for its attachments, in points.
  func extraHeight(in range: Range<Int>) -> Double {
    let needed = attachmentExtent(in: range)
    let above = pitch.points - heightBelow
    return max(0, needed.ascent - above) + max(0, needed.descent - heightBelow)
  }

  /// From a line's baseline, or in vertical text from its middle axis, to the next row.
  private var heightBelow: Double {
    isVertical ? pitch.points / 2 : pitch.points - baselineInPitch
  }

  /// The height of a picture that makes its line as high as `height`.
  func pictureHeight(inLineOf height: Double) -> Double {
    max(height - max(0, heightBelow), 1)
  }

  /// The part of the text in a line.
  func range(ofLine line: Int, of broken: [BrokenLine]) -> Range<Int> {
    let start = line == 0 ? 0 : offset(ofBreak: broken[line - 1].breakItem)
    return start..<max(start, offset(ofBreak: broken[line].breakItem))
  }

  /// The code unit at which a line ends that breaks at this item.
  func offset(ofBreak item: Int) -> Int {
    item < breakPositions.count ? Int(breakPositions[item].start) : paragraph.text.units.count
  }
}
