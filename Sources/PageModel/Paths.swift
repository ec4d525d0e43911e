import Glibc

/// The names in a folder, without the hidden ones. Throws `unreadable`. Calls `readdir`.
public func folderEntries(of path: String) throws(PageError) -> [String] {
  guard let folder = opendir(path) else {
    throw OpenFiles.error(errno, "the folder cannot be read")
  }
  defer { closedir(folder) }
  return visibleNames(in: folder)
}

/// The remaining names in an open folder, without hidden ones. Calls `readdir`.
func visibleNames(in folder: OpaquePointer) -> [String] {
  names(in: folder).filter { !$0.hasPrefix(".") }
}

/// All names in a folder but itself and the one above; none where it cannot be read.
/// Calls `readdir`.
package func allNames(inFolder path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  return names(in: folder).filter { $0 != "." && $0 != ".." }
}

private func names(in folder: OpaquePointer) -> [String] {
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
    names.append(name)
  }
  return names
}

/// True if there is a folder at the path. Calls `stat`.
public func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The path from the root. Calls `getcwd`.
public func absolutePath(_ path: String) -> String {
  if path.hasPrefix("/") { return path }
  guard let current = getcwd(nil, 0) else { return path }
  defer { free(current) }
  return String(cString: current) + "/" + path
}

/// The path of the folder that a file is in: `.` for a name alone.
package func folder(ofFile path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The last component of a path, whatever number of slashes ends it; `/` for the root.
package func fileName(ofPath path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? String(path.prefix(1))
}

/// The extension of the last component of a path; see `fileExtension(ofName:)`.
package func fileExtension(ofPath path: String) -> String {
  fileExtension(ofName: fileName(ofPath: path))
}

/// The extension of a file's name, in lower case and without its dot; empty where the name has none, or
/// only begins with a dot.
package func fileExtension(ofName name: some StringProtocol) -> String {
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return name[name.index(after: dot)...].lowercased()
}

/// True for the name of a file that is a publication by itself, also beside the pages or the story
/// of another one.
package func isPublication(fileName name: some StringProtocol) -> Bool {
  ["pdf", "epub", "cbz", "fb2", "mobi"].contains(fileExtension(ofName: name))
}

/// True for the name of a file that describes the folder it is in, and is not its content.
package func describesFolder(_ name: String) -> Bool {
  let stem = name.lowercased().split(separator: ".").first ?? ""
  return ["readme", "license", "licence", "changelog", "copying", "notes"].contains(stem)
}

/// The folder for temporary files, from the environment.
package var temporaryFolder: String { environmentVariable("TMPDIR") ?? P_tmpdir }

/// A new folder, open to its owner only, whose name begins with `prefix`. Throws `cannotWrite`.
/// Calls `mkdtemp`, which puts letters of its own choice for the six at the end.
package func makeUniqueFolder(_ prefix: String) throws(PageError) -> String {
  var template = Array("\(prefix)XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else {
    throw PageError(
      .cannotWrite, "\(prefix) cannot be written: \(String(cString: strerror(errno)))")
  }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Removes a folder with all that is in it, and follows no link out of it. Calls `unlink`,
/// `rmdir`.
package func removeTree(_ path: String) {
  for name in allNames(inFolder: path) {
    let child = "\(path)/\(name)"
    if unlink(child) != 0 { removeTree(child) }
  }
  rmdir(path)
}
