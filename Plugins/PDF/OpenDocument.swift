import CRectoPoppler
import RectoRaster

/// Owns a `PopplerDocument` and with it the faces of its fonts.
struct DocumentReference: ~Copyable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    withCairoFonts { g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }
}
