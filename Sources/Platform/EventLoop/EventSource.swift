package import SystemPackage

/// A file descriptor for which an event loop waits.
///
/// Must only be used on its loop.
package final class EventSource {
    private unowned let loop: EventLoop
    let identifier: UInt64
    private let descriptor: Int32
    private var handler: ((EventMask) -> Void)?
    /// The events that epoll currently waits for; empty while the descriptor is not registered.
    private var events: EventMask = []

    init(loop: EventLoop, identifier: UInt64, descriptor: Int32, handler: @escaping (EventMask) -> Void) {
        self.loop = loop
        self.identifier = identifier
        self.descriptor = descriptor
        self.handler = handler
    }

    /// Changes the events to wait for.
    ///
    /// - Parameter events: The events. While this set is empty, nothing is reported, not even that the other side has
    ///   closed.
    /// - Throws: The system's error, if it cannot wait for the descriptor.
    package func setEvents(_ events: EventMask) throws(Errno) {
        loop.checkIsolated()
        guard handler != nil, events != self.events else { return }
        if events.isEmpty {
            // epoll repeatedly reports a hang-up, even for an empty mask.
            try loop.poller.remove(descriptor)
        } else if self.events.isEmpty {
            try loop.poller.add(descriptor, identifier: identifier, events: events)
        } else {
            try loop.poller.modify(descriptor, identifier: identifier, events: events)
        }
        self.events = events
    }

    /// Stops waiting; the handler is not called again.
    ///
    /// Afterwards, the descriptor may be closed.
    package func cancel() {
        loop.checkIsolated()
        // Only fails for a descriptor that was closed too early; epoll has already removed such a descriptor by itself.
        try? setEvents([])
        handler = nil
        loop.remove(self)
    }

    func handle(_ mask: EventMask) {
        handler?(mask)
    }
}

/// Passes a source to its loop.
///
/// `@unchecked Sendable`: the contents are only accessed on the loop.
struct SourceBox: @unchecked Sendable {
    let value: EventSource?

    init(_ value: EventSource?) {
        self.value = value
    }
}
