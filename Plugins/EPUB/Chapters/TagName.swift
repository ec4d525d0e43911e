/// The name of an element in a start or end tag of XML's syntax, read without a parser.
enum TagName {
  /// The name in a tag given without its `<`; empty for other bytes.
  static func name(of tag: Slice<UnsafeRawBufferPointer>) -> String {
    let name = tag.first == UInt8(ascii: "/") ? tag.dropFirst() : tag
    return String(decoding: name.prefix(while: isOfName), as: UTF8.self)
  }

  static func isOfName(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
  }
}
