import RectoPageModel

/// Reads a layout file and checks all of it.
enum LayoutReader {
  /// The layout of a file, with its problems: the parts that a mistake makes unusable are left out,
  /// and the rest is kept.
  ///
  /// `name` is the file's; its extension says whether it is JSON or YAML. Throws `damaged` if the
  /// file is neither or has no usable page, `notFound` if no story can be read and nothing else is
  /// on the pages, and `limit` beyond `TreeLimits` and `LayoutLimits`.
  static func read(
    _ bytes: [UInt8], name: String, files: any SourceFiles
  ) throws(PageError) -> (layout: Layout, warnings: [PageWarning]) {
    let reading = LayoutReading(fileName: name, findings: Findings(), files: files)
    let layout = try read(bytes, in: reading)
    return (layout, reading.findings.warnings)
  }

  /// The same, for callers that need the details of the reading.
  static func read(_ bytes: [UInt8], in reading: LayoutReading) throws(PageError) -> Layout {
    let root = LayoutValue(
      node: try tree(bytes, name: reading.fileName), path: .root, reading: reading)
    guard root.isObject else {
      throw PageError(.damaged, "\(root.place): must be an object, not \(root.shown)")
    }
    let layout = root.object("layout") { LayoutBuilder(reading).build($0) } ?? Layout()
    if let limit = reading.findings.limit { throw limit }
    try checkThatSomethingIsLeft(layout, reading)
    return layout
  }

  private static func tree(_ bytes: [UInt8], name: String) throws(PageError) -> PositionedNode {
    do throws(TreeError) {
      if name.lowercased().hasSuffix(".json") { return try JSONTree.read(bytes) }
      guard let node = try YAMLTree.read(bytes) else {
        throw TreeError(position: FilePosition(line: 1, column: 1), sentence: "the file is empty")
      }
      return node
    } catch {
      throw PageError(
        error.isLimit ? .limit : .damaged,
        "\(name):\(error.position.line):\(error.position.column): \(error.sentence)")
    }
  }

  private static func checkThatSomethingIsLeft(
    _ layout: Layout, _ reading: LayoutReading
  ) throws(PageError) {
    let firstProblem = reading.findings.warnings.first?.message
    guard layout.profiles.contains(where: { !$0.pages.isEmpty }) else {
      throw PageError(.damaged, firstProblem ?? "\(reading.fileName): there are no pages")
    }
    guard layout.stories.isEmpty, !reading.missingStories.isEmpty else { return }
    guard layout.profiles.allSatisfy({ !$0.showsAnythingWithoutStories }) else { return }
    throw PageError(.notFound, firstProblem ?? "\(reading.fileName): no story can be read")
  }
}

extension Profile {
  fileprivate var showsAnythingWithoutStories: Bool {
    (pages.map(\.content) + masters.values.map(\.content)).contains { content in
      !(content.pictures.isEmpty && content.texts.isEmpty && content.fills.isEmpty
        && content.media.isEmpty && content.rules.isEmpty)
    }
  }
}
