import RectoJSON
import RectoPageModel
import RectoPipeline

struct OutlineCommand: SourceCommand {
  let name = "outline"
  let summary = "Shows the table of contents with the pages that its entries lead to."
  let ownOptions = [pagesJSONOption, outputOption]
  let examples = ["recto outline issue.pdf", "recto outline --json issue.pdf"]
  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let items = try await session.publication.outline()
    try answer(arguments, nothing: "no table of contents") { json in
      json.array(items) { $0.value($1) }
    } text: {
      items.map { lines($0, depth: 0) }.joined()
    }
    return .done
  }

  private func lines(_ item: OutlineItem, depth: Int) -> String {
    let target = item.target.map { "  \(describe($0))" } ?? ""
    return String(repeating: "  ", count: depth) + printable(item.title) + target + "\n"
      + item.children.map { lines($0, depth: depth + 1) }.joined()
  }
}

struct LinksCommand: SourceCommand {
  let name = "links"
  let summary = "Lists the links of the pages with their positions and targets."
  let ownOptions = [pagesOption, pagesJSONOption, outputOption]
  let examples = ["recto links issue.pdf", "recto links --json --pages 1-4 issue.pdf"]
  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    var links: [(page: Int, link: Link)] = []
    let status = try await session.forEachPage(session.pages(arguments)) {
      page throws(PageError) in
      try await session.publication.links(ofPage: page)
    } use: { page, found in
      links += found.map { (page, $0) }
    }
    try answer(arguments, nothing: "no links") { json in
      json.object { json in
        json.key("links")
        json.array(links) { json, entry in
          json.object { json in
            json.member("page", entry.page)
            json.key("quads")
            json.array(entry.link.quads) { $0.value($1) }
            json.member("target", entry.link.target)
          }
        }
      }
    } text: {
      links.map { entry in
        let box = entry.link.quads.first?.bounds ?? Rect(x: 0, y: 0, width: 0, height: 0)
        return "page \(entry.page + 1)  \(describe(box))  \(describe(entry.link.target))\n"
      }.joined()
    }
    return status
  }
}

struct MediaCommand: SourceCommand {
  let name = "media"
  let summary = "Lists sound, video and other media with their positions on the pages."
  let ownOptions = [pagesOption, pagesJSONOption, outputOption]
  let examples = ["recto media issue.pdf"]
  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    var items: [(page: Int, item: MediaItem)] = []
    let status = try await session.forEachPage(session.pages(arguments)) {
      page throws(PageError) in
      try await session.publication.media(ofPage: page)
    } use: { page, found in
      items += found.map { (page, $0) }
    }
    try answer(arguments, nothing: "no media") { json in
      writePaged(items, named: "media", to: &json)
    } text: {
      items.map { entry in
        let name = entry.item.name.map(printable) ?? "(no name)"
        return
          "page \(entry.page + 1)  \(describe(entry.item.box))  \(entry.item.kind.rawValue)  \(name)\n"
      }.joined()
    }
    return status
  }
}

struct AnnotationsCommand: SourceCommand {
  let name = "annotations"
  let summary = "Lists annotations and form fields with their positions on the pages."
  let ownOptions = [pagesOption, pagesJSONOption, outputOption]
  let examples = ["recto annotations proof.pdf", "recto annotations --json form.pdf"]
  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    var annotations: [(page: Int, item: Annotation)] = []
    var fields: [(page: Int, item: FormField)] = []
    let status = try await session.forEachPage(session.pages(arguments)) {
      page throws(PageError) in
      (
        try await session.publication.annotations(ofPage: page),
        try await session.publication.formFields(ofPage: page)
      )
    } use: { page, found in
      annotations += found.0.map { (page, $0) }
      fields += found.1.map { (page, $0) }
    }
    try answer(arguments, nothing: "no annotations, no form fields") { json in
      json.object { json in
        json.key("annotations")
        writePages(annotations, to: &json)
        json.key("formFields")
        writePages(fields, to: &json)
      }
    } text: {
      annotations.map { entry in
        let text = entry.item.contents.map { "  \(printable($0))" } ?? ""
        return "page \(entry.page + 1)  \(describe(entry.item.box))  \(entry.item.kind)\(text)\n"
      }.joined()
        + fields.map { entry in
          let value = entry.item.value.map { " = \(printable($0))" } ?? ""
          return "page \(entry.page + 1)  \(describe(entry.item.box))  "
            + "\(entry.item.kind.rawValue) field \(printable(entry.item.name))\(value)\n"
        }.joined()
    }
    return status
  }
}

struct LayersCommand: SourceCommand {
  let name = "layers"
  let summary = "Lists the layers that render --show and --hide can switch."
  let ownOptions = [jsonOption, outputOption]
  let examples = ["recto layers map.pdf"]
  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let layers = try await session.publication.layers()
    try answer(arguments, nothing: "no layers") { json in
      json.object { json in
        json.key("layers")
        json.array(layers) { $0.value($1) }
      }
    } text: {
      layers.map(lines).joined()
    }
    return .done
  }

  private func lines(_ layer: Layer) -> String {
    "\(layer.isVisible ? "on " : "off")  \(printable(layer.id))\n"
      + layer.children.map(lines).joined()
  }
}

struct FontsCommand: SourceCommand {
  let name = "fonts"
  let summary = "Lists the fonts with their type and embedding."
  let ownOptions = [jsonOption, outputOption]
  let examples = ["recto fonts issue.pdf"]
  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let fonts = try await session.publication.fonts()
    try answer(arguments, nothing: "no fonts") { json in
      json.object { json in
        json.key("fonts")
        json.array(fonts) { $0.value($1) }
      }
    } text: {
      fonts.map { font in
        let name = font.name.isEmpty ? "(no name)" : printable(font.name)
        let embedding =
          font.isEmbedded
          ? (font.isSubset ? "embedded subset" : "embedded")
          : "not embedded" + (font.substitute.map { ", drawn with \(printable($0))" } ?? "")
        return "\(name)  \(font.type)  \(embedding)\n"
      }.joined()
    }
    return .done
  }
}

/// `{"NAME":[{"page":0,…the item's own members…}]}`
private func writePaged<Item: JSONRepresentable>(
  _ items: [(page: Int, item: Item)], named name: StaticString, to json: inout JSONWriter
) {
  json.object { json in
    json.key(name)
    writePages(items, to: &json)
  }
}

private func writePages<Item: JSONRepresentable>(
  _ items: [(page: Int, item: Item)], to json: inout JSONWriter
) {
  json.array(items) { json, entry in
    json.object { json in
      json.member("page", entry.page)
      json.members(of: entry.item)
    }
  }
}

private func describe(_ box: Rect) -> String {
  "[\(box.x.formatted), \(box.y.formatted), \(box.width.formatted), \(box.height.formatted)]"
}

private func describe(_ target: LinkTarget) -> String {
  switch target {
  case .page(let index, _): "page \(index + 1)"
  case .url(let url): printable(url)
  case .file(let file): "file \(printable(file))"
  case .action(let action): "action \(printable(action))"
  case .broken(let name): "broken: no destination \(printable(name))"
  }
}
