import RectoEPUBBackend
import RectoPageModel
import TestSupport

/// Backends with a browser that runs once a book needed it. All suites share them, since they outlive a
/// test.
let warm = WarmHelpers<any BackendSession>(
  isAlive: { $0.isAlive }, start: { try EPUBBackend().prepareHelper(WallClock()) })
