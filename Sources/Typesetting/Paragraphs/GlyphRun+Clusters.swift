extension GlyphRun {
  /// The glyphs that stand for some code units together.
  struct Cluster {
    /// In code units of the paragraph; empty for a glyph that is not in the text, such as a hyphen.
    var units: Range<Int>
    /// In `glyphs`.
    var glyphs: Range<Int>
  }

  /// Its clusters from left to right. The last in reading order ends at `end` or with the run.
  func clusters(endingAt end: Int) -> [Cluster] {
    var found: [Cluster] = []
    var index = 0
    while index < glyphs.count {
      let cluster = glyphs[index].cluster
      var next = index + 1
      while next < glyphs.count, glyphs[next].cluster == cluster { next += 1 }
      found.append(Cluster(units: Int(cluster)..<Int(cluster), glyphs: index..<next))
      index = next
    }
    let last = min(range.upperBound, end)
    for index in found.indices {
      let following = isRightToLeft ? index - 1 : index + 1
      let start = found[index].units.lowerBound
      let upper = found.indices.contains(following) ? found[following].units.lowerBound : last
      found[index].units = start..<max(start, min(upper, last))
    }
    return found
  }
}
