import FuzzSupport
import RectoNewsstand

/// A catalog in any of its formats, which the content tells: it is read, or refused in one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Input(bytes, count)
  do throws(NewsstandError) {
    let catalog = try readCatalog(input.all(), url: "https://example.org/feeds/all.xml")
    for problem in catalog.problems { demandShowable("\(problem)", upTo: 2000) }
  } catch {
    demandShowable(error.message, upTo: 2000)
  }
  return 0
}
