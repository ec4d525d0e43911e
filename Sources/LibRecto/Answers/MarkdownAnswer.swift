import CRecto
import RectoJSON
import RectoPageModel
import RectoPipeline

func markdownAnswer(_ made: PublicationMarkdown) -> StructAnswer<recto_markdown> {
  let markdown = made.markdown
  return StructAnswer { memory in
    MarkdownArrays(made).answer(in: memory)
  } json: { json in
    json.object { markdown.writeMembers(to: &$0, includesGlyphs: true) }
  }
}

/// Markdown with its map, taken apart into arrays.
private struct MarkdownArrays {
  private let made: PublicationMarkdown
  private var starts: [UInt32] = []
  private var ends: [UInt32] = []
  private var codePoints: [UInt32] = []
  private var pages: [Int64] = []
  private var lines: [Int32] = []
  private var quads: [Double] = []
  private var flags: [UInt32] = []
  private var spanCharacters: [UInt32] = [0]
  private var characterStarts: [UInt32] = []
  private var extents: [Float] = []

  init(_ made: PublicationMarkdown) {
    self.made = made
    for span in made.markdown.spans { add(span) }
  }

  private mutating func add(_ span: MappedMarkdown.Span) {
    starts.append(UInt32(span.range.lowerBound))
    ends.append(UInt32(span.range.upperBound))
    codePoints += [UInt32(span.codePoints.lowerBound), UInt32(span.codePoints.upperBound)]
    pages.append(Int64(span.page))
    lines.append(Int32(span.line ?? -1))
    quads.append(span.quad)
    flags.append(Self.flags(of: span))
    for character in span.characters {
      characterStarts.append(UInt32(character.start))
      extents += [character.extent.start, character.extent.end]
    }
    spanCharacters.append(UInt32(characterStarts.count))
  }

  private static func flags(of span: MappedMarkdown.Span) -> UInt32 {
    var flags = 0
    if span.direction == .rightToLeft { flags |= Int(RECTO_WORD_RIGHT_TO_LEFT) }
    if span.direction == .topToBottom { flags |= Int(RECTO_WORD_TOP_TO_BOTTOM) }
    if span.line == nil { flags |= Int(RECTO_SPAN_PICTURE) }
    return UInt32(flags)
  }

  func answer(in memory: Arena) -> recto_markdown {
    var result = recto_markdown()
    result.text = memory.string(made.markdown.text)
    result.length = made.markdown.text.utf8.count
    result.span_count = starts.count
    result.span_starts = memory.array(starts)
    result.span_ends = memory.array(ends)
    result.span_code_points = memory.array(codePoints)
    result.span_pages = memory.array(pages)
    result.span_lines = memory.array(lines)
    result.span_quads = memory.array(quads)
    result.span_flags = memory.array(flags)
    result.span_characters = memory.array(spanCharacters)
    result.character_count = characterStarts.count
    result.character_starts = memory.array(characterStarts)
    result.character_extents = memory.array(extents)
    result.failure_count = made.failures.count
    result.failed_pages = memory.array(made.failures.map { Int64($0.page) })
    result.failures = memory.strings(made.failures.map { Failure($0.error).message })
    return result
  }
}
