import Pipeline
import Workers

/// Workers that have minutes: beside all other tests the usual seconds may pass before they begin.
func patientPool(_ zygote: Zygote, count: Int = 1) -> WorkerPool {
  var pool = WorkerPool(zygote: zygote, count: count)
  pool.limits.seconds = 120
  return pool
}
