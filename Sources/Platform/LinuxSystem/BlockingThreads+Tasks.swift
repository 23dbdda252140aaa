internal import CSwiftRuntime
internal import Synchronization

/// Whether threads of ours carry the program's tasks.
private let carriesTasks = Atomic(false)

extension BlockingThreads {
    /// Has the program's tasks run on these threads rather than on Swift's own pool; those of actors that live on an
    /// event loop stay there.
    ///
    /// It spares a task that blocks two changes of threads each time, and the program libdispatch, one of whose threads
    /// looks around every second once there are any; ``AlarmClock`` stands in for `Task.sleep` for the same reason. To be
    /// called once, before the first task. The threads live as long as the program from then on.
    /// - Precondition: No other pool carries the tasks: those that wait there would be left behind.
    package func carryAllTasks() {
        let isFirst = carriesTasks.exchange(true, ordering: .relaxed) == false
        precondition(isFirst, "the program's tasks are carried already")
        crew.keepLastThread()
        typecase_carry_tasks(enqueueJob, Unmanaged.passRetained(crew).toOpaque())
    }
}

extension BlockingThreads: TaskExecutor {
    /// Does a part of a task on one of the threads.
    ///
    /// A task that prefers these threads does work that blocks without a change of threads, and goes on with what it has
    /// waited for on the thread that has just done that. Work that may get stuck does not belong on them.
    package func enqueue(_ job: consuming ExecutorJob) {
        let part = UnownedJob(job)
        let isTaken = crew.take(
            Crew.Job(hasDeadline: false) { [self] in
                part.runSynchronously(on: asUnownedTaskExecutor())
            } refuse: {
                // Not reached: only work with a deadline is refused once it is queued.
                fatalError("a part of a task cannot be refused")
            })
        // The system has no thread left for them.
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
                // Not reached: only work with a deadline is refused once it is queued.
                fatalError("a part of a task cannot be refused")
            })
        // Possible before the first thread only, which then stays.
        if !isTaken { fatalError("the system has no thread to start with") }
    }
}

/// A part of a task, as the runtime hands it over.
///
/// `@unchecked Sendable`: the runtime hands it over to be run once, on any thread.
private struct TaskPart: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
}

private func enqueueJob(_ job: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) {
    guard let job, let context else { return }
    Unmanaged<Crew>.fromOpaque(context).takeUnretainedValue().carry(TaskPart(pointer: job))
}
