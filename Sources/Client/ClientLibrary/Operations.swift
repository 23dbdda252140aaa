internal import CClientLibrary
internal import Glibc
internal import LinuxSystem
internal import Typecase

// What the functions in C have Swift do, through the client library.

/// The context pointer of a caller in C, which is passed back to its callback.
///
/// `@unchecked Sendable`: it is never dereferenced here, and the callback receives it once, on one thread.
private struct Context: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
}

/// Work that was begun, for C to give up.
private final class Operation {
    let task: Task<Void, Never>

    /// Begins work, and tells its end.
    ///
    /// - Parameters:
    ///   - end: Called once, at the end.
    ///   - data: What it is given.
    ///   - work: Returns what failed of its fonts.
    init(
        _ end: TypecaseOperationEnd?, _ data: UnsafeMutableRawPointer?,
        _ work: @escaping @Sendable () async throws -> [FontManagerError]
    ) {
        let context = Context(pointer: data)
        task = Task.detached {
            do {
                let failures = try await work()
                let code = failures.first?.code.number ?? 0
                end?(context.pointer, Int32(code), failures.map(\.itemizedMessage).joined(separator: "\n"))
            } catch let error as FontManagerError {
                end?(context.pointer, Int32(error.code.number), error.itemizedMessage)
            } catch is CancellationError {
                end?(context.pointer, -1, nil)
            } catch {
                end?(context.pointer, Int32(FontManagerError.Code.registrationFailed.number), "\(error)")
            }
        }
    }

    /// The operation for C, which releases it.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}

extension FontScope {
    /// The scope of a number.
    ///
    /// - Throws: ``FontManagerError`` for a number that is none.
    fileprivate init(number: Int32) throws(FontManagerError) {
        switch number {
        case 1: self = .process
        case 2: self = .persistent
        case 3: self = .session
        default: throw FontManagerError(.unsupportedScope, "There is no scope \(number).")
        }
    }
}

/// The paths that C gives, as bytes.
private func texts(of start: UnsafePointer<UnsafePointer<CChar>?>!, _ count: Int) -> [String] {
    UnsafeBufferPointer(start: start, count: count).compactMap { path in
        path.map { PathText.text(of: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
}

/// Registers the launch fonts of an application.
@c(typecase_operation_launch)
func launch(
    _ applicationID: UnsafePointer<CChar>!, _ end: TypecaseOperationEnd!, _ data: UnsafeMutableRawPointer!
) -> UnsafeMutableRawPointer! {
    let id = String(cString: applicationID)
    return Operation(end, data) {
        // Each call looks at all of them: what failed, or was unregistered since, is registered again.
        try await FontManager.shared.registerLaunchFonts(of: id).compactMap { result in
            guard case .failure(let error) = result else { return nil }
            return error
        }
    }.retained
}

/// Registers font files.
@c(typecase_operation_register)
func register(
    _ paths: UnsafePointer<UnsafePointer<CChar>?>!, _ count: Int, _ scope: Int32, _ end: TypecaseOperationEnd!,
    _ data: UnsafeMutableRawPointer!
) -> UnsafeMutableRawPointer! {
    let paths = texts(of: paths, count)
    return Operation(end, data) {
        try await FontManager.shared.registerFonts(at: paths, scope: try FontScope(number: scope)).compactMap {
            result in
            guard case .failure(let error) = result else { return nil }
            return error
        }
    }.retained
}

/// Removes registrations of the application by files with the same bytes.
@c(typecase_operation_unregister)
func unregister(
    _ paths: UnsafePointer<UnsafePointer<CChar>?>!, _ count: Int, _ scope: Int32, _ end: TypecaseOperationEnd!,
    _ data: UnsafeMutableRawPointer!
) -> UnsafeMutableRawPointer! {
    let paths = texts(of: paths, count)
    return Operation(end, data) {
        try await FontManager.shared.unregisterFonts(at: paths, scope: try FontScope(number: scope))
    }.retained
}

/// Gives an operation up; it ends soon.
@c(typecase_operation_cancel)
func cancelOperation(_ operation: UnsafeMutableRawPointer!) {
    Unmanaged<Operation>.fromOpaque(operation).takeUnretainedValue().task.cancel()
}

/// Lets go of an operation that has ended.
@c(typecase_operation_release)
func releaseOperation(_ operation: UnsafeMutableRawPointer!) {
    Unmanaged<Operation>.fromOpaque(operation).release()
}
