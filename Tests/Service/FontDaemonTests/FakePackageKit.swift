internal import DBus
internal import EventLoop
internal import Synchronization
internal import TestSupport

/// Stands in for PackageKit on a system bus of its own, and does what the test says; the real one is tried by
/// `Tests/System`.
final class FakePackageKit: Sendable {
    /// What becomes of an installation.
    enum Course: Sendable {
        /// It succeeds, at 50 and 100 percent.
        case success
        /// It fails with an error of PackageKit's.
        case error(UInt32, String)
        /// polkit refuses the call.
        case refusal
        /// It goes on until it is cancelled.
        case endless
        /// PackageKit ends in the middle of it.
        case crash
    }

    /// A package that it knows.
    struct Package: Sendable {
        var size: UInt64
        /// What is installed, or removed, with it: the number of `PkInfoEnum`, and the package.
        var others: [(info: UInt32, name: String)] = []
    }

    private static let interface = "org.freedesktop.PackageKit"

    let bus: PrivateBus
    private let loop: EventLoop
    private let connection: BusConnection
    private let packages: [String: Package]
    private let course: Course
    private let onInstallation: @Sendable () throws -> Void
    private let state = Mutex<(transactions: Int, hints: [String])>((0, []))
    /// The packages of each installation that was begun, but for simulations.
    let installations: AsyncStream<[String]>
    /// The paths of the transactions that were cancelled.
    let cancellations: AsyncStream<String>
    private let installing: AsyncStream<[String]>.Continuation
    private let cancelling: AsyncStream<String>.Continuation

    /// Starts it.
    ///
    /// - Parameters:
    ///   - packages: What it knows and has not installed.
    ///   - course: What becomes of an installation.
    ///   - onInstallation: Called when one succeeds.
    /// - Throws: Why there is no bus.
    init(
        _ packages: [String: Package], _ course: Course = .success,
        onInstallation: @escaping @Sendable () throws -> Void = {}
    ) async throws {
        (self.packages, self.course, self.onInstallation) = (packages, course, onInstallation)
        (installations, installing) = AsyncStream.makeStream()
        (cancellations, cancelling) = AsyncStream.makeStream()
        bus = try PrivateBus()
        loop = try EventLoop(name: "test-packages")
        connection = try await BusConnection.open(.address(bus.address), on: loop)
        let create = ExportedMethod(name: "CreateTransaction", inputSignature: "", outputSignature: "o") {
            [self] _ in
            let number = state.withLock { state in
                state.transactions += 1
                return state.transactions
            }
            let path = try ObjectPath(validating: "/\(number)_test")
            await connection.export(ExportedObject(interfaces: [transaction(path)]), at: path)
            return [.objectPath(path)]
        }
        await connection.export(
            ExportedObject(interfaces: [
                ExportedInterface(
                    name: Self.interface, methods: [create], introspection: "<interface name=\"\(Self.interface)\"/>")
            ]), at: "/org/freedesktop/PackageKit")
        try await connection.requestName(Self.interface)
    }

    /// Ends it and its bus.
    func end() async {
        await connection.close()
        await loop.stop()
        bus.stop()
    }

    /// How many transactions there were.
    var transactions: Int { state.withLock { $0.transactions } }
    /// The hints of the last installation.
    var hints: [String] { state.withLock { $0.hints } }

    private func transaction(_ path: ObjectPath) -> ExportedInterface {
        func method(
            _ name: String, _ signature: Signature, _ handler: @escaping @Sendable ([BusValue]) async throws -> Void
        ) -> ExportedMethod {
            ExportedMethod(name: name, inputSignature: signature, outputSignature: "") { call in
                try await handler(call.arguments)
                return []
            }
        }
        let name = Self.interface + ".Transaction"
        return ExportedInterface(
            name: name,
            methods: [
                method("SetHints", "as") { [self] arguments in
                    let hints = try [String](busValue: arguments[0])
                    state.withLock { $0.hints = hints }
                },
                method("Resolve", "tas") { [self] arguments in
                    let names = try [String](busValue: arguments[1])
                    tell(path, names.filter { packages[$0] != nil }.map { (2, $0) })
                },
                method("GetDetails", "as") { [self] arguments in
                    let ids = try [String](busValue: arguments[0])
                    Task {
                        for id in ids {
                            let size = packages[Self.name(of: id)]?.size ?? 7
                            try await emit(
                                path, "Details",
                                ["package-id": BusVariant(id), "size": BusVariant(size)] as [String: BusVariant])
                        }
                        try await emit(path, "Finished", UInt32(1), UInt32(5))
                    }
                },
                method("InstallPackages", "tas") { [self] arguments in
                    let names = try [String](busValue: arguments[1]).map(Self.name)
                    if try UInt64(busValue: arguments[0]) & 4 != 0 {
                        return tell(path, names.map { (12, $0) } + names.flatMap { packages[$0]?.others ?? [] })
                    }
                    if case .refusal = course {
                        throw BusError(name: name + ".RefusedByPolicy", message: "The user may not.")
                    }
                    installing.yield(names)
                    Task { try await install(path) }
                },
                method("Cancel", "") { [self] _ in
                    cancelling.yield(path.text)
                    Task { try await emit(path, "Finished", UInt32(3), UInt32(5)) }
                },
            ], introspection: "<interface name=\"\(name)\"/>")
    }

    private func install(_ path: ObjectPath) async throws {
        switch course {
        case .success:
            for percentage: UInt32 in [50, 101, 100] {
                try await connection.emitPropertiesChanged(
                    path: path, interface: Self.interface + ".Transaction",
                    changed: ["Percentage": BusVariant(percentage)])
            }
            try onInstallation()
            try await emit(path, "Finished", UInt32(1), UInt32(5))
        case .error(let code, let text):
            try await emit(path, "ErrorCode", code, text)
            try await emit(path, "Finished", UInt32(2), UInt32(5))
        case .crash: await connection.close()
        case .refusal, .endless: break
        }
    }

    /// Tells of packages, and then the end.
    private func tell(_ path: ObjectPath, _ packages: [(UInt32, String)]) {
        Task {
            for (info, name) in packages {
                try await emit(path, "Package", info, "\(name);1.0;all;test", "A package")
            }
            try await emit(path, "Finished", UInt32(1), UInt32(5))
        }
    }

    private func emit(_ path: ObjectPath, _ signal: String, _ arguments: any BusConvertible...) async throws {
        try await connection.emit(
            signal: signal, interface: Self.interface + ".Transaction", path: path,
            arguments: arguments.map(\.busValue))
    }

    private static func name(of id: String) -> String { String(id.prefix { $0 != ";" }) }
}
