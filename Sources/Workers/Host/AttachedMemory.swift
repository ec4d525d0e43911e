import RectoPageModel

/// The pixel memory that a worker has mapped, oldest first, bounded so that its address space is.
struct AttachedMemory {
  private var memory: [SharedMemory] = []

  /// Bytes that a worker keeps mapped, beyond the one it needs at present.
  static let capacity = 256 << 20

  /// Notes that the worker is to have `wanted`: whether it must be sent, and which others the
  /// worker is to forget.
  mutating func attach(_ wanted: SharedMemory) -> (isNew: Bool, dropped: [UInt64]) {
    if let place = memory.firstIndex(of: wanted) {
      memory.append(memory.remove(at: place))
      return (false, [])
    }
    memory.append(wanted)
    var total = memory.reduce(0) { $0 + $1.count }
    var dropped: [UInt64] = []
    while total > Self.capacity, memory.count > 1 {
      let oldest = memory.removeFirst()
      total -= oldest.count
      dropped.append(oldest.identifier)
    }
    return (true, dropped)
  }

  /// Notes that the worker may not have it after all, so that it is sent again.
  mutating func detach(_ unsure: SharedMemory) { memory.removeAll { $0 == unsure } }
}
