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

  /// The code unit at which a line ends that breaks at this item.
  func offset(ofBreak item: Int) -> Int {
    item < sites.count ? Int(sites[item].start) : paragraph.text.units.count
  }
}
