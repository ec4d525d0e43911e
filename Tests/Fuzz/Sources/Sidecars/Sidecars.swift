import FuzzSupport
import RectoImageBackend
import RectoPageModel

/// A sidecar's kind and the sidecar of an image of one pixel: ALTO, hOCR, or what a comic says of
/// itself. What is wrong with it is a warning.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Input(bytes, count)
  let name = input.choice(of: ["page.xml", "page.hocr", "ComicInfo.xml"])
  let files = FilesInMemory(["page.gif": image, name: input.all()])
  let source = Source(path: "issue", content: .files(files))
  do throws(PageError) {
    try readAll(of: ImageBackend().open(source, options: OpenOptions()))
  } catch {
    demandShowable(error.message, upTo: 2000)
    demand(false, "the image cannot be read: \(error.message)")
  }
  return 0
}

/// The smallest GIF.
private let image: [UInt8] = [
  0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0,
  0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
]
