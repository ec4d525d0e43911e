import CPoppler
import Synchronization

/// Held while Poppler may make or release font faces: its Cairo device has one `FT_Library` for
/// the whole process, and FreeType wants `FT_New_Face` and `FT_Done_Face` on one library to
/// exclude each other. Publications are on threads of their own.
let sharedFreeType = Mutex(())

/// Owns a `PopplerDocument` and with it the faces of its fonts.
struct DocumentReference: ~Copyable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    sharedFreeType.withLock { _ in g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }
}
