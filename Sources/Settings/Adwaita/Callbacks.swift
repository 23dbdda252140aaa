internal import CAdwaita

/// A closure that a GObject keeps until it, or the connection to its signal, is released.
final class Handler<Argument, Result> {
    private let body: @MainLoop (Argument) -> Result

    init(_ body: @escaping @MainLoop (Argument) -> Result) { self.body = body }

    /// Calls the closure in the data of a callback.
    ///
    /// - Parameters:
    ///   - data: The value of ``retained``.
    ///   - argument: The argument of the closure.
    ///   - absent: The result if there is no closure.
    /// - Returns: The result.
    static func call(_ data: UnsafeMutableRawPointer?, _ argument: Argument, or absent: Result) -> Result {
        guard let data else { return absent }
        precondition(MainLoop.isCurrent, "GLib calls its callbacks on the thread of its loop.")
        let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
        // Isolation does not change how a closure is called, and was checked above; MainActor.assumeIsolated does the
        // same.
        return unsafeBitCast(handler.body, to: ((Argument) -> Result).self)(argument)
    }

    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}

/// Releases the ``Handler`` of a closure.
func releaseHandler(_ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<GClosure>?) {
    releaseData(data)
}

/// Releases the ``Handler`` of a source or of a function of a widget.
func releaseData(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

// Signals are connected with the data first, so that these functions serve every signal: C ignores further arguments.

private func callPlain(_ data: UnsafeMutableRawPointer?) {
    Handler<Void, Void>.call(data, (), or: ())
}

private func callAnswering(_ data: UnsafeMutableRawPointer?) -> gboolean {
    Handler<Void, Bool>.call(data, (), or: false) ? 1 : 0
}

private func callWithPointer(_ data: UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?) {
    Handler<UnsafeMutableRawPointer?, Void>.call(data, argument, or: ())
}

private func callWithNumber(_ data: UnsafeMutableRawPointer?, _ argument: Int32) {
    Handler<Int32, Void>.call(data, argument, or: ())
}

/// Converts a callback to the type that signals are connected with, whatever its arguments are.
func genericCallback<Function>(_ function: Function) -> GCallback {
    // All C functions have pointers of one kind, and GLib calls this one with the arguments of the signal.
    unsafeBitCast(function, to: GCallback.self)
}

/// Connects closures to the signals of a GObject.
@MainLoop
enum Signal {
    private static func connect(
        _ object: UnsafeMutableRawPointer, _ name: String, _ callback: GCallback, _ data: UnsafeMutableRawPointer
    ) {
        _ = typecase_connect(object, name, callback, data, releaseHandler, 1)
    }

    static func connect(_ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainLoop () -> Void) {
        let function: @convention(c) (UnsafeMutableRawPointer?) -> Void = callPlain
        connect(object, name, genericCallback(function), Handler<Void, Void> { _ in body() }.retained)
    }

    static func connectAnswering(
        _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainLoop () -> Bool
    ) {
        let function: @convention(c) (UnsafeMutableRawPointer?) -> gboolean = callAnswering
        connect(object, name, genericCallback(function), Handler<Void, Bool> { _ in body() }.retained)
    }

    static func connectPointer(
        _ object: UnsafeMutableRawPointer, _ name: String,
        _ body: @escaping @MainLoop (UnsafeMutableRawPointer?) -> Void
    ) {
        let function: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = callWithPointer
        connect(
            object, name, genericCallback(function),
            Handler<UnsafeMutableRawPointer?, Void>(body).retained)
    }

    static func connectNumber(
        _ object: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainLoop (Int32) -> Void
    ) {
        let function: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Void = callWithNumber
        connect(object, name, genericCallback(function), Handler<Int32, Void>(body).retained)
    }
}
