import PageModel

#if PDF
  import PDFBackend
#endif
#if Image
  import ImageBackend
#endif

/// What is built in, in the order in which equally sure backends are asked. To build a `recto` of
/// your own, edit this list or build without a trait.
func builtInBackends() -> [any PageBackend] {
  var backends: [any PageBackend] = []
  #if PDF
    backends.append(PDFBackend())
  #endif
  #if Image
    backends.append(ImageBackend())
  #endif
  return backends
}
