import PageModel

/// The bytes of one file, an image or a sidecar: mapped, or taken out of an archive.
final class FileContent {
  private enum Storage {
    case file(FileBytes)
    case memory(UnsafeMutableRawBufferPointer)
  }

  private let storage: Storage

  init(_ bytes: FileBytes) { storage = .file(bytes) }

  /// `count` bytes that `fill` writes; what it throws is passed on.
  init(count: Int, fill: (UnsafeMutableRawBufferPointer) throws(PageError) -> Void)
    throws(PageError)
  {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    storage = .memory(memory)
    try fill(memory)
  }

  deinit {
    if case .memory(let memory) = storage { memory.deallocate() }
  }

  /// Lends the bytes; a C library may keep the pointer for as long as its owner keeps this object.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch storage {
    case .memory(let memory):
      return try body(UnsafeRawBufferPointer(memory))
    case .file(let bytes):
      // `FileBytes` lends without typed throws: carry the outcome across.
      let outcome = bytes.withBytes { pointer in
        Swift.Result { () throws(Failure) -> Result in try body(pointer) }
      }
      return try outcome.get()
    }
  }

  var count: Int { withBytes { $0.count } }

  /// The byte at an offset; nil past the end.
  func byte(at offset: Int) -> UInt8? {
    withBytes { $0.indices.contains(offset) ? $0[offset] : nil }
  }

  /// The format by signature; nil where it is none of them.
  var format: ImageFormat? {
    withBytes { ImageFormat(signature: Array($0.prefix(32))) }
  }
}
