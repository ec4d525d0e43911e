import RectoPipeline
import RectoWorkers
import TestSupport

/// Workers that have minutes, which no load makes them use up.
func patientPool(_ zygote: Zygote, count: Int = 1) -> WorkerPool {
  var pool = WorkerPool(zygote: zygote, count: count)
  pool.limits.seconds = Patience.seconds
  return pool
}
