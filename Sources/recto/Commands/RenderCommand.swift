import Glibc
import RectoPageModel
import RectoPipeline
import RectoRaster
import Synchronization

struct RenderCommand: SourceCommand {
  let name = "render"
  let summary = "Renders pages as images."
  let ownOptions = [
    outputOption, pagesOption,
    Option("spread", "Render facing pages side by side, as the publication pairs them"),
    Option("dpi", value: "N", "Pixels per inch (default: 150, or as many as an image can have)"),
    Option("scale", value: "S", "Pixels per point; 1 is 72 dpi"),
    Option(
      "fit", value: "WxH",
      "Scale the page, or its region, to fit into W x H pixels"),
    Option("region", value: "X,Y,W,H", "Only this part of the page, in points"),
    Option(
      "rotate", value: "DEGREES", choices: ["90", "180", "270"],
      "Rotate clockwise by 90, 180 or 270"),
    Option(
      "format", short: "f", value: "FORMAT", choices: formats,
      "\(imageFormats.joined(separator: ", ")) (default: \(imageFormats[0])); pdf for stories and layouts"
    ),
    Option("quality", value: "N", "Quality of JPEG, WebP, AVIF, JPEG XL, 1 to 100 (default: 85)"),
    Option("level", value: "N", "PNG compression level, 1 (fast, default) to 9 (smallest)"),
    Option("gray", "Render in gray"),
    Option(
      "background", value: "COLOR", choices: ["white", "black", "transparent"],
      "Background color: #rrggbb, white (default), black or transparent"),
    Option("dark", "Dark mode; photographs keep their colors"),
    Option("no-annotations", "Do not draw annotations"),
    Option("show", value: "LAYERS", "Show these layers (comma-separated)"),
    Option("hide", value: "LAYERS", "Hide these layers (comma-separated)"),
    Option("deterministic", "Write the same bytes on every machine with the same libraries"),
    Option("cache", "Cache rendered images and reuse them"),
    progressOption,
  ]
  let examples = [
    "recto render issue.pdf -o pages/",
    "recto render --pages 1 --fit 600x800 issue.pdf -o cover.png",
    "recto render --region 36,36,200,120 --dpi 300 --pages 3 issue.pdf -o - | display",
    "recto render --spread --format webp scans/ -o 'spread-{page}.webp'",
    "recto render stories/ -o stories.pdf",
  ]
  let notes = """
    PATH is a folder, a name with {page} or {label} in it, a file for one image, or -. {page} is the
    page's own number, whatever the order of the pages. Without --format, the extension of a file's
    name selects the format. Without -o the images go to the current folder, named after the source.
    raw is 8-bit samples without a header, row by row from the top: one a pixel where a page is gray,
    three (RGB) where it has color, four (RGBA) where it is transparent. ppm is P5 where a page is gray.
    Stories and layouts can be written as one PDF with real text; --dpi is then the resolution of its
    pictures (default: 300).
    """

  let countsPagesFirst = false

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    if PDFOutput.isWanted(arguments) {
      return try await PDFOutput(arguments, session).write()
    }
    let publication = session.publication
    let request = try request(arguments)
    let format = try format(arguments)
    try format.requireEncoder()
    let export = Export(
      request: request,
      options: EncodeOptions(
        format: format, quality: try arguments.integer("quality", in: 1...100) ?? 85,
        level: try arguments.integer("level", in: 1...9) ?? 1))
    try await checkLayers(request.layers, of: publication)

    let pages = try await session.pages(arguments)
    var items = pages.map(Export.Item.page)
    if arguments.has("spread") {
      let chosen = Set(pages)
      items = try await publication.spreads().filter { spread in
        [spread.left, spread.right].contains { $0.map(chosen.contains) ?? false }
      }.map(Export.Item.spread)
    }
    let naming = try OutputNaming(
      arguments["output"], source: session.source, count: items.count,
      highestPage: try await highestPage(of: publication), format: format)
    let names = try await paths(items, naming, session)
    return try await run(export, items, names, session, Progress(arguments, total: items.count))
  }

  /// The highest page number that file names have digits for. For a book it is a fixed number,
  /// since the number of pages is unknown until it is laid out, and the names must not depend on
  /// that.
  private func highestPage(of publication: OpenPublication) async throws -> Int {
    guard publication.countsByLayout else { return publication.pageCount }
    return try await publication.info.isReflowable ? 9999 : publication.pageCount
  }

  /// True if the names of the output files contain page numbers or labels.
  func numbersPages(_ arguments: Arguments) -> Bool {
    guard let path = arguments["output"], !arguments.has("spread") else { return true }
    return path != "-" && OutputNaming.ending(of: path) == nil
      || path.contains("{page}") || path.contains("{label}")
  }

  private func run(
    _ export: Export, _ items: [Export.Item], _ names: [Int: String], _ session: Session,
    _ progress: Progress
  ) async throws -> ExitStatus {
    let failures = await export.run(items, of: session.publication) {
      item, file throws(PageError) in
      try writeFile(file, to: names[item.page] ?? "-")
    } onEvent: { event in
      switch event {
      case .finished(let item), .failed(let item, _): progress.advance(page: item.page)
      }
    }
    progress.finish()
    for failure in failures {
      Diagnostics.report(
        failure.error, source: session.source,
        page: session.layout.excerpt == nil ? failure.item.page : nil)
    }
    return failures.first.map { ExitStatus($0.error.code) } ?? .done
  }

  /// The path of each item's file, by the item's first page. Repeated labels get the page number
  /// appended.
  private func paths(
    _ items: [Export.Item], _ naming: OutputNaming, _ session: Session
  ) async throws -> [Int: String] {
    var paths: [Int: String] = [:]
    var taken: Set<String> = []
    for item in items {
      var label = "\(item.page + 1)"
      if naming.usesLabels {
        label = (try? await session.publication.facts(ofPage: item.page).label) ?? label
      }
      var path = naming.path(page: item.page, label: label)
      var number = item.page + 1
      while naming.usesLabels, !taken.insert(path).inserted {
        path = naming.path(page: item.page, label: "\(label)-\(number)")
        number += 1
      }
      paths[item.page] = path
    }
    return paths
  }

  // MARK: Options

  private func request(_ arguments: Arguments) throws -> RenderRequest {
    var request = RenderRequest(scale: try scale(arguments))
    request.region = try arguments["region"].map { text throws(UsageError) in try region(text) }
    if let turn = try arguments.integer("rotate", in: -270...270) {
      guard let rotation = Rotation(degrees: turn) else {
        throw UsageError("--rotate \(turn) is not a multiple of 90")
      }
      request.rotation = rotation
    }
    if let text = arguments["background"] {
      guard let color = Color(text) else {
        throw UsageError("--background \(text) is not #rrggbb, white, black or transparent")
      }
      request.background = color
    }
    request.isGray = arguments.has("gray")
    request.appearance = arguments.has("dark") ? .dark : .normal
    request.drawsAnnotations = !arguments.has("no-annotations")
    request.isDeterministic = arguments.has("deterministic")
    for (option, isOn) in [("show", true), ("hide", false)] {
      for layer in (arguments[option] ?? "").split(separator: ",") {
        request.layers[String(layer)] = isOn
      }
    }
    return request
  }

  private func scale(_ arguments: Arguments) throws(UsageError) -> RenderRequest.Scale {
    guard ["dpi", "scale", "fit"].count(where: { arguments[$0] != nil }) <= 1 else {
      throw UsageError("--dpi, --scale and --fit cannot be used together")
    }
    if let text = arguments["fit"] {
      let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        .map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0
      else { throw UsageError("--fit \(text) is not a size in pixels like 600x800") }
      return .fit(PixelSize(width: width, height: height))
    }
    if let scale = try arguments.number("scale", in: 0.001...1000) { return .pixelsPerPoint(scale) }
    if let dots = try arguments.number("dpi", in: 0.1...72_000) {
      return .pixelsPerPoint(dots / 72)
    }
    return .upTo(150.0 / 72)
  }

  private func region(_ text: String) throws(UsageError) -> Rect {
    guard let region = Rect(numbers: text) else {
      throw UsageError("--region \(text) is not a rectangle in points like 36,36,200,120")
    }
    return region
  }

  private func format(_ arguments: Arguments) throws(UsageError) -> ImageFormat {
    if let name = arguments["format"], let format = ImageFormat(fileExtension: name) {
      return format
    }
    if let name = try arguments.word("format", of: formats) {
      return ImageFormat(rawValue: name) ?? .png
    }
    guard let path = arguments["output"], let ending = OutputNaming.ending(of: path) else {
      return .png
    }
    guard let format = ImageFormat(fileExtension: ending) else {
      throw UsageError(
        "\(path): images cannot be written as \(ending): choose \(alternatives(formats)) "
          + "with --format, or end the name of a folder with a slash")
    }
    return format
  }

  private func checkLayers(_ wanted: [String: Bool], of publication: OpenPublication) async throws {
    guard !wanted.isEmpty else { return }
    func ids(_ layers: [Layer]) -> [String] { layers.flatMap { [$0.id] + ids($0.children) } }
    let known = Set(ids(try await publication.layers()))
    for layer in wanted.keys.sorted() where !known.contains(layer) {
      throw UsageError("there is no layer \(layer): recto layers lists them")
    }
  }
}

/// The values of `render --format`.
private let formats = imageFormats + ["pdf"]
private let imageFormats = ImageFormat.allCases.map(\.rawValue)
