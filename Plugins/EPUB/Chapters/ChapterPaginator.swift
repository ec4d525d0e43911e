import RectoBrowser
import RectoEPUBReading
import RectoHTMLBackend
import RectoJSON
import RectoPDFBackend
import RectoPageModel
import RectoPluginKit

/// Lays chapters out to pages: the browser prints each, with its fonts and pictures and without its
/// scripts.
final class ChapterPaginator {
  private let browser: Browser
  private let files: BookFiles
  private let types: [String: String]
  private let style: ChapterStyle
  private let hyphenation = Hyphenation()
  /// The default for documents that name none.
  private let language: LanguageTag?
  private let book: Book
  /// For one chapter.
  private let seconds: Double
  /// Kept for the next chapter, since a new one would read the same fonts again.
  private var tab: Tab?

  /// The share of a call's time for one chapter; the worker needs the rest to report a timeout.
  private static let timeShare = 0.8
  /// Bytes of the PDF of one chapter.
  private static let longestPDF = 128 << 20

  init(_ book: OpenBook, style: ChapterStyle, browser: Browser, callSeconds: Double) {
    seconds = Self.timeShare * callSeconds
    self.browser = browser
    self.style = style
    files = BookFiles(open: book)
    types = files.mediaTypes
    self.book = book.book
    language = book.book.metadata.language
  }

  /// Lays the document out, or the part of it that is given. One that is not XML is read as HTML, as
  /// browsers read documents of that type.
  ///
  /// Throws `damaged`, and `limit` for a document that takes too much time or memory.
  func print(_ item: SpineItem, part: FileBytes?) throws(PageError) -> PrintedChapter {
    guard item.canBeShown else {
      throw PageError(
        .unsupported,
        "\(item.path.text.printable) is of the type \(item.mediaType.printable), which cannot be "
          + "shown")
    }
    do throws(PageError) {
      let deadline = browser.deadline(seconds: seconds)
      let tab = try freshTab(until: deadline)
      let files: any SourceFiles =
        part.map { FilesWithPart(files: self.files, path: item.path, part: $0) } ?? self.files
      let path = item.path.text
      let served = ServedFiles(files, types: types, areLasting: true)
        .preferringXHTML(at: path)
      var facts = try load(item, served, in: tab, until: deadline)
      var problems = ChapterProblems()
      // One that is said to be HTML need not be well-formed.
      problems.isMalformed = facts.isMalformed && types[path] != "text/html"
      if facts.isMalformed {
        facts = try load(item, served.readingAsHTML(path), in: tab, until: deadline)
      }
      problems.missingFiles = tab.refused.paths
      problems.hosts = tab.refused.hosts
      problems.damagedPictures = facts.undecodedPictures.filter { !tab.refused.paths.contains($0) }
      _ = try tab.evaluate(ChapterScript.fitting, until: deadline)
      try hyphenation.apply(
        to: tab, isJustifiedOnly: style.reader.isHyphenated != true, until: deadline)
      let text = try writtenText(of: item, in: tab, until: deadline)
      let pdf = try tab.printToPDF(size: style.size, until: deadline)
      guard pdf.count <= Self.longestPDF else {
        throw PageError(.limit, "its pages have more than \(Self.longestPDF >> 20) MiB")
      }
      return PrintedChapter(
        pdf: pdf, text: text, background: style.background ?? facts.background,
        problems: problems)
    } catch {
      // It may still be busy with what failed.
      tab = nil
      throw PageError(error.code, "\(item.path.text.printable): \(error.message)")
    }
  }

  private func freshTab(until deadline: Deadline) throws(PageError) -> Tab {
    if let tab, tab.canShowAnother { return tab }
    let fresh = try browser.makeTab(until: deadline)
    // Books are written for screens, and their pages are printed: style sheets may show one text on
    // paper, another on screens.
    try fresh.emulateScreen(until: deadline)
    tab = fresh
    return fresh
  }

  private func writtenText(
    of item: SpineItem, in tab: Tab, until deadline: Deadline
  ) throws(PageError) -> [UInt8] {
    let names = book.overlay(of: item)?.clips.compactMap(\.text.fragment) ?? []
    let value = try tab.evaluate(WrittenTextScript.reading(named: names), until: deadline)
    do throws(JSONError) {
      return Array(try value.string().utf8)
    } catch {
      throw PageError(.bug, "the script returned an unexpected value: \(error)")
    }
  }

  /// Loads a document and makes it ready to be printed.
  private func load(
    _ item: SpineItem, _ files: ServedFiles, in tab: Tab, until deadline: Deadline
  ) throws(PageError) -> ChapterFacts {
    let area = style.textArea
    let viewport = Viewport(width: max(1, Int(area.width)), height: max(1, Int(area.height)))
    try tab.loadStill(item.path.text, from: files, in: viewport, until: deadline)
    let value = try tab.evaluate(
      ChapterScript.preparation(style, language: language), until: deadline)
    do throws(JSONError) {
      return try ChapterFacts(json: value)
    } catch {
      throw PageError(.bug, "the script returned an unexpected value: \(error)")
    }
  }
}

/// The properties of a document that are known before it is printed.
private struct ChapterFacts: JSONDecodable {
  /// True if it is not well-formed XML.
  let isMalformed: Bool
  /// Behind all of it.
  let background: Color?
  /// Paths of pictures in the book that are not shown, because they are missing or damaged.
  let undecodedPictures: [String]

  init(json: JSONValue) throws(JSONError) {
    isMalformed = try json.decode("isMalformed")
    let addresses: [String] = try json.decode("undecodedPictures")
    undecodedPictures = addresses.compactMap { IssueAddress.parts(of: $0)?.path }
    let parts: [Double]? = try json.decodeIfPresent("background")
    let bytes = (parts ?? []).map { UInt8(max(0, min(255, $0.rounded()))) }
    background = bytes.count == 3 ? Color(red: bytes[0], green: bytes[1], blue: bytes[2]) : nil
  }
}
