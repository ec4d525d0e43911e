import CRecto
import RectoPageModel
import RectoPipeline

func infoAnswer(_ info: PublicationInfo, of open: OpenPublication) -> StructAnswer<recto_info> {
  let facts = PublicationFacts(info: info, pageCount: open.pageCount)
  return StructAnswer { memory in
    var told = recto_info()
    let metadata = info.metadata
    told.format = memory.string(info.format)
    told.backend = memory.string(open.backend.id)
    told.title = memory.string(metadata.title)
    told.author = memory.string(metadata.author)
    told.subject = memory.string(metadata.subject)
    told.keywords = memory.string(metadata.keywords)
    told.language = memory.string(metadata.language)
    told.creator = memory.string(metadata.creator)
    told.producer = memory.string(metadata.producer)
    told.created = memory.string(metadata.created)
    told.modified = memory.string(metadata.modified)
    told.direction =
      switch info.direction {
      case .leftToRight: Int32(RECTO_LEFT_TO_RIGHT)
      case .rightToLeft: Int32(RECTO_RIGHT_TO_LEFT)
      case .topToBottom: Int32(RECTO_TOP_TO_BOTTOM)
      }
    told.is_reflowable = info.isReflowable ? 1 : 0
    told.warning_count = info.warnings.count
    told.warnings = memory.strings(info.warnings.map(\.message))
    return told
  } json: { json in
    json.value(facts)
  }
}

func pageAnswer(_ facts: PageFacts) -> StructAnswer<recto_page> {
  StructAnswer { memory in
    var told = recto_page()
    told.index = Int64(facts.index)
    told.label = memory.string(facts.label)
    told.width = facts.size.width
    told.height = facts.size.height
    told.rotation = Int32(facts.rotation.rawValue)
    told.media = recto_box(facts.boxes.media)
    told.bleed = recto_box(facts.boxes.bleed)
    told.trim = recto_box(facts.boxes.trim)
    told.art = recto_box(facts.boxes.art)
    return told
  } json: { json in
    json.value(facts)
  }
}

extension recto_box {
  init(_ rect: Rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
