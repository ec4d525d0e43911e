import Glibc

/// The descriptors 0, 1 and 2, which a caller may have closed (`2>&-`).
enum StandardDescriptors {
  /// Opens `/dev/null` in place of closed ones, standard input for writing and the others for
  /// reading, so that using them still fails. Otherwise a file opened later would get the number,
  /// and output or errors would be written into it. Call it before anything is opened. Calls
  /// `fcntl` and `open`.
  static func occupy() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
