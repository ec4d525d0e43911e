import RectoBrowser
import RectoHTMLBackend
import RectoPageModel
import TestSupport

/// Backends with a browser that runs, which all suites share, since they outlive a test.
let warm = WarmHelpers<any BackendSession>(
  isAlive: { $0.isAlive }, start: { try HTMLBackend().prepareHelper(WallClock()) })

/// Browsers that run, without a backend. Shared as well.
let warmBrowsers = WarmHelpers<Browser>(
  isAlive: { $0.isAlive }, start: { try Browser(WallClock()) })
