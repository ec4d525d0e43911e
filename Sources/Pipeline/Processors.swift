import CRectoLinux

/// The processors that this process may run on. Calls `sched_getaffinity`.
public var processorCount: Int { Int(linux_processor_count()) }
