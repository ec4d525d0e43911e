import Foundation

/// The folder that `samples/make.sh` filled, as `RECTO_SAMPLES` names it, or nil where it is not
/// set or there is no such folder.
public func samplesFolder() -> String? { folder(named: "RECTO_SAMPLES") }

/// The folder of real and hostile files that `RECTO_CORPORA` names, or nil as above.
public func corporaFolder() -> String? { folder(named: "RECTO_CORPORA") }

/// Why a test that needs `samplesFolder()` is skipped.
public let needsSamples = "RECTO_SAMPLES is not set to a folder made by samples/make.sh"

/// Why a test that needs `corporaFolder()` is skipped.
public let needsCorpora = "RECTO_CORPORA is not set to the folder of test files"

private func folder(named variable: String) -> String? {
  guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else { return nil }
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
  else { return nil }
  return path
}
