import FuzzSupport
import RectoPageModel
import RectoTypesetting

/// Frames, and a story with random measures: it is set, read and searched for what has no room,
/// or refused in one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Input(bytes, count)
  do throws(PageError) {
    let frames = (0..<1 + Int(input.byte() % 3)).map { _ in input.frame() }
    let story = input.story()
    let flow = StoryFlow(story, typesetter: try freshTypesetter()) { number in
      number < frames.count ? frames[number] : nil
    }
    _ = try flow.continues(behindFrame: 0)
    demand(try flow.oversetWords() >= 0, "fewer words than none have no room")
    var set: [LaidOutFrame] = []
    for number in frames.indices {
      if let content = try flow.content(ofFrame: number) { set.append(content) }
    }
    _ = PageText(set)
    try draw(set)
  } catch {
    demandShowable(error.message, upTo: 2000)
  }
  return 0
}

/// A typesetter keeps what it has shaped, in every size: it is given up now and then.
private func freshTypesetter() throws(PageError) -> Typesetter {
  if let known = kept.typesetter, kept.uses < 100 {
    kept.uses += 1
    return known
  }
  let made = try Typesetter(fonts: FontLibrary())
  kept = (made, 0)
  return made
}

/// libFuzzer runs one input after the other on one thread.
nonisolated(unsafe) private var kept: (typesetter: Typesetter?, uses: Int) = (nil, 0)
