import Glibc

/// One name in a folder.
struct FolderName {
  let name: String
  /// `DT_DIR`, `DT_REG` and so on; `DT_UNKNOWN` where the file system does not say.
  let type: UInt8
}

/// The names in the folder of a descriptor, in no particular order, including hidden ones, without `.`
/// and `..`; nil if there are more than `limit` or the folder cannot be read. The descriptor stays open
/// at its position. Calls `fdopendir` and `readdir`.
func folderNames(_ descriptor: Int32, limit: Int = .max) -> [FolderName]? {
  let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard own >= 0 else { return nil }
  guard let folder = fdopendir(own) else {
    close(own)
    return nil
  }
  defer { closedir(folder) }
  var names: [FolderName] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
    if name == "." || name == ".." { continue }
    guard names.count < limit else { return nil }
    names.append(FolderName(name: name, type: entry.pointee.d_type))
  }
  return names
}
