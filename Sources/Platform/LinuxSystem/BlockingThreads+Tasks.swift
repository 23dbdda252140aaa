internal import CSwiftRuntime
internal import Synchronization

/// Whether the threads of a pool run the program's tasks.
private let carriesTasks = Atomic(false)

extension BlockingThreads {
    /// Makes the program's tasks run on these threads rather than on Swift's own pool.
    ///
    /// Tasks of actors that run on an event loop stay there.
    ///
    /// This saves a task that blocks two changes of threads each time. It also avoids libdispatch, which has a thread
    /// that wakes up every second once it has threads; ``AlarmClock`` replaces `Task.sleep` for the same reason. Call
    /// this once, before the first task. From then on, the threads live as long as the program.
    /// - Precondition: No other pool runs the tasks: tasks that wait there would be left behind.
    package func carryAllTasks() {
        let isFirst = carriesTasks.exchange(true, ordering: .relaxed) == false
        precondition(isFirst, "the program's tasks are carried already")
        crew.keepLastThread()
        typecase_carry_tasks(enqueueJob, Unmanaged.passRetained(crew).toOpaque())
    }
}

extension BlockingThreads: TaskExecutor {
    /// Runs a part of a task on one of the threads.
    ///
    /// A task that prefers these threads runs blocking work without changing threads, and continues on the thread that
    /// finished the work. Work that may get stuck must not run on these threads.
    package func enqueue(_ job: consuming ExecutorJob) {
        let part = UnownedJob(job)
        let isTaken = crew.take(
            Crew.Job(hasDeadline: false) { [self] in
                part.runSynchronously(on: asUnownedTaskExecutor())
            } refuse: {
                // Not reached: only work with a deadline is refused after it was queued.
                fatalError("a part of a task cannot be refused")
            })
        // The system has no thread left for the pool.
        if !isTaken { globalConcurrentExecutor.enqueue(part) }
    }
}

extension Crew {
    /// Queues a part of a task.
    fileprivate func carry(_ job: TaskPart) {
        let isTaken = take(
            Job(hasDeadline: false) {
                typecase_run_job(job.pointer)
            } refuse: {
                // Not reached: only work with a deadline is refused after it was queued.
                fatalError("a part of a task cannot be refused")
            })
        // Only possible before the first thread starts; the first thread then stays.
        if !isTaken { fatalError("the system has no thread to start with") }
    }
}

/// A part of a task, as passed by the runtime.
///
/// `@unchecked Sendable`: the runtime passes it to be run once, on any thread.
private struct TaskPart: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
}

private func enqueueJob(_ job: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) {
    guard let job, let context else { return }
    Unmanaged<Crew>.fromOpaque(context).takeUnretainedValue().carry(TaskPart(pointer: job))
}
