import CRectoLinux
import Glibc
import RectoPageModel

/// One end of a socket that carries packets; closed when this object is released.
final class PacketSocket: Sendable {
  let descriptor: Int32

  /// Takes ownership of the descriptor.
  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// True if the other side is gone.
  var isHungUp: Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, 0) == 1 && Int32(entry.revents) & (POLLHUP | POLLERR) != 0
  }

  enum Failure: Error {
    /// The other side is gone.
    case closed
    /// The received bytes are not a packet.
    case malformed
    /// The system refused; the number is `errno`.
    case system(Int32)
  }

  /// Sends a packet with descriptors, which the caller still owns.
  func send(_ packet: Packet, descriptors: [Int32] = []) throws(Failure) {
    try sendPayload(packet, packet.payload[...], descriptors)
  }

  /// Sends a payload of any size, in as many packets of `kind` `.part` as it takes before the
  /// last.
  func send(_ packet: Packet, inParts payload: [UInt8]) throws(Failure) {
    var rest = payload[...]
    var part = packet
    part.kind = .part
    while rest.count > Packet.payloadCapacity {
      try sendPayload(part, rest.prefix(Packet.payloadCapacity), [])
      rest = rest.dropFirst(Packet.payloadCapacity)
    }
    try sendPayload(packet, rest, [])
  }

  private func sendPayload(
    _ packet: Packet, _ payload: ArraySlice<UInt8>, _ descriptors: [Int32]
  ) throws(Failure) {
    let header = packet.header
    let (status, error) = payload.withUnsafeBytes { payload in
      blocking {
        let status = linux_send(
          descriptor, header, header.count, payload.baseAddress, payload.count, descriptors,
          Int32(descriptors.count))
        return (status, errno)
      }
    }
    guard status == 0 else {
      throw error == EPIPE || error == ECONNRESET ? .closed : .system(error)
    }
  }

  /// Waits for a packet. The caller must close the descriptors that come with it.
  func receive() throws(Failure) -> (packet: Packet, descriptors: [Int32]) {
    var descriptors: [Int32] = [-1, -1, -1, -1]
    var count: Int32 = 0
    var failure = Failure.malformed
    let packet = withUnsafeTemporaryAllocation(byteCount: Packet.capacity, alignment: 16) {
      buffer -> Packet? in
      let (length, error) = blocking {
        let length = linux_receive(
          descriptor, buffer.baseAddress, buffer.count, &descriptors, &count)
        return (length, errno)
      }
      if length == 0 { failure = .closed }
      if length < 0 {
        failure = error == ECONNRESET ? .closed : error == EMSGSIZE ? .malformed : .system(error)
      }
      return length > 0 ? Packet(UnsafeRawBufferPointer(rebasing: buffer[..<length])) : nil
    }
    let received = Array(descriptors.prefix(Int(count)))
    guard let packet else {
      for descriptor in received { close(descriptor) }
      throw failure
    }
    return (packet, received)
  }

  /// Ends the connection for every process that has a copy of this end, such as a fork of the host.
  func hangUp() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// True if a packet, or the end, arrives within `milliseconds`.
  func isReadable(within milliseconds: Int32) -> Bool { isReady(POLLIN, milliseconds) }

  /// True if a packet can be sent, or the end is reached, within `milliseconds`; `send` does not
  /// block then. Linux says so while three quarters of the buffer are free, 156 KiB by default
  /// (`unix_writable` in net/unix/af_unix.c).
  func isWritable(within milliseconds: Int32) -> Bool { isReady(POLLOUT, milliseconds) }

  /// Waits in slices. A slice that takes longer, because the machine was suspended, counts as one
  /// slice, so that the other side is not given up for that. A signal does not end the wait.
  private func isReady(_ event: Int32, _ milliseconds: Int32) -> Bool {
    var left = milliseconds
    while true {
      let slice = min(left, Self.sliceMilliseconds)
      let start = ContinuousClock.now
      var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let (count, error) = blocking {
        let count = poll(&entry, 1, slice)
        return (count, errno)
      }
      if count > 0 { return true }
      guard count == 0 || error == EINTR else { return false }
      let spent = (start.duration(to: .now) / .milliseconds(1)).rounded(.up)
      left -= count == 0 ? slice : min(Int32(clamping: Int(spent)), slice)
      if left <= 0 { return false }
    }
  }

  private static let sliceMilliseconds: Int32 = 1_000
}
