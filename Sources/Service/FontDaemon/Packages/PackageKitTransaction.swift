internal import DBus
internal import FontService
internal import LinuxSystem

/// One transaction of PackageKit, which runs one method.
struct PackageKitTransaction: Sendable {
    private static let interface = "org.freedesktop.PackageKit.Transaction"
    /// The timeout for a call whose work continues after its reply.
    private static let callTime = Duration.seconds(25)

    let path: ObjectPath
    let connection: BusConnection

    /// The results of a transaction.
    struct Report: Sendable {
        /// The packages that the transaction affects.
        var packages: [Package] = []
        /// The sizes of packages in bytes, by their ids.
        var sizes: [String: Int] = [:]
    }

    /// A package of a transaction.
    struct Package: Sendable {
        /// The package's id in PackageKit.
        var id: String
        /// Its state after the transaction, a value of `PkInfoEnum`.
        var info: UInt32

        /// Whether it is installed or updated.
        var isInstalled: Bool { info == 11 || info == 12 }
        /// Whether it is removed, made obsolete or downgraded.
        var isRemoved: Bool { info == 13 || info == 15 || info == 20 }
    }

    /// How a transaction ended.
    private enum End: Sendable {
        /// PackageKit has reported the end of the transaction.
        case finished(Result<Report, RequestFailure>)
        /// PackageKit has left the bus.
        case vanished
        /// The transaction took too long.
        case late
    }

    /// Sets hints before the transaction runs.
    func hint(_ hints: [String]) async throws(RequestFailure) {
        do throws(BusError) { try await call("SetHints", [hints.busValue]) } catch { throw Self.failure(error) }
    }

    private func call(_ method: String, _ arguments: [BusValue]) async throws(BusError) {
        _ = try await connection.call(
            destination: PackageKit.busName, path: path, interface: Self.interface, member: method,
            arguments: arguments, timeout: Self.callTime)
    }

    // MARK: Running

    /// Runs the transaction to its end, and cancels it if the task is cancelled.
    ///
    /// - Parameters:
    ///   - method: The method to call.
    ///   - arguments: Its arguments.
    ///   - limit: How long it may take; `nil` if only PackageKit limits the time, for example while the user types a
    ///     password.
    ///   - onProgress: Receives the completed percentage.
    /// - Returns: The reported results.
    /// - Throws: Why it failed.
    func run(
        _ method: String, _ arguments: [BusValue], atMost limit: Duration? = nil,
        onProgress: @escaping @Sendable (_ percentage: Int) -> Void = { _ in }
    ) async throws(RequestFailure) -> Report {
        let end: End
        do throws(BusError) {
            let signals = try await connection.signals(matching: MatchRule(sender: PackageKit.busName, path: path))
            guard let owner = try await connection.owner(of: PackageKit.busName) else { throw .disconnected }
            try await call(method, arguments)
            end = await Self.end(signals, of: owner, over: connection, atMost: limit, onProgress: onProgress)
        } catch {
            // The transaction may continue without its caller.
            if error.code == .cancelled { await cancel() }
            throw Self.failure(error)
        }
        if case .finished(let result) = end { return try result.get() }
        await cancel()
        switch end {
        case _ where Task.isCancelled: throw Self.failure(.cancelled)
        case .late: throw Self.failure(.timedOut(limit ?? Self.callTime))
        default: throw Self.failure(.disconnected)
        }
    }

    /// Cancels the transaction, if PackageKit still can.
    private func cancel() async { await Task { try? await call("Cancel", []) }.value }

    /// Waits until the transaction has ended in any way.
    private static func end(
        _ signals: AsyncStream<BusSignal>, of owner: String, over connection: BusConnection, atMost limit: Duration?,
        onProgress: @escaping @Sendable (Int) -> Void
    ) async -> End {
        await withTaskGroup(of: End.self) { group in
            group.addTask { await Self.end(signals, onProgress) }
            group.addTask {
                // A PackageKit process that crashes does not report an end.
                _ = try? await connection.waitUntilNameVanishes(owner)
                return .vanished
            }
            if let limit {
                group.addTask {
                    _ = try? await AlarmClock.shared.sleep(for: limit)
                    return .late
                }
            }
            let first = await group.next() ?? .vanished
            group.cancelAll()
            return first
        }
    }

    // MARK: Signals

    /// Collects the signals of the transaction until it reports its end.
    private static func end(_ signals: AsyncStream<BusSignal>, _ onProgress: (Int) -> Void) async -> End {
        var report = Report()
        var failure: RequestFailure?
        var isInstalled = false
        for await signal in signals {
            let arguments = signal.arguments
            switch (signal.member, arguments.first) {
            case ("Package", .uint32(let info)?):
                guard arguments.count > 1, case .string(let id) = arguments[1] else { continue }
                report.packages.append(Package(id: id, info: info & 0xFFFF))
            case ("Details", let details?):
                guard let details = try? [String: BusVariant](busValue: details),
                    let id = try? (details["package-id"] ?? details["package_id"])?.converted(to: String.self)
                else { continue }
                // The download size, if the back end distinguishes it from the installed size.
                let size = details["download-size"] ?? details["size"]
                report.sizes[id] = Int(clamping: (try? size?.converted(to: UInt64.self)) ?? 0)
            case ("ErrorCode", .uint32(let code)?):
                guard arguments.count > 1, case .string(let text) = arguments[1] else { continue }
                isInstalled = Self.alreadyInstalled.contains(code)
                failure = Self.failure(code: code, text)
            case ("PropertiesChanged", _):
                guard arguments.count > 1, let changed = try? [String: BusVariant](busValue: arguments[1]),
                    let percentage = try? changed["Percentage"]?.converted(to: UInt32.self), percentage <= 100
                else { continue }
                onProgress(Int(percentage))
            case ("Finished", .uint32(let exit)?):
                // Another program may have installed the package in the meantime.
                return .finished(exit == 1 || isInstalled ? .success(report) : .failure(failure ?? Self.failure(exit)))
            default: continue
            }
        }
        return .vanished
    }

    /// The failure for the end of a transaction without an error, by `PkExitEnum`.
    private static func failure(_ exit: UInt32) -> RequestFailure {
        let (reason, text): (UnresolvedReason, String) =
            switch exit {
            case 3, 9: (.cancelled, "its installation was cancelled")
            case 4, 8: (.packageAvailable, "it has no signature that this machine trusts")
            case 5: (.packageAvailable, "its license has to be agreed to first")
            case 7: (.packageAvailable, "a medium has to be inserted first")
            default: (.packageAvailable, "its installation failed (\(exit))")
            }
        return RequestFailure(reason, "PackageKit says that \(text).")
    }

    /// The error codes that mean that nothing is left to install.
    private static let alreadyInstalled: Set<UInt32> = [9, 41]

    /// The failure for an error of a transaction, by `PkErrorEnum`.
    private static func failure(code: UInt32, _ text: String) -> RequestFailure {
        let reason: UnresolvedReason
        switch code {
        case 2: reason = .noNetwork
        case 10, 37, 43: reason = .downloadFailed
        case 17, 65: reason = .cancelled
        case 46: reason = .storageFull
        case 48: return refusal
        default: reason = .packageAvailable
        }
        return RequestFailure(reason, "PackageKit cannot install it: \(text.isEmpty ? "error \(code)" : text)")
    }

    /// The failure if the machine does not let the user install packages, or the user did not type a password.
    private static let refusal = RequestFailure(
        .deniedByUser, "You were not authorized to install packages, or nobody could ask you for a password.")

    /// The failure for an error of a call.
    static func failure(_ error: BusError) -> RequestFailure {
        if error.code == .cancelled { return RequestFailure(.cancelled, "The installation was given up.") }
        if error.name == interface + ".RefusedByPolicy" { return refusal }
        return RequestFailure(.packageAvailable, "PackageKit does not install it: \(error.message)")
    }
}
