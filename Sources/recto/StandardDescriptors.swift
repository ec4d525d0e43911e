import Glibc

/// The descriptors 0, 1 and 2, which a caller may have closed (`2>&-`).
enum StandardDescriptors {
  /// Opens `/dev/null` in place of closed ones, in the direction that each is not used in, so that using
  /// it fails as before. A file that was opened later would get the number else, and the answer or an
  /// error would be written into it. Call it before anything is opened. Calls `fcntl` and `open`.
  static func occupy() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free is given, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
