internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// An epoll descriptor, and the eventfd that ends a wait.
struct Poller: Sendable {
    private let epoll: OwnedFileDescriptor
    private let wakeUp: OwnedFileDescriptor

    /// The identifier of the wake-up eventfd; identifiers of sources start at 1.
    private static let wakeUpIdentifier: UInt64 = 0

    init() throws(Errno) {
        epoll = OwnedFileDescriptor(adopting: try retryingInterrupts { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        wakeUp = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
            })
        // Edge-triggered: each write wakes the loop once, and the counter need not be read.
        try control(
            EPOLL_CTL_ADD, wakeUp.rawValue, identifier: Self.wakeUpIdentifier,
            events: EPOLLIN.rawValue | EPOLLET.rawValue)
    }

    /// Ends the current wait, or the next one.
    func wake() {
        var one: UInt64 = 1
        // Only fails if the counter is full; in that case, a wake-up is already pending.
        _ = write(wakeUp.rawValue, &one, MemoryLayout<UInt64>.size)
    }

    func add(_ descriptor: Int32, identifier: UInt64, events: EventMask) throws(Errno) {
        try control(EPOLL_CTL_ADD, descriptor, identifier: identifier, events: events.rawValue)
    }

    func modify(_ descriptor: Int32, identifier: UInt64, events: EventMask) throws(Errno) {
        try control(EPOLL_CTL_MOD, descriptor, identifier: identifier, events: events.rawValue)
    }

    func remove(_ descriptor: Int32) throws(Errno) {
        try control(EPOLL_CTL_DEL, descriptor, identifier: 0, events: 0)
    }

    /// Waits for events.
    ///
    /// - Parameters:
    ///   - events: Receives the events.
    ///   - milliseconds: The maximum time to wait; negative to wait forever.
    func wait(into events: inout PollEvents, milliseconds: Int32) {
        do {
            events.count = Int(
                try retryingInterrupts {
                    events.buffer.withUnsafeMutableBufferPointer {
                        epoll_wait(epoll.rawValue, $0.baseAddress, Int32($0.count), milliseconds)
                    }
                })
        } catch {
            // Only happens if the descriptor is not an epoll descriptor. Without events, the loop would spin or hang
            // silently.
            fatalError("epoll_wait: \(error)")
        }
    }

    private func control(_ operation: Int32, _ descriptor: Int32, identifier: UInt64, events: UInt32) throws(Errno) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: identifier))
        try retryingInterrupts { epoll_ctl(epoll.rawValue, operation, descriptor, &event) }
    }
}

/// The events of one wait.
struct PollEvents {
    fileprivate var buffer = [epoll_event](repeating: epoll_event(), count: 64)
    fileprivate var count = 0

    /// Calls a closure for each event of a source, with the identifier under which the source was added.
    func forEach(_ body: (UInt64, EventMask) -> Void) {
        for event in buffer[..<count] where event.data.u64 != 0 {
            body(event.data.u64, EventMask(rawValue: event.events))
        }
    }
}
