import CRectoLinux
import FuzzSupport
import Glibc
import RectoPageModel
import RectoPluginKit

@testable import RectoWorkers

/// A job's kind, index and limit, and its payload: a worker does the job or refuses it in one
/// line. The payload is read as the requests for a new worker and
/// to open a source too.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Input(bytes, count)
  var job = Packet(kind: input.choice(of: [.open, .ask, .paint, .paginate, .part, .ended]))
  job.index = Int64(Int8(bitPattern: input.byte()))
  job.limit = Int64(Int8(bitPattern: input.byte()))
  job.payload = input.all()
  readWorkerRequest(job.payload)
  readOpenRequest(job.payload)
  for folder in [false, true] { perform(job, afterOpening: !folder) }
  return 0
}

/// Reading, writing and reading again gives the same value.
private func readWorkerRequest(_ bytes: [UInt8]) {
  do throws(PageError) {
    let request = try WorkerRequest(wire: bytes).wireBytes
    demand(try WorkerRequest(wire: request).wireBytes == request, "the request changes")
  } catch {
    demandShowable(error.message, upTo: 2000)
  }
}

private func readOpenRequest(_ bytes: [UInt8]) {
  do throws(PageError) {
    let request = try OpenRequest(wire: bytes).wireBytes
    demand(try OpenRequest(wire: request).wireBytes == request, "the request to open changes")
  } catch {
    demandShowable(error.message, upTo: 2000)
  }
}

private func perform(_ job: Packet, afterOpening: Bool) {
  let request = WorkerRequest(
    backend: .builtIn("blank"), path: "/blank", isFolder: false, readablePaths: [],
    isSandboxed: false, memoryMiB: 1, sourceBytes: 0, processorSeconds: 1)
  let source = (try? FileBytes([0]).makeDescriptor()) ?? -1
  let service = WorkerService(
    request: request, backend: BlankBackend(), session: nil, source: source, layouts: NoLayouts())
  let opening = Packet(kind: .open, payload: OpenRequest(options: OpenOptions()).wireBytes)
  if afterOpening, case .failure(let error) = service.perform(opening, []) {
    demand(false, "it cannot be opened: \(error.message)")
  }
  if case .failure(let error) = service.perform(job, pixelMemory(for: job)) {
    demandShowable(error.message, upTo: 2000)
  }
  let isOpened = job.kind == .open && (try? OpenRequest(wire: job.payload)) != nil
  if !afterOpening, !isOpened { close(source) }
}

/// Keeps nothing.
private struct NoLayouts: LayoutStore {
  func layout(_ name: LayoutName) -> [UInt8]? { nil }
  func keep(_ bytes: [UInt8], as name: LayoutName, isLasting: Bool) {}
}

/// The memory that a request for a page names, as the host would lend it.
private func pixelMemory(for job: Packet) -> [Int32] {
  guard job.kind == .paint, let request = try? PaintRequest(wire: job.payload) else { return [] }
  demand((try? PaintRequest(wire: request.wireBytes))?.wireBytes == request.wireBytes, "it changes")
  guard request.memoryBytes <= 1 << 20 else { return [] }
  let descriptor = linux_sealed_memory("fuzz", request.memoryBytes)
  return descriptor >= 0 ? [descriptor] : []
}
