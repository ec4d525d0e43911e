import CMicroHTTPD

/// The callbacks of libmicrohttpd, on its thread. An `Exchange` is kept with each request.
enum Callbacks {
  /// The settings of a daemon that serves `core`, which has to outlive it.
  static func settings(_ core: ServerCore, _ socket: ListeningSocket) -> microhttpd_settings {
    microhttpd_settings(
      socket: socket.descriptor, connections: UInt32(clamping: core.limits.connections),
      idle_seconds: UInt32(clamping: core.limits.idleSeconds), memory: core.limits.headerBytes,
      answer: { _, _, _, method, _, bytes, count, exchange in
        guard let exchange = exchange?.pointee, let method, let count else { return .NO }
        var isConsumed = false
        let result = Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue().receive(
          method: String(cString: method),
          UnsafeRawBufferPointer(start: bytes, count: count.pointee), isConsumed: &isConsumed)
        if isConsumed { count.pointee = 0 }
        return result
      },
      begin: { context, target, connection in
        guard let context, let target, let connection else { return nil }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let exchange = Exchange(String(cString: target), Connection(connection, core.watch), core)
        core.enter(exchange)
        return Unmanaged.passRetained(exchange).toOpaque()
      },
      end: { _, _, exchange, _ in
        guard let exchange = exchange?.pointee else { return }
        Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue().end()
      },
      context: Unmanaged.passUnretained(core).toOpaque())
  }
}
