import CRecto
import RectoPageModel

/// The maximum size of a struct in bytes, more than any in the header will ever have.
private let longestStruct = 4096

/// The `size` that a caller has set, which is the first member of every struct.
private func statedSize(_ pointer: UnsafeRawPointer) throws(Failure) -> Int {
  let size = pointer.loadUnaligned(as: Int.self)
  guard (MemoryLayout<Int>.size...longestStruct).contains(size) else {
    throw .badRequest("the size of a struct is not set: it must be sizeof the struct")
  }
  return size
}

/// Writes a struct to the caller's, as far as the caller's reaches. Its further bytes become zero.
func put<Value>(_ value: Value, in pointer: UnsafeMutablePointer<Value>?) throws(Failure) {
  guard let pointer else { throw .badRequest("there is no struct for the answer") }
  let raw = UnsafeMutableRawPointer(pointer)
  let size = try statedSize(raw)
  let head = MemoryLayout<Int>.size
  let target = UnsafeMutableRawBufferPointer(start: raw, count: size)
  withUnsafeBytes(of: value) { bytes in
    let count = min(size, bytes.count)
    guard count > head else { return }
    UnsafeMutableRawBufferPointer(rebasing: target[head..<count])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[head..<count]))
  }
  for place in min(size, MemoryLayout<Value>.size)..<size { target[place] = 0 }
}

/// Reads the caller's options: zeros for none, and for the members that an older caller does not have.
///
/// Throws `BAD_REQUEST` where a newer caller has set members that this library does not know.
func options<Value>(_ pointer: UnsafePointer<Value>?, _ zeros: Value) throws(Failure) -> Value {
  guard let pointer else { return zeros }
  let size = try statedSize(pointer)
  let source = UnsafeRawBufferPointer(start: pointer, count: size)
  var value = zeros
  let known = MemoryLayout<Value>.size
  guard source.dropFirst(known).allSatisfy({ $0 == 0 }) else {
    throw .badRequest("the options have members that this version of librecto does not know")
  }
  withUnsafeMutableBytes(of: &value) { bytes in
    let count = min(size, known)
    bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
  }
  return value
}

/// A string of the caller's; nil for NULL.
///
/// Throws `BAD_REQUEST` if the text is not UTF-8.
func string(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String? {
  guard let pointer else { return nil }
  guard let text = String(validatingCString: pointer) else {
    throw .badRequest("\(name) is not UTF-8")
  }
  return text
}
