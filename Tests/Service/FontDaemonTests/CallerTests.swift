internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontDaemon
internal import FontModel
internal import InspectionClient
internal import LinuxSystem
internal import Logging
internal import TestSupport
internal import Testing

@testable internal import Systemd
internal import WorkerClient

/// Every member of both interfaces, called by every kind of caller, over a real bus.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CallerTests {
    /// The members of both interfaces as the daemon exports them: what is added there is tested here.
    private static let interfaces: [(table: ExportedInterface, busName: String, path: ObjectPath)] = [
        (fontManager1Interface(RefusingFontManager()), FontManager1Names.busName, FontManager1Names.path),
        (management1Interface(RefusingManagement()), Management1Names.busName, Management1Names.path),
        (typecasePortalInterface(RefusingPortal()), TypecasePortalNames.busName, TypecasePortalNames.path),
        (dynamicType1Interface(RefusingDynamicType()), DynamicType1Names.busName, DynamicType1Names.path),
        (dynamicType1Interface(RefusingDynamicType()), TypecasePortalNames.busName, TypecasePortalNames.path),
        (rendering1Interface(RefusingRendering()), Rendering1Names.busName, Rendering1Names.path),
        (rendering1Interface(RefusingRendering()), TypecasePortalNames.busName, TypecasePortalNames.path),
        (alternateIcons1Interface(RefusingIcons()), AlternateIcons1Names.busName, AlternateIcons1Names.path),
        (alternateIcons1Interface(RefusingIcons()), TypecasePortalNames.busName, TypecasePortalNames.path),
        (resources1Interface(RefusingResources()), Resources1Names.busName, Resources1Names.path),
        (resources1Interface(RefusingResources()), TypecasePortalNames.busName, TypecasePortalNames.path),
    ]

    private static let batch = batch1Interface(RefusingBatch())
    private static let job = job1Interface(RefusingJob())

    @Test(
        "Every method and property of a batch answers its owner, and there is none for anybody else",
        arguments: Caller.allCases)
    func everyMemberOfABatch(caller: Caller) async throws {
        try await withDaemon(for: caller) { connection, owner in
            guard caller != .unidentifiable else {
                let error = await Self.error {
                    _ = try await FontManager1Client(connection).beginBatch(
                        scope: "persistent", enabled: true, options: [:])
                }
                #expect(error?.code == .accessDenied)
                return
            }
            #expect(Self.batch.methods.count >= 3)
            for method in Self.batch.methods {
                // Each its own: Commit and Cancel end it.
                let path = try await FontManager1Client(owner).beginBatch(
                    scope: "persistent", enabled: true, options: ["handle_token": BusVariant("its_\(method.name)")])
                let token = owner.uniqueName.dropFirst().replacing(".", with: "_")
                #expect(path.text == "\(FontManager1Names.path.text)/batch/\(token)/its_\(method.name)")
                let arguments = try Self.arguments(method.inputSignature)
                let foreign = await Self.error {
                    _ = try await connection.call(
                        destination: FontManager1Names.busName, path: path, interface: Batch1Names.interface,
                        member: method.name, arguments: arguments)
                }
                #expect(foreign?.name == "org.freedesktop.DBus.Error.UnknownObject", "\(method.name)")
                #expect(foreign?.message == "There is no object '\(path)'.")
                let own = await Self.error {
                    _ = try await owner.call(
                        destination: FontManager1Names.busName, path: path, interface: Batch1Names.interface,
                        member: method.name, arguments: arguments)
                }
                #expect(own == nil, "\(method.name)")
            }
            let path = try await FontManager1Client(owner).beginBatch(scope: "session", enabled: true, options: [:])
            for property in Self.batch.properties {
                for caller in [owner, connection] {
                    let error = await Self.error {
                        _ = try await caller.call(
                            destination: FontManager1Names.busName, path: path,
                            interface: "org.freedesktop.DBus.Properties", member: "Get",
                            arguments: [.string(Batch1Names.interface), .string(property.name)])
                    }
                    let isOwner = caller.uniqueName == owner.uniqueName
                    #expect(
                        error?.name == (isOwner ? nil : "org.freedesktop.DBus.Error.UnknownObject"), "\(property.name)")
                }
            }
            for parent in [FontManager1Names.path, path] {
                let seen = try? await connection.call(
                    destination: FontManager1Names.busName, path: parent,
                    interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
                #expect("\(seen ?? [])".contains("<node name=\"batch\"") == false, "a foreigner sees \(parent)")
            }
        }
    }

    @Test(
        "Every method and property of a job answers its owner, and there is none for anybody else",
        arguments: Caller.allCases, [FontManager1Names.busName, TypecasePortalNames.busName])
    func everyMemberOfAJob(caller: Caller, busName: String) async throws {
        guard caller != .unidentifiable else { return }
        let isPortal = busName == TypecasePortalNames.busName
        let parent = isPortal ? TypecasePortalNames.path : FontManager1Names.path
        try await withDaemon(for: caller) { connection, owner in
            let path =
                isPortal
                ? try await TypecasePortalClient(owner).requestRights(rights: ["install-fonts"], options: [:])
                : try await FontManager1Client(owner).requestRights(rights: ["install-fonts"], options: [:])
            #expect(path.text.hasPrefix("\(parent.text)/job/"))
            for (caller, isOwner) in [(connection, false), (owner, true)] {
                let expected = isOwner ? nil : "org.freedesktop.DBus.Error.UnknownObject"
                for property in Self.job.properties {
                    let error = await Self.error {
                        _ = try await caller.call(
                            destination: busName, path: path, interface: "org.freedesktop.DBus.Properties",
                            member: "Get", arguments: [.string(Self.job.name), .string(property.name)])
                    }
                    #expect(error?.name == expected, "\(property.name)")
                }
                for method in Self.job.methods {
                    let error = await Self.error {
                        _ = try await caller.call(
                            destination: busName, path: path, interface: Self.job.name, member: method.name,
                            arguments: try Self.arguments(method.inputSignature))
                    }
                    #expect(error?.name == expected, "\(method.name)")
                }
            }
        }
    }

    @Test("Every method and property admits exactly the callers that may use it", arguments: Caller.allCases)
    func everyMember(caller: Caller) async throws {
        try await withDaemon(for: caller) { connection in
            for interface in Self.interfaces {
                #expect(!interface.table.methods.isEmpty)
                for method in interface.table.methods {
                    let error = await Self.error {
                        _ = try await connection.call(
                            destination: interface.busName, path: interface.path, interface: interface.table.name,
                            member: method.name, arguments: try Self.arguments(method.inputSignature))
                    }
                    expect(error, "\(interface.table.name).\(method.name)", isAdmitted: caller.mayUse(interface.table))
                }
                for property in interface.table.properties {
                    let error = await Self.error {
                        _ = try await connection.call(
                            destination: interface.busName, path: interface.path,
                            interface: "org.freedesktop.DBus.Properties", member: "Get",
                            arguments: [.string(interface.table.name), .string(property.name)])
                    }
                    expect(
                        error, "\(interface.table.name).\(property.name)", isAdmitted: caller.mayUse(interface.table))
                }
                let all = await Self.error {
                    _ = try await connection.call(
                        destination: interface.busName, path: interface.path,
                        interface: "org.freedesktop.DBus.Properties", member: "GetAll",
                        arguments: [.string(interface.table.name)])
                }
                expect(all, "\(interface.table.name) GetAll", isAdmitted: caller.mayUse(interface.table))
            }
        }
    }

    // MARK: What objects have besides

    /// Interfaces that are answered without a look at who asks: they tell of the interfaces, and nothing else.
    private static let open = ["org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer"]
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let logControl = "org.freedesktop.LogControl1"

    /// An interface that the daemon serves, as it describes it itself.
    private struct Served: Hashable {
        var busName: String
        var path: ObjectPath
        var name: String
        /// The signatures of what goes in, by the methods.
        var methods: [String: String] = [:]
        /// The types, by the properties.
        var properties: [String: String] = [:]
    }

    /// All that is served below a path, found as anybody finds it who knows nothing but the name.
    private static func served(
        by busName: String, below path: ObjectPath = .root, on connection: BusConnection
    ) async throws -> [Served] {
        let results = try await connection.call(
            destination: busName, path: path, interface: open[0], member: "Introspect")
        let text = try String(busValue: #require(results.first))
        var found: [Served] = []
        var method: String?
        for element in text.split(separator: "<") {
            let words = element.prefix { $0 != ">" }
            func value(_ attribute: String) -> String {
                let parts = words.split(separator: " \(attribute)=\"", maxSplits: 1)
                return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : ""
            }
            switch words.prefix(while: \.isLetter) {
            case "interface": found.append(Served(busName: busName, path: path, name: value("name")))
            case "method":
                method = value("name")
                found[found.count - 1].methods[value("name")] = ""
            case "signal": method = nil
            case "arg" where value("direction") == "in":
                if let method { found[found.count - 1].methods[method, default: ""] += value("type") }
            case "property": found[found.count - 1].properties[value("name")] = value("type")
            case "node" where !value("name").isEmpty:
                found += try await served(by: busName, below: path.appending(value("name")), on: connection)
            default: break
            }
        }
        return found
    }

    @Test(
        "Whatever an object has besides, and how its log is controlled, is for the callers that may use the object",
        arguments: Caller.allCases)
    func everythingServed(caller: Caller) async throws {
        try await withDaemon(for: caller) { connection in
            var served: [Served] = []
            for busName in Set(Self.interfaces.map(\.busName)).sorted() {
                served += try await Self.served(by: busName, on: connection)
            }
            // Each object has these beside its own, of which every one is tested here: by the tables, or below.
            let own = Set(Self.interfaces.map(\.table.name) + [Self.logControl])
            #expect(Set(served.map(\.name)) == own.union(Self.open + [Self.properties]))
            for interface in Self.interfaces {
                let described = try #require(
                    served.first { $0.busName == interface.busName && $0.name == interface.table.name })
                #expect(described.path == interface.path)
                let methods = interface.table.methods.map { ($0.name, $0.inputSignature.text) }
                #expect(described.methods == Dictionary(uniqueKeysWithValues: methods))
                #expect(Set(described.properties.keys) == Set(interface.table.properties.map(\.name)))
            }
            for object in served where own.contains(object.name) {
                let table = try #require(Self.interfaces.first { $0.busName == object.busName }?.table)
                try await everyProperty(of: object, on: connection, isAdmitted: caller.mayUse(table))
            }
            for object in served where Self.open.contains(object.name) {
                for (method, signature) in object.methods {
                    #expect(signature.isEmpty)
                    let error = await Self.error {
                        _ = try await connection.call(
                            destination: object.busName, path: object.path, interface: object.name, member: method)
                    }
                    #expect(error == nil, "\(object.name).\(method) at \(object.path)")
                }
            }
        }
    }

    /// Gets and sets each property by each method of the standard interface for them.
    private func everyProperty(of object: Served, on connection: BusConnection, isAdmitted: Bool) async throws {
        func call(_ member: String, _ arguments: [BusValue]) async -> (results: [BusValue], error: BusError?) {
            do throws(BusError) {
                let results = try await connection.call(
                    destination: object.busName, path: object.path, interface: Self.properties, member: member,
                    arguments: [.string(object.name)] + arguments)
                return (results, nil)
            } catch {
                return ([], error)
            }
        }
        expect(await call("GetAll", []).error, "\(object.name) GetAll", isAdmitted: isAdmitted)
        for (property, type) in object.properties {
            let (results, error) = await call("Get", [.string(property)])
            expect(error, "\(object.name).\(property)", isAdmitted: isAdmitted)
            // What it is already, where that can be told: setting it changes nothing.
            let value = results.first ?? .variant(type == "s" ? .string("") : .uint32(0))
            let setting = await call("Set", [.string(property), value]).error
            guard isAdmitted else {
                expect(setting, "setting \(object.name).\(property)", isAdmitted: false)
                continue
            }
            let canBeSet = object.name == Self.logControl && property != "SyslogIdentifier"
            #expect(setting?.code == (canBeSet ? nil : .propertyReadOnly), "\(object.name).\(property)")
        }
    }

    @Test("Every interface that there is a description of is tested for every kind of caller")
    func everyInterface() {
        let described = TreeListing(sourcePath("dbus")).files.keys.filter { $0.hasSuffix(".xml") }
            .compactMap { $0.split(separator: "/").last }.map { String($0.dropLast(4)) }
        // What is called, and not served: the agents are programs of the user.
        let calledOnly = [ConsentAgent1Names.interface]
        let ofObjects = [Self.batch.name, Self.job.name]
        #expect(Set(described) == Set(Self.interfaces.map(\.table.name) + ofObjects + calledOnly))
    }

    /// The rights that each method for sandboxed callers needs of them, by interface: a new method has to be entered here.
    private static let rights: [String: [String: [Right]]] = [
        FontManager1Names.interface: [
            "RegisterFonts": [.installFonts], "RegisterDescriptors": [.installFonts], "BeginBatch": [.installFonts],
            "SetEnabled": [.installFonts], "Unregister": [], "UnregisterDescriptors": [], "ListRegistered": [],
            "EndLease": [], "Match": [], "ListFamilies": [], "ListFaces": [], "ListFacesFile": [], "OpenFont": [],
            "Changes": [],
            "Validate": [], "Rights": [], "RequestRights": [], "WhoAmI": [], "RegisterRemoteFont": [.installFonts],
            // These need a right for each font that they find, of which there is none here.
            "Cover": [], "RequestFonts": [], "RegisterAssets": [],
            // The user decides, whatever rights the caller has.
            "PickFont": [],
        ],
        AlternateIcons1Names.interface: ["SetAlternateIconName": []],
        DynamicType1Names.interface: ["Styles": [], "ScaledValue": [], "ScaledFontSize": []],
        Rendering1Names.interface: ["Measure": [], "Mask": [], "Specimen": []],
        Resources1Names.interface: [
            "BeginAccess": [], "ConditionallyBeginAccess": [], "EndAccess": [], "SetLoadingPriority": [],
            "SetPreservationPriority": [], "OpenAsset": [],
        ],
        TypecasePortalNames.interface: [
            "RegisterFonts": [.installFonts], "Unregister": [], "ListRegistered": [], "Match": [], "OpenFont": [],
            "Rights": [], "RequestRights": [], "Cover": [], "RequestFonts": [],
            "RegisterAssets": [], "PickFont": [], "EndLease": [],
        ],
    ]

    @Test("What the portal has of the public interface needs the same rights there, and has the same signatures")
    func portalIsAPart() throws {
        let whole = fontManager1Interface(RefusingFontManager())
        for method in typecasePortalInterface(RefusingPortal()).methods {
            let same = try #require(whole.methods.first { $0.name == method.name }, "\(method.name)")
            #expect(method.inputSignature == same.inputSignature, "\(method.name)")
            #expect(method.outputSignature == same.outputSignature, "\(method.name)")
            #expect(
                Self.rights[TypecasePortalNames.interface]?[method.name]
                    == Self.rights[FontManager1Names.interface]?[method.name])
        }
    }

    @Test(
        "A sandboxed caller without a right is refused by the methods that need it, with its name",
        arguments: [Caller.flatpak, .stranger])
    func rights(caller: Caller) async throws {
        // The management is closed to them altogether.
        let interfaces = Self.interfaces.filter { caller.mayUse($0.table) }
        #expect(Set(interfaces.map(\.table.name)) == Set(Self.rights.keys))
        try await withDaemon(for: caller) { connection in
            for interface in interfaces {
                let rights = try #require(Self.rights[interface.table.name])
                #expect(Set(interface.table.methods.map(\.name)) == Set(rights.keys))
                for method in interface.table.methods {
                    let error = await Self.error {
                        let results = try await connection.call(
                            destination: interface.busName, path: interface.path, interface: interface.table.name,
                            member: method.name, arguments: try Self.arguments(method.inputSignature))
                        try await Self.finish(results, of: interface.busName, on: connection)
                    }
                    let place = "\(interface.table.name).\(method.name)"
                    let needed = caller == .stranger ? rights[method.name] ?? [] : []
                    // PickFont fails so where nobody shows a dialog, whatever rights the caller has.
                    if method.name == "PickFont" { continue }
                    #expect((error?.typecaseName == "MissingEntitlement") == !needed.isEmpty, "\(place)")
                    for right in needed { #expect(error?.message.contains(right.rawValue) == true, "\(place)") }
                }
            }
        }
    }

    /// Waits for the end of a job, where a call has begun one, and throws what it failed with.
    private static func finish(_ results: [BusValue], of busName: String, on connection: BusConnection) async throws {
        guard case .objectPath(let path)? = results.first, path.text.contains("/job/") else { return }
        let job = Job1Client(connection, busName: busName, path: path)
        let ends = try await job.finished()
        if try await job.state() == "running" { for await _ in ends { break } }
        let result = try await job.result()
        guard let name = try result["error"]?.converted(to: String.self) else { return }
        throw BusError(name: name, message: try result["message"]?.converted(to: String.self) ?? "")
    }

    @Test("What a caller registers belongs to whom the daemon takes it for", arguments: Caller.allCases)
    func ownership(caller: Caller) async throws {
        guard caller != .unidentifiable else { return }
        let identity = try caller.identity()
        try await withDaemon(for: caller) { connection in
            let manager = FontManager1Client(connection)
            let who = try await manager.whoAmI()
            #expect(try who["kind"]?.converted(to: String.self) == identity.kind.rawValue)
            #expect(try who["provider"]?.converted(to: String.self) == identity.provider.rawValue)
            #expect(try who["app_id"]?.converted(to: String.self) == identity.applicationID)
            let font = try SealedMemory(bytes: FontBuilder(family: "Caller").build()).descriptor
            _ = try await manager.registerFonts(fonts: [font], scope: "persistent", enabled: true, options: [:])
            let fonts = try await manager.listRegistered(filter: [:]).fonts
            #expect(try fonts.map { try $0["provider"]?.converted(to: String.self) } == [identity.provider.rawValue])
        }
    }

    private func expect(_ error: BusError?, _ member: String, isAdmitted: Bool) {
        if isAdmitted {
            #expect(error?.code != .accessDenied, "\(member): \(String(describing: error))")
            #expect(error?.code != .unknownMethod && error?.code != .unknownProperty, "\(member)")
        } else {
            #expect(error?.code == .accessDenied, "\(member): \(String(describing: error))")
        }
    }

    private static func error(_ body: () async throws -> Void) async -> BusError? {
        do {
            try await body()
            return nil
        } catch let error as BusError {
            return error
        } catch {
            return .failed("\(error)")
        }
    }

    /// Arguments of a signature that do no harm: empty lists, no options.
    private static func arguments(_ signature: Signature) throws -> [BusValue] {
        switch signature.text {
        case "": []
        case "ahsba{sv}": [[OwnedFileDescriptor]().busValue, "persistent".busValue, true.busValue, options]
        case "aha{sv}": [[OwnedFileDescriptor]().busValue, options]
        case "asa{sv}": [[String]().busValue, options]
        case "asba{sv}": [[String]().busValue, true.busValue, options]
        case "a{sv}": [options]
        case "aa{sv}sba{sv}":
            [[[String: BusVariant]]().busValue, "persistent".busValue, true.busValue, options]
        case "aa{sv}sa{sv}": [[[String: BusVariant]]().busValue, "persistent".busValue, options]
        case "ha{sv}": [try SealedMemory(bytes: [0]).descriptor.busValue, options]
        case "oa{sv}": [ObjectPath.root.busValue, options]
        case "sba{sv}": ["persistent".busValue, true.busValue, options]
        case "aa{sv}a{sv}": [[[String: BusVariant]]().busValue, options]
        // From a server that there never will be, as RFC 6761 promises.
        case "ssba{sv}": ["https://typecase.invalid/font".busValue, "persistent".busValue, true.busValue, options]
        case "sda{sv}": ["body".busValue, 17.0.busValue, options]
        case "sa{sv}": ["0".busValue, options]
        case "ssa{sv}": ["org.example.A".busValue, "".busValue, options]
        case "sssa{sv}": ["org.example.A".busValue, "install-fonts".busValue, "allow".busValue, options]
        case "assba{sv}": [[String]().busValue, "persistent".busValue, true.busValue, options]
        case "saa{sv}a{sv}a{sv}": ["A".busValue, [[String: BusVariant]]().busValue, options, options]
        case "sasba{sv}": ["Group".busValue, ["0"].busValue, true.busValue, options]
        case "ta{sv}": [(0 as UInt64).busValue, options]
        case "sasa{sv}": ["handle".busValue, ["tag"].busValue, options]
        case "s": ["handle".busValue]
        case "sd": ["handle".busValue, 0.5.busValue]
        case "asd": [["tag"].busValue, 0.5.busValue]
        case "t": [(0 as UInt64).busValue]
        default: throw BusError.failed("the test has no arguments of the signature \(signature.text) yet")
        }
    }

    private static var options: BusValue { [String: BusVariant]().busValue }

    private func withDaemon(for caller: Caller, _ body: (BusConnection) async throws -> Void) async throws {
        try await withDaemon(for: caller) { connection, _ in try await body(connection) }
    }

    private func withDaemon(
        for caller: Caller, _ body: (_ connection: BusConnection, _ another: BusConnection) async throws -> Void
    ) async throws {
        let home = try ScratchHome()
        // What sandboxed callers may ask the web for is one question, and what they may register another.
        try home.scratch.write(
            #"{"version": 1, "rules": [{"providers": ["*"], "sources": ["download"], "decision": "allow"}]}"#,
            to: "policy/policy.d/60-downloads.json")
        let bus = try PrivateBus()
        let loop = try EventLoop(name: "test-daemon")
        let daemon = TypecaseDaemon(
            configuration: DaemonConfiguration(
                busAddress: .address(bus.address), systemBusAddress: .address("unix:path=/nonexistent"),
                environment: home.environment,
                workers: .programs(in: BuildProducts.directory, environment: home.environment),
                fetcher: .executable(BuildProducts.executable("typecase-fetch")),
                identify: { _ in try caller.identity() }),
            loop: loop, threads: BlockingThreads(name: "test-work", maximumCount: TypecaseDaemon.workThreads),
            logControl: LogControl(
                identifier: "typecased", level: .info,
                destination: LogDestination(
                    identifier: "typecased", journalSocket: nil, standardError: -1, marksPriority: false)),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await daemon.start()
        let connection = try await BusConnection.open(.address(bus.address), on: loop)
        let another = try await BusConnection.open(.address(bus.address), on: loop)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(connection, another))
        } catch {
            result = .failure(error)
        }
        await another.close()
        await connection.close()
        await daemon.stop()
        await loop.stop()
        try result.get()
    }
}
