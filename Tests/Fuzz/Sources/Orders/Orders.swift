import CRectoLinux
import FuzzSupport
import Glibc
import RectoPageModel
import RectoPluginKit

@testable import RectoWorkers

/// A job's kind, index and limit, and its payload: a worker does the job or refuses it in one
/// line. The payload is read as the orders for a new worker and
/// to open a source too.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Input(bytes, count)
  var job = Packet(kind: input.choice(of: [.open, .ask, .paint, .paginate, .part, .ended]))
  job.index = Int64(Int8(bitPattern: input.byte()))
  job.limit = Int64(Int8(bitPattern: input.byte()))
  job.payload = input.all()
  readWorkerOrder(job.payload)
  readOpenOrder(job.payload)
  for folder in [false, true] { perform(job, afterOpening: !folder) }
  return 0
}

/// Reading, writing and reading again gives the same value.
private func readWorkerOrder(_ bytes: [UInt8]) {
  do throws(PageError) {
    let order = try WorkerRequest(order: bytes).orderBytes
    demand(try WorkerRequest(order: order).orderBytes == order, "the order changes")
  } catch {
    demandShowable(error.message, upTo: 2000)
  }
}

private func readOpenOrder(_ bytes: [UInt8]) {
  do throws(PageError) {
    let order = try OpenRequest(order: bytes).orderBytes
    demand(try OpenRequest(order: order).orderBytes == order, "the order to open changes")
  } catch {
    demandShowable(error.message, upTo: 2000)
  }
}

private func perform(_ job: Packet, afterOpening: Bool) {
  let order = WorkerRequest(
    backend: .builtIn("blank"), path: "/blank", isFolder: false, readablePaths: [],
    isSandboxed: false, memoryMiB: 1, sourceBytes: 0, processorSeconds: 1)
  let source = (try? FileBytes([0]).makeDescriptor()) ?? -1
  let service = WorkerService(
    order: order, backend: BlankBackend(), helped: nil, source: source, layouts: NoLayouts())
  let opening = Packet(kind: .open, payload: OpenRequest(options: OpenOptions()).orderBytes)
  if afterOpening, case .failure(let error) = service.perform(opening, []) {
    demand(false, "it cannot be opened: \(error.message)")
  }
  if case .failure(let error) = service.perform(job, pixelMemory(for: job)) {
    demandShowable(error.message, upTo: 2000)
  }
  let isOpened = job.kind == .open && (try? OpenRequest(order: job.payload)) != nil
  if !afterOpening, !isOpened { close(source) }
}

/// Keeps nothing.
private struct NoLayouts: LayoutStore {
  func layout(_ name: LayoutName) -> [UInt8]? { nil }
  func keep(_ bytes: [UInt8], as name: LayoutName, isLasting: Bool) {}
}

/// The memory that an order for a page names, as the host would lend it.
private func pixelMemory(for job: Packet) -> [Int32] {
  guard job.kind == .paint, let order = try? PaintRequest(order: job.payload) else { return [] }
  demand((try? PaintRequest(order: order.orderBytes))?.orderBytes == order.orderBytes, "it changes")
  guard order.memoryBytes <= 1 << 20 else { return [] }
  let descriptor = linux_sealed_memory("fuzz", order.memoryBytes)
  return descriptor >= 0 ? [descriptor] : []
}
