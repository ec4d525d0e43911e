import CRecto
import RectoJSON
import RectoPageModel
import RectoPipeline

func markdownAnswer(_ made: PublicationMarkdown) -> StructAnswer<recto_markdown> {
  let markdown = made.markdown
  return StructAnswer { memory in
    MarkdownArrays(made).told(in: memory)
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

  func told(in memory: Arena) -> recto_markdown {
    var told = recto_markdown()
    told.text = memory.string(made.markdown.text)
    told.length = made.markdown.text.utf8.count
    told.span_count = starts.count
    told.span_starts = memory.array(starts)
    told.span_ends = memory.array(ends)
    told.span_code_points = memory.array(codePoints)
    told.span_pages = memory.array(pages)
    told.span_lines = memory.array(lines)
    told.span_quads = memory.array(quads)
    told.span_flags = memory.array(flags)
    told.span_characters = memory.array(spanCharacters)
    told.character_count = characterStarts.count
    told.character_starts = memory.array(characterStarts)
    told.character_extents = memory.array(extents)
    told.failure_count = made.failures.count
    told.failed_pages = memory.array(made.failures.map { Int64($0.page) })
    told.failures = memory.strings(made.failures.map { Failure($0.error).message })
    return told
  }
}
