import FuzzSupport
import RectoPageModel
import RectoTextBackend

/// A file's kind, how it is laid out, and the file: Markdown, plain text, or a layout in JSON or
/// YAML beside a story. It has pages, or is refused in one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Input(bytes, count)
  let name = input.choice(of: ["story.md", "story.txt", "layout.json", "layout.yaml"])
  var options = OpenOptions()
  options.layout = input.choice(of: layouts)
  let readsAhead = input.choice(of: [false, true])
  var files = ["other.md": Array(story.utf8), "wave.png": []]
  files[name] = input.all()
  if name.hasPrefix("story") { files["other.md"] = nil }
  let source = Source(path: "issue", content: .files(FilesInMemory(files)))
  do throws(PageError) {
    let publication = try TextBackend(pictures: [BlankBackend()]).open(source, options: options)
    // A page that was asked for before all pages are known, and is not among them then.
    let early = readsAhead ? try? publication.page(at: 1) : nil
    try readAll(of: publication)
    _ = try (early as? any TextPage)?.text()
  } catch {
    demandShowable(error.message, upTo: 2000)
  }
  return 0
}

/// Pages of every size that may be asked for.
private let layouts = [
  LayoutOptions(), LayoutOptions(pageSize: Size(width: 36, height: 36), fontScale: 5),
  LayoutOptions(pageSize: Size(width: 200, height: 90), margin: 44.9),
  LayoutOptions(pageSize: Size(width: 14_400, height: 36), fontScale: 0.25, margin: 0),
  LayoutOptions(pageSize: Size(width: 50, height: 14_400), theme: "night"),
]

/// A story with one of everything, so that layouts have something to flow.
private let story = """
  ---
  title: Tides
  lang: en
  ---
  # The *tide* {#tide}

  Off the **coast**[^1] of <span lang="ja">港</span> lies <ruby>漢<rt>かん</rt></ruby> and \
  מִלָּה, www.example.org; a hyphen\u{AD}ated word\twith a tab and antidisestablishmentarianism.

  ![wave](wave.png "Off Dover")

  1. one
     - two ![](wave.png)

  | a | b |
  |:--|--:|
  | 1 | 2 |

  > quote `code`

  ```swift
  let a = 1
  ```

  ***

  \(String(repeating: "Ships lie at the quay while the tide is out. ", count: 40))

  [^1]: A *note*.
  """
