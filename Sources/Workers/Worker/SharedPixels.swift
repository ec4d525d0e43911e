import Glibc
import RectoPageModel

/// The pixel memory that the host has lent this worker, mapped once and kept for the next page.
final class SharedPixels {
  private var mapped: [UInt64: UnsafeMutableRawBufferPointer] = [:]

  deinit { for memory in mapped.values { munmap(memory.baseAddress, memory.count) } }

  /// Maps the memory of a descriptor, which it closes. Throws `limit` where it does not fit into
  /// the address space.
  func map(_ descriptor: Int32, as identifier: UInt64, count: Int) throws(PageError) {
    defer { close(descriptor) }
    forget(identifier)
    let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor, 0)
    guard let start, start != MAP_FAILED else {
      throw PageError(.limit, "the worker has no room for an image of \(count >> 20) MiB")
    }
    adviseHugePages(start, count)
    mapped[identifier] = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  func forget(_ identifier: UInt64) {
    guard let memory = mapped.removeValue(forKey: identifier) else { return }
    munmap(memory.baseAddress, memory.count)
  }

  /// A bitmap at the beginning of mapped memory, valid until that is forgotten.
  func bitmap(
    _ identifier: UInt64, size: PixelSize, format: PixelFormat
  ) throws(PageError) -> Bitmap {
    guard let memory = mapped[identifier], size.width > 0, size.height > 0,
      size.width * size.height * 4 <= memory.count
    else { throw PageError(.bug, "the worker has no memory for the image") }
    return Bitmap(borrowing: memory, size: size, format: format)
  }
}
