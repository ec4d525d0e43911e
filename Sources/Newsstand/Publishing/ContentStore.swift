import Glibc
import RectoPageModel
import RectoPipeline

/// The folder of published files, which are named by their content: a file never changes.
struct ContentStore {
  let output: String
  /// The folder of paid contents, outside of the output; nil to put them among the others.
  var paidFolder: String?

  static let content = "content"
  /// Paid contents in URLs.
  static let paid = "paid"
  static let covers = "covers"

  /// The folder for files in the making, cleared after each run. Each process has its own: not all file
  /// systems have locks.
  private var scratch: String { "\(output)/.packing-\(getpid())" }

  /// Makes the folders that are not there. Throws `cannotWrite`.
  func makeFolders() throws(NewsstandError) {
    do throws(PageError) {
      try makeFolder("\(output)/\(Self.content)")
      try makeFolder("\(output)/\(Self.covers)")
      if let paidFolder { try makeFolder(paidFolder) }
    } catch {
      throw NewsstandError(.cannotWrite, error.message)
    }
  }

  /// The path of a file that is to be made.
  func scratchPath(_ name: String) throws(NewsstandError) -> String {
    do throws(PageError) { try makeFolder(scratch) } catch {
      throw NewsstandError(.cannotWrite, error.message)
    }
    return "\(scratch)/\(name)"
  }

  /// Removes it, and those of processes that ended early. Calls `kill`.
  func clearScratch() {
    for name in allNames(inFolder: output) where name.hasPrefix(".packing") {
      let process = name.split(separator: "-").last.flatMap { pid_t($0) }
      if let process, process != getpid(), kill(process, 0) == 0 || errno == EPERM { continue }
      for file in allNames(inFolder: "\(output)/\(name)") { unlink("\(output)/\(name)/\(file)") }
      rmdir("\(output)/\(name)")
    }
  }

  /// Puts a copy of a file into the store under a name with its digest, unless it is there, and gives
  /// its path below the store, its length and its digest. Throws `badContent` and `cannotWrite`.
  func add(
    _ path: String, named slug: String, fileExtension: String, isPaid: Bool = false
  ) throws(NewsstandError) -> IssueAsset {
    guard let (size, sha256) = measure(path), size > 0 else {
      throw NewsstandError(.badContent, "it cannot be read, or is empty")
    }
    let name =
      "\(slug)-\(sha256.prefix(12))" + (fileExtension.isEmpty ? "" : ".\(fileExtension)")
    let guarded = isPaid ? paidFolder : nil
    let asset = IssueAsset(
      url: "\(guarded == nil ? Self.content : Self.paid)/\(name)", size: size, sha256: sha256)
    let place = "\(guarded ?? "\(output)/\(Self.content)")/\(name)"
    if let there = measure(place), there == (size, sha256) { return asset }
    guard try copy(path, to: place) == sha256 else {
      throw NewsstandError(.badContent, "it changed while it was copied: publish it again")
    }
    return asset
  }

  /// Adds a picture to the store, named by its content, with its size in pixels.
  func add(
    _ image: [UInt8], size: PixelSize, named slug: String
  ) throws(NewsstandError) -> IssueAsset {
    let sha256 = digest(of: [image])
    let name = "\(Self.covers)/\(slug)-\(sha256.prefix(12))-\(size.width)x\(size.height).jpg"
    try write(image, to: name)
    return IssueAsset(url: name, mediaType: "image/jpeg", sha256: sha256)
  }

  /// The first bytes of a file below the store; nil where it cannot be read.
  func read(_ name: String, most count: Int) -> [UInt8]? {
    (try? FileBytes(path: "\(output)/\(name)"))?.prefix(count)
  }

  /// Writes a file below the store unless it is there with the same bytes; gives whether it was
  /// written.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws(NewsstandError) -> Bool {
    let path = "\(output)/\(name)"
    if let there = try? FileBytes(path: path), there.count == bytes.count,
      there.prefix(there.count) == bytes
    {
      return false
    }
    let fresh = try scratchPath(name.replacing("/", with: "-"))
    do throws(PageError) { try writeFile(bytes, to: fresh) } catch {
      throw NewsstandError(.cannotWrite, error.message)
    }
    try DurableFiles.move(fresh, to: path)
    return true
  }

  /// The size in pixels that the name of a picture says.
  static func size(ofImage name: String) -> PixelSize? {
    let sides = name.dropLast(4).split(separator: "-").last?.split(separator: "x") ?? []
    guard name.hasSuffix(".jpg"), sides.count == 2, let width = Int(sides[0]),
      let height = Int(sides[1]), width > 0, height > 0
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  func has(_ asset: IssueAsset) -> Bool { access("\(output)/\(asset.url)", R_OK) == 0 }

  /// Removes files without a name in `names`; returns their names.
  func removeAll(but names: Set<String>) -> [String] {
    var removed: [String] = []
    for folder in [Self.content, Self.covers] {
      for name in allNames(inFolder: "\(output)/\(folder)").sorted()
      where !names.contains("\(folder)/\(name)") {
        if unlink("\(output)/\(folder)/\(name)") == 0 { removed.append("\(folder)/\(name)") }
      }
    }
    if let paidFolder {
      for name in allNames(inFolder: paidFolder).sorted()
      where !names.contains("\(Self.paid)/\(name)") {
        if unlink("\(paidFolder)/\(name)") == 0 { removed.append("\(Self.paid)/\(name)") }
      }
    }
    return removed
  }

  // MARK: Files

  /// The length and SHA-256 of a regular file; nil where it cannot be read. It is never in memory as a
  /// whole.
  private func measure(_ path: String) -> (size: Int, sha256: String)? {
    var hash = SHA256()
    var size = 0
    let isRead = Self.read(path) { bytes throws(PageError) in
      hash.update(bytes)
      size += bytes.count
    }
    guard (try? isRead.get()) == true else { return nil }
    return (size, hash.digest().hex)
  }

  /// The digest of the copied content.
  private func copy(_ source: String, to path: String) throws(NewsstandError) -> String {
    var hash = SHA256()
    do throws(PageError) {
      let file = try OutputFile(path)
      guard
        try Self.read(
          source,
          { bytes throws(PageError) in
            hash.update(bytes)
            try file.write(bytes)
          }
        ).get()
      else { throw PageError(.unreadable, "\(source) cannot be read") }
      try file.commit()
    } catch {
      throw NewsstandError(.cannotWrite, error.message)
    }
    return hash.digest().hex
  }

  /// Hands a regular file on piece by piece; false where it cannot be read. Calls `open` and `read`.
  private static func read(
    _ path: String, _ body: (UnsafeRawBufferPointer) throws(PageError) -> Void
  ) -> Result<Bool, PageError> {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return .success(false) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .success(false)
    }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = Glibc.read(file, chunk.baseAddress, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .success(count == 0) }
      do throws(PageError) {
        try body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      } catch {
        return .failure(error)
      }
    }
  }
}
