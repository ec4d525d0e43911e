import Glibc

/// A variable of the environment; nil if it is not set or empty. Calls `getenv`.
package func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
