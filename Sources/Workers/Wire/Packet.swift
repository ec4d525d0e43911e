import CRectoLinux
import Glibc
import RectoPageModel

/// One message on the socket between host and worker: a header and a payload, at most
/// `capacity` bytes. Longer data travel in several.
///
///     byte 0      kind
///     byte 1      status of an answer that fails
///     bytes 4-7   sequence number, which an answer repeats
///     bytes 8-15  index
///     bytes 16-23 limit
///     then        payload
///
/// Numbers are little-endian. Nothing in a packet is trusted: any bytes give a packet or nil.
struct Packet: Hashable {
  enum Kind: UInt8 {
    // Host to worker.
    /// Open the source; payload: an `OpenRequest`.
    case open = 1
    /// Answer a request; payload: the number of its `RequestKind`, and its detail.
    case ask = 2
    /// Paint a page; payload: a `PaintRequest`. New pixel memory comes as a descriptor.
    case paint = 3
    /// Lay out more of the source; payload: a `PaginationRequest`. The answer is a
    /// `PaginationAnswer`.
    case paginate = 4
    /// The layout that the worker asked for during its job, as a descriptor of its bytes; without a
    /// descriptor there is none.
    case layout = 5
    /// The processor time that the worker asked for; index: microseconds of waiting; limit:
    /// microseconds of use.
    case time = 6

    // Worker to host.
    /// A part of an answer; more follows.
    case part = 16
    /// The last part of an answer.
    case answer = 17
    /// The job failed: a status and the sentence.
    case failure = 18
    /// The worker asks for a layout in the middle of its job; payload: the `LayoutName`.
    case wantLayout = 19
    /// The worker sends a layout to be kept, in as many packets as it takes; status: 1 if it should
    /// last on the disk; index: the length of the name at the start of the first packet; limit: the
    /// number of bytes that follow in later packets.
    case keepLayout = 20
    /// The worker asks for the processor time of its processes in the middle of its job.
    case wantTime = 21

    // Zygote to host.
    /// The worker runs; its number, and a descriptor of its process.
    case started = 32
    /// The worker has ended, with a status of wait(2).
    case ended = 33
    /// The first packet of a zygote that was started as a program; payload: its version.
    case version = 34
  }

  static let headerBytes = 24
  static let capacity = 64 << 10
  static let payloadCapacity = capacity - headerBytes

  var kind: Kind
  var status: UInt8 = 0
  var sequence: UInt32 = 0
  var index: Int64 = 0
  var limit: Int64 = 0
  var payload: [UInt8] = []

  var header: [UInt8] {
    var bytes: [UInt8] = [kind.rawValue, status, 0, 0]
    bytes.reserveCapacity(Self.headerBytes)
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(sequence)
    append(index)
    append(limit)
    return bytes
  }
}

extension Packet {
  /// Returns nil if the bytes are not a packet.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headerBytes, bytes.count <= Self.capacity,
      let kind = Kind(rawValue: bytes[0]), bytes[2] == 0, bytes[3] == 0
    else { return nil }
    self.init(
      kind: kind, status: bytes[1],
      sequence: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
      index: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self)),
      limit: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 16, as: Int64.self)),
      payload: Array(bytes[Self.headerBytes...]))
  }
}
