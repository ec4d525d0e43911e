import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The task of a new worker: one source, with one backend, under limits. The source's own bytes
/// come as a descriptor. A password does not belong here: the zygote would keep it in memory that
/// it shares with later workers.
struct WorkerRequest {
  enum Backend {
    /// By its identifier, among those that the zygote has.
    case builtIn(String)
    /// By the path of its manifest.
    case plugin(String)
  }

  var backend: Backend
  /// Absolute, so that it means the same wherever the zygote was started.
  var path: String
  var isFolder: Bool
  /// Files and folders beside libraries and fonts that the worker may read.
  var readablePaths: [String]
  var isSandboxed: Bool
  var memoryMiB: Int
  /// The size of the source, which is mapped and counts as address space.
  var sourceBytes: Int
  var processorSeconds: Int
  var pace = WorkPace.front
  /// True if the zygote makes another worker ready for the backend's next request; see
  /// `ReadyWorkers`.
  var isFollowedByReadyWorker = false
}

extension WorkerRequest: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      switch backend {
      case .builtIn(let id): json.member("backend", id)
      case .plugin(let manifest): json.member("plugin", manifest)
      }
      json.member("path", path)
      json.member("folder", isFolder)
      json.key("readable")
      json.array(readablePaths) { $0.value($1) }
      json.member("sandboxed", isSandboxed)
      json.member("memoryMiB", memoryMiB)
      json.member("sourceBytes", sourceBytes)
      json.member("processorSeconds", processorSeconds)
      json.member("pace", pace.rawValue)
      json.member("followed", isFollowedByReadyWorker)
    }
  }
}

extension WorkerRequest: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    if let manifest: String = try json.decodeIfPresent("plugin") {
      backend = .plugin(manifest)
    } else {
      backend = .builtIn(try json.decode("backend"))
    }
    path = try json.decode("path")
    isFolder = try json.decode("folder")
    readablePaths = try json.decode("readable")
    isSandboxed = try json.decode("sandboxed")
    memoryMiB = try json.decode("memoryMiB")
    sourceBytes = try json.decode("sourceBytes")
    processorSeconds = try json.decode("processorSeconds")
    let name: String = try json.decode("pace")
    guard let pace = WorkPace(rawValue: name) else {
      throw JSONError("the pace \(name) is unknown")
    }
    self.pace = pace
    isFollowedByReadyWorker = try json.decode("followed")
  }
}
