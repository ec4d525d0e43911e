import CRecto
import RectoPageModel
import RectoPipeline

func infoAnswer(_ info: PublicationInfo, of open: OpenPublication) -> StructAnswer<recto_info> {
  let facts = PublicationFacts(info: info, pageCount: open.pageCount)
  return StructAnswer { memory in
    var result = recto_info()
    let metadata = info.metadata
    result.format = memory.string(info.format)
    result.backend = memory.string(open.backend.id)
    result.title = memory.string(metadata.title)
    result.author = memory.string(metadata.author)
    result.subject = memory.string(metadata.subject)
    result.keywords = memory.string(metadata.keywords)
    result.language = memory.string(metadata.language)
    result.creator = memory.string(metadata.creator)
    result.producer = memory.string(metadata.producer)
    result.created = memory.string(metadata.created)
    result.modified = memory.string(metadata.modified)
    result.direction =
      switch info.direction {
      case .leftToRight: Int32(RECTO_LEFT_TO_RIGHT)
      case .rightToLeft: Int32(RECTO_RIGHT_TO_LEFT)
      case .topToBottom: Int32(RECTO_TOP_TO_BOTTOM)
      }
    result.is_reflowable = info.isReflowable ? 1 : 0
    result.warning_count = info.warnings.count
    result.warnings = memory.strings(info.warnings.map(\.message))
    return result
  } json: { json in
    json.value(facts)
  }
}

func pageAnswer(_ facts: PageFacts) -> StructAnswer<recto_page> {
  StructAnswer { memory in
    var result = recto_page()
    result.index = Int64(facts.index)
    result.label = memory.string(facts.label)
    result.width = facts.size.width
    result.height = facts.size.height
    result.rotation = Int32(facts.rotation.rawValue)
    result.media = recto_box(facts.boxes.media)
    result.bleed = recto_box(facts.boxes.bleed)
    result.trim = recto_box(facts.boxes.trim)
    result.art = recto_box(facts.boxes.art)
    return result
  } json: { json in
    json.value(facts)
  }
}

extension recto_box {
  init(_ rect: Rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
