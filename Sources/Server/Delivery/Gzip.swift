import CRectoISAL

/// Compresses bytes to the gzip format (RFC 1952) at level 1 of ISA-L; returns nil if the result is
/// larger. Calls `isal_deflate_stateless`.
func gzip(_ bytes: [UInt8]) -> [UInt8]? {
  var packed = [UInt8](repeating: 0, count: bytes.count)
  var level = [UInt8](repeating: 0, count: isal_level1_buffer_size)
  let stream = UnsafeMutablePointer<isal_zstream>.allocate(capacity: 1)
  defer { stream.deallocate() }
  isal_deflate_stateless_init(stream)
  let count: Int? = bytes.withUnsafeBufferPointer { source in
    packed.withUnsafeMutableBufferPointer { target in
      level.withUnsafeMutableBufferPointer { level in
        stream.pointee.level = 1
        stream.pointee.level_buf = level.baseAddress
        stream.pointee.level_buf_size = UInt32(level.count)
        stream.pointee.gzip_flag = UInt16(IGZIP_GZIP)
        stream.pointee.end_of_stream = 1
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: source.count)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(clamping: target.count)
        guard isal_deflate_stateless(stream) == COMP_OK else { return nil }
        return Int(stream.pointee.total_out)
      }
    }
  }
  guard let count else { return nil }
  packed.removeLast(packed.count - count)
  return packed
}
