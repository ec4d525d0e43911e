import CRectoPoppler
import RectoPageModel

/// The bytes of a stream that Poppler saves, up to a limit.
struct SavedBytes {
  /// A `PopplerAttachmentSaveFunc`, which is also a `PopplerMediaSaveFunc`; a zero result ends the
  /// saving.
  typealias Function =
    @convention(c) (
      UnsafePointer<gchar>?, gsize, gpointer?,
      UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    ) -> gboolean

  private var bytes: [UInt8] = []
  private let limit: Int
  private var isFull = false

  private init(limit: Int) {
    self.limit = limit
  }

  /// The bytes that `save` passes to the function and context. Saving ends when the limit is
  /// exceeded.
  ///
  /// Throws `limit` and `damaged`, with sentences that begin with `subject`.
  static func collect(
    _ subject: String, limit: Int, from save: (Function, gpointer) -> gboolean
  ) throws(PageError) -> [UInt8] {
    var saved = SavedBytes(limit: limit)
    let isSaved = withUnsafeMutablePointer(to: &saved) { save(append, $0) != 0 }
    guard !saved.isFull else {
      throw PageError(.limit, "\(subject) is larger than \(limit) bytes")
    }
    guard isSaved else { throw PageError(.damaged, "\(subject) cannot be read") }
    return saved.bytes
  }

  private static let append: Function = { data, count, context, _ in
    guard let data, let context else { return 0 }
    // The context that `collect` lends.
    let saved = context.assumingMemoryBound(to: SavedBytes.self)
    guard saved.pointee.bytes.count + Int(count) <= saved.pointee.limit else {
      saved.pointee.isFull = true
      return 0
    }
    saved.pointee.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: Int(count)))
    return 1
  }
}
