package import SystemPackage

/// A file descriptor that an event loop waits for.
///
/// Only to be used on its loop.
package final class EventSource {
    private unowned let loop: EventLoop
    let identifier: UInt64
    private let descriptor: Int32
    private var handler: ((EventMask) -> Void)?
    /// What epoll waits for at the moment; empty while it does not know the descriptor.
    private var events: EventMask = []

    init(loop: EventLoop, identifier: UInt64, descriptor: Int32, handler: @escaping (EventMask) -> Void) {
        self.loop = loop
        self.identifier = identifier
        self.descriptor = descriptor
        self.handler = handler
    }

    /// Changes what to wait for.
    ///
    /// - Parameter events: While it is empty, nothing is reported, not even that the other side closed.
    /// - Throws: What the system said where it cannot wait for the descriptor.
    package func setEvents(_ events: EventMask) throws(Errno) {
        loop.checkIsolated()
        guard handler != nil, events != self.events else { return }
        if events.isEmpty {
            // epoll reports a hang-up even for an empty mask, over and over.
            try loop.poller.remove(descriptor)
        } else if self.events.isEmpty {
            try loop.poller.add(descriptor, identifier: identifier, events: events)
        } else {
            try loop.poller.modify(descriptor, identifier: identifier, events: events)
        }
        self.events = events
    }

    /// Stops waiting: the handler is not called again.
    ///
    /// The descriptor may be closed after that.
    package func cancel() {
        loop.checkIsolated()
        // Fails only for a descriptor that was closed too early, and epoll forgot that one by itself.
        try? setEvents([])
        handler = nil
        loop.remove(self)
    }

    func handle(_ mask: EventMask) {
        handler?(mask)
    }
}

/// Carries a source to its loop.
///
/// `@unchecked Sendable`: whoever holds it does not look inside, but on the loop.
struct SourceBox: @unchecked Sendable {
    let value: EventSource?

    init(_ value: EventSource?) {
        self.value = value
    }
}
