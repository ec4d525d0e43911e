import RectoPageModel
import TestSupport
import Testing

@testable import RectoWorkers

@Suite struct PacketTests {
  private static let kinds: [Packet.Kind] = [
    .open, .ask, .paint, .paginate, .layout, .time, .part, .answer, .failure, .wantLayout,
    .keepLayout, .wantTime, .started, .ended, .version,
  ]

  private func read(_ bytes: [UInt8]) -> Packet? { bytes.withUnsafeBytes { Packet($0) } }

  @Test func aPacketIsReadAsTheSameThatWasWritten() {
    var random = SeededGenerator(seed: 1)
    for kind in Self.kinds {
      for number in [0, 1, -1, Int64.max, Int64.min, .random(in: 0...Int64.max, using: &random)] {
        let packet = Packet(
          kind: kind, status: .random(in: 0...255, using: &random),
          sequence: .random(in: 0...UInt32.max, using: &random), index: number, limit: ~number,
          payload: random.bytes(0...300))
        #expect(read(packet.header + packet.payload) == packet)
      }
    }
  }

  @Test func aHeaderIsAsItIsDocumented() {
    let packet = Packet(kind: .failure, status: 5, sequence: 0x0403_0201, index: -2, limit: 258)
    #expect(
      packet.header == [
        18, 5, 0, 0, 1, 2, 3, 4, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2, 1, 0, 0, 0, 0,
        0, 0,
      ])
  }

  @Test func anyBytesGiveAPacketOrNone() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      var bytes = random.bytes(0...60)
      // Else few would get past the first byte.
      if !bytes.isEmpty, Bool.random(using: &random) { bytes[0] %= 34 }
      if bytes.count > 3, Bool.random(using: &random) { (bytes[2], bytes[3]) = (0, 0) }
      guard let packet = read(bytes) else { continue }
      #expect(packet.header + packet.payload == bytes)
    }
  }

  @Test func packetsOfWrongLengthOrKindAreRefused() {
    let header = Packet(kind: .answer).header
    for count in 0..<Packet.headerBytes { #expect(read(Array(header[..<count])) == nil) }
    let room = [UInt8](repeating: 7, count: Packet.payloadCapacity)
    #expect(read(header + room)?.payload == room)
    #expect(read(header + room + [7]) == nil)
    let known = Set(Self.kinds.map(\.rawValue))
    for kind in 0...255 as ClosedRange<UInt8> {
      #expect((read([kind] + header[1...]) != nil) == known.contains(kind))
    }
    for place in [2, 3] {
      var other = header
      other[place] = 1
      #expect(read(other) == nil)
    }
  }

  @Test func everyErrorKeepsItsCodeAndItsRemedyOnTheWay() {
    let codes: [PageError.Code] = [
      .badRequest, .noSuchPage, .unreadable, .unsupported, .damaged, .needsPassword, .notInstalled,
      .limit, .bug, .notFound, .cannotWrite, .busy,
    ]
    let errors =
      codes.map { PageError($0, "page 41 of 40") }
      + [.time, .memory].map { PageError(.limit, "page 41 of 40", remedy: $0) }
    for error in errors {
      #expect(PageError(wireStatus: error.wireStatus, message: Array(error.message.utf8)) == error)
    }
    for status in [0, UInt8(codes.count + 1), 255] {
      #expect(PageError(wireStatus: status, message: []).code == .bug)
    }
  }

  @Test func theSentenceOfAnErrorIsOneLineWhateverBytesCome() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let message = PageError(wireStatus: 5, message: random.bytes(0...3000)).message
      #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
      #expect(message.unicodeScalars.count <= 2000)
    }
  }
}
