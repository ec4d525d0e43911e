import RectoHTTP
import Synchronization

/// The client that work is charged to.
enum WorkClient: Hashable, Sendable {
  /// Work that no request waits for, such as a look at publications ahead of requests.
  case server
  case network(ClientNetwork)

  /// The factor on the cost of its work. The server's own work costs four times as much, so that it
  /// gets a fifth of the time when it competes with one client.
  var weight: Double { self == .server ? 4 : 1 }
}

/// The clients that wait for a piece of work. Work that several requests share takes the turn of
/// whichever client is next, so that a client that joins the work of a busy one does not wait
/// longer.
///
/// The account of the current request is a task-local value, which the request's tasks inherit;
/// detached tasks are charged to the server itself.
final class WorkAccount: Sendable {
  @TaskLocal static var current = WorkAccount(.server)

  private let requests: Mutex<[WorkClient: Int]>

  init(_ client: WorkClient) {
    requests = Mutex([client: 1])
  }

  /// An account with the clients of another.
  init(copying other: WorkAccount) {
    requests = Mutex(Dictionary(uniqueKeysWithValues: other.clients.map { ($0, 1) }))
  }

  /// The account of a request from a numeric address.
  convenience init(address: String) { self.init(.network(ClientNetwork(address))) }

  /// At least one, in no order.
  var clients: [WorkClient] { requests.withLock { Array($0.keys) } }

  /// Adds the clients of another account, whose requests wait for the same work from now on.
  func join(_ other: WorkAccount) {
    guard other !== self else { return }
    let joining = other.clients
    requests.withLock { requests in
      for client in joining { requests[client, default: 0] += 1 }
    }
  }

  /// Undoes a `join`. The last client stays.
  func leave(_ other: WorkAccount) {
    guard other !== self else { return }
    let leaving = other.clients
    requests.withLock { requests in
      for client in leaving {
        let others = requests[client, default: 1] - 1
        if others > 0 {
          requests[client] = others
        } else if requests.count > 1 {
          requests[client] = nil
        }
      }
    }
  }
}
