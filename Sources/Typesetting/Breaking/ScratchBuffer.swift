/// A growing array of plain values, whose memory is reused for the next paragraph.
///
/// Indices are checked in debug builds only: this is the inner loop of line breaking.
struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    elements = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { elements.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return elements[index]
    }
  }

  /// The address of an element, valid until the next `append`.
  @inline(__always)
  func address(of index: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= 0 && index < count)
    return elements + index
  }

  /// Appends an element and returns its index.
  @inline(__always)
  mutating func append(_ element: Element) -> Int {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count += 1
    return count - 1
  }

  mutating func removeAll() { count = 0 }

  /// Frees the memory that an unusually long paragraph needed, and removes all elements.
  mutating func shrink(to most: Int) {
    guard capacity > most else { return }
    elements.deallocate()
    elements = .allocate(capacity: most)
    capacity = most
    count = 0
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: elements, count: count)
    elements.deallocate()
    elements = larger
    capacity *= 2
  }
}
