import CRectoLinux
import Glibc
import Synchronization

/// Memory for pixels: its own, which other processes can be lent by its descriptor, or borrowed.
///
/// Its own is anonymous memory that cannot be resized, so that no process which shares it can pull
/// it away from under another. A page's bitmap is some 2,000 small pages of memory, and the
/// kernel's handing them out was a tenth of the time to a first page: huge pages are asked for.
struct PixelMemory: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer
  let share: SharedMemory?
  private let isMapped: Bool

  /// `count` bytes of zeros. Calls `memfd_create` and `mmap`; if no descriptor is left the
  /// memory is private.
  init(count: Int) {
    let descriptor = linux_sealed_memory("recto-pixels", count)
    let mapped =
      descriptor < 0
      ? nil : mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else {
      if descriptor >= 0 { close(descriptor) }
      bytes = .allocate(byteCount: count, alignment: 64)
      share = nil
      isMapped = false
      return
    }
    adviseHugePages(mapped, count)
    bytes = UnsafeMutableRawBufferPointer(start: mapped, count: count)
    share = SharedMemory(descriptor: descriptor, identifier: nextIdentifier(), count: count)
    isMapped = true
  }

  /// Memory that the caller owns and keeps for as long as this is used.
  init(borrowing address: UInt, count: Int) {
    bytes = UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: address), count: count)
    share = nil
    isMapped = true
  }

  deinit {
    if let share {
      munmap(bytes.baseAddress, bytes.count)
      close(share.descriptor)
    } else if !isMapped {
      bytes.deallocate()
    }
  }
}

/// The name of a bitmap's memory for another process, valid while the bitmap keeps that memory.
public struct SharedMemory: Sendable, Hashable {
  /// Owned by the bitmap.
  public let descriptor: Int32
  /// No other memory of this process has had it.
  public let identifier: UInt64
  /// The size of the whole mapping, which begins with the pixels.
  public let count: Int
}

/// Asks for huge pages where the memory is large enough to have some. Calls `madvise`.
public func adviseHugePages(_ start: UnsafeMutableRawPointer, _ count: Int) {
  let hugePage = 2 << 20
  if count >= 2 * hugePage { madvise(start, count, MADV_HUGEPAGE) }
}

private func nextIdentifier() -> UInt64 {
  identifiers.add(1, ordering: .relaxed).newValue
}

private let identifiers = Atomic<UInt64>(0)
