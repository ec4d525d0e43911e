import CRectoMicroHTTPD

/// The callbacks of libmicrohttpd, on its thread. An `Exchange` is kept with each request.
enum Callbacks {
  /// The settings of a daemon that serves `core`, which has to outlive it.
  static func settings(_ core: ServerCore, _ socket: ListeningSocket) -> microhttpd_settings {
    microhttpd_settings(
      socket: socket.descriptor, connections: UInt32(clamping: core.limits.connections),
      idle_seconds: UInt32(clamping: core.limits.idleSeconds), memory: core.limits.headerBytes,
      answer: { _, _, _, method, version, bytes, count, exchange in
        guard let exchange = exchange?.pointee, let method, let version, let count else {
          return .NO
        }
        var isConsumed = false
        let result = Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue().receive(
          method: method, version: version,
          UnsafeRawBufferPointer(start: bytes, count: count.pointee), isConsumed: &isConsumed)
        if isConsumed { count.pointee = 0 }
        return result
      },
      begin: { context, target, connection in
        guard let context, let target, let connection else { return nil }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let exchange = Exchange(target, Connection(connection, core), core)
        core.enter(exchange)
        return Unmanaged.passRetained(exchange).toOpaque()
      },
      end: { _, _, exchange, _ in
        guard let exchange = exchange?.pointee else { return }
        Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue().end()
      },
      admit: { context, address, _ in
        guard let context else { return .NO }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        return core.connections.admits(numericAddress(address)) ? .YES : .NO
      },
      connection: { context, connection, _, event in
        guard let context, let connection else { return }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let key = UInt(bitPattern: connection)
        if event == .CONNECTION_NOTIFY_STARTED {
          core.connections.add(
            key, descriptor: microhttpd_socket(connection),
            address: numericAddress(microhttpd_client(connection)))
        } else {
          core.connections.remove(key)
        }
      },
      context: Unmanaged.passUnretained(core).toOpaque())
  }
}
