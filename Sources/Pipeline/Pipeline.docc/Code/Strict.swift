import RectoBackends
import RectoPipeline
import RectoWorkers

/// An engine for a small machine.
func strictEngine() async throws -> Recto {
  var limits = Limits()
  limits.pixels = 10_000_000
  limits.queue = 100
  var workers = WorkerLimits()
  workers.memoryMiB = 256
  workers.seconds = 5
  return try await Recto(limits: limits, workers: workers)
}
