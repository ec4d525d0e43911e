import Foundation

/// The folder that `samples/make.sh` filled, from `RECTO_SAMPLES`; nil if that is unset or does not
/// exist.
public func samplesFolder() -> String? { folder(named: "RECTO_SAMPLES") }

/// The folder of real and hostile files that `RECTO_CORPORA` names, or nil as above.
public func corporaFolder() -> String? { folder(named: "RECTO_CORPORA") }

/// The PDFs of `corporaFolder()` that a test may draw without the limits of a worker; empty without
/// that folder.
///
/// Each is drawn in a separate process: hundreds of files fill cairo 1.16's glyph cache, which may
/// deadlock while it makes room.
public func soundPDFs() -> [String] {
  // Not sound enough to be asked, or beyond the limits that a process sets.
  let unsound: Set = [
    "ContentStreamCycleType3insideType3.pdf", "bomb_giant.pdf", "bug1020226.pdf",
    "issue15590.pdf", "issue9105_other.pdf", "poppler-91414-0-54.pdf", "poppler-937-0-fuzzed.pdf",
  ]
  guard let folder = corporaFolder() else { return [] }
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/pdf")) ?? []
  return names.filter { $0.hasSuffix(".pdf") && !unsound.contains($0) }.sorted()
    .map { "\(folder)/pdf/\($0)" }
}

/// Every third of `soundPDFs()`, or all of them in the soak; tests with different offsets draw
/// different files.
public func sampledPDFs(offset: Int) -> [String] { sample(soundPDFs(), every: 3, offset: offset) }

/// One in `step` of what a test could go through, or all of it in the soak. `RECTO_TEST_SEED` and
/// `offset` choose which.
public func sample<Element>(_ all: [Element], every step: Int, offset: Int = 0) -> [Element] {
  guard !isSoak else { return all }
  let seed = ProcessInfo.processInfo.environment["RECTO_TEST_SEED"].flatMap(Int.init) ?? 0
  return all.enumerated().filter { ($0.offset + offset + seed) % step == 0 }.map(\.element)
}

/// True if tests that otherwise take samples take everything, as in `make soak`.
public let isSoak = TestLayer.current == .soak

/// The reason why a test that needs `samplesFolder()` is skipped.
public let needsSamples = "RECTO_SAMPLES is not set to a folder made by samples/make.sh"

/// The reason why a test that needs `corporaFolder()` is skipped.
public let needsCorpora = "RECTO_CORPORA is not set to the folder of test files"

private func folder(named variable: String) -> String? {
  guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else { return nil }
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
  else { return nil }
  return path
}
