internal import BusInterface
internal import DBus
internal import DynamicType
internal import FontModel
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing

/// How large text is for each program, and whom a change is told.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct TextSizeTests {
    /// The settings portal, as far as it tells the text size.
    private final class SettingsPortal: Sendable {
        private let factor = Mutex(1.0)
        /// Version 1 knows `Read` alone.
        let isOld: Bool
        private let connection: BusConnection

        init(on connection: BusConnection, factor: Double, isOld: Bool = false) async throws {
            self.connection = connection
            self.isOld = isOld
            self.factor.withLock { $0 = factor }
            await connection.export(
                ExportedObject(interfaces: [try table]), at: "/org/freedesktop/portal/desktop")
            try await connection.requestName("org.freedesktop.portal.Desktop")
        }

        private var table: ExportedInterface {
            get throws {
                func method(_ name: String, _ value: @escaping @Sendable (Double) -> BusValue) throws -> ExportedMethod
                {
                    ExportedMethod(
                        name: name, inputSignature: try Signature(validating: "ss"),
                        outputSignature: try Signature(validating: "v")
                    ) { [self] call in
                        guard
                            call.arguments == [
                                .string("org.gnome.desktop.interface"), .string("text-scaling-factor"),
                            ]
                        else { throw BusError(name: "org.freedesktop.portal.Error.NotFound", message: "") }
                        return [.variant(value(factor.withLock { $0 }))]
                    }
                }
                let read = try method("Read") { .variant(.double($0)) }
                let readOne = try method("ReadOne") { .double($0) }
                return ExportedInterface(
                    name: "org.freedesktop.portal.Settings", methods: isOld ? [read] : [read, readOne],
                    introspection: "<interface name=\"org.freedesktop.portal.Settings\"/>")
            }
        }

        func set(_ factor: Double) async throws {
            self.factor.withLock { $0 = factor }
            try await connection.emit(
                signal: "SettingChanged", interface: "org.freedesktop.portal.Settings",
                path: "/org/freedesktop/portal/desktop",
                arguments: [
                    .string("org.gnome.desktop.interface"), .string("text-scaling-factor"), .variant(.double(factor)),
                ])
        }
    }

    private static func size(_ desk: Desk, _ application: String = "") async throws -> [String] {
        let size = try await desk.management.textSize(application: application, options: [:])
        return try ["category", "source", "text_scale_source"].map { try size[$0]?.converted(to: String.self) ?? "" }
    }

    @Test("Where nothing says anything, text is large by default")
    func nothing() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let client = DynamicType1Client(desk.connection)
            let category = try await client.category()
            #expect(category == "large")
            #expect(try await client.source() == "default")
            #expect(try await Self.size(desk) == ["large", "default", ""])
            #expect(try await client.version() == 1)
        }
    }

    @Test(
        "The settings portal is followed from the first question on, whichever version it is", arguments: [false, true])
    func portal(isOld: Bool) async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let desktop = try await desk.connect(as: "org.example.Portal")
            let portal = try await SettingsPortal(on: desktop, factor: 1.25, isOld: isOld)
            let client = DynamicType1Client(desk.connection)
            let changes = try await client.categoryChanged()
            var iterator = changes.makeAsyncIterator()
            #expect(try await client.category() == "extra-extra-large")
            #expect(try await client.source() == "desktop")
            try await portal.set(2)
            #expect(try await iterator.next() == "accessibility-large")
            #expect(try await Self.size(desk) == ["accessibility-large", "desktop", "portal"])
            // What makes no sense says nothing.
            try await portal.set(.nan)
            #expect(try await iterator.next() == "large")
            try await portal.set(1.1)
            #expect(try await iterator.next() == "extra-large")
            // The portal leaves: nobody knows any more.
            await desktop.close()
            #expect(try await iterator.next() == "large")
            // It comes back, with what was set meanwhile.
            let again = try await desk.connect(as: "org.example.Portal")
            _ = try await SettingsPortal(on: again, factor: 3, isOld: isOld)
            #expect(try await iterator.next() == "accessibility-extra-extra-extra-large")
            await again.close()
        }
    }

    @Test("What all programs would be answered is noted for those that start, from the first question to the end")
    func note() async throws {
        let home = try ScratchHome()
        let path = "\(home.runtimeDirectory)/typecase/\(TextSizeNote.fileName)"
        @Sendable func noted() -> TextSizeNote? { LivingNote.read(path).flatMap(TextSizeNote.init) }
        try await Desk.run(in: home) { desk in
            let desktop = try await desk.connect(as: "org.example.Portal")
            let portal = try await SettingsPortal(on: desktop, factor: 1.25)
            // Nobody has asked, and so nobody has asked the desktop.
            #expect(noted() == nil)
            let client = DynamicType1Client(desk.connection)
            var iterator = try await client.categoryChanged().makeAsyncIterator()
            _ = try await client.category()
            #expect(noted() == TextSizeNote(category: .extraExtraLarge, busAddress: desk.bus.address))
            // It is noted before anybody is told.
            try await portal.set(2)
            #expect(try await iterator.next() == "accessibility-large")
            #expect(noted()?.category == .accessibilityLarge)
            let management = desk.management
            try await management.setTextSize(application: "", category: "small", options: [:])
            #expect(noted()?.category == .small)
            // From now on it depends on who asks.
            try await management.setTextSize(application: "org.example.Reader", category: "medium", options: [:])
            #expect(noted() == nil)
            try await management.setTextSize(application: "", category: "large", options: [:])
            #expect(noted() == nil)
            #expect(try await management.resetTextSize(application: "org.example.Reader", options: [:]))
            #expect(noted()?.category == .large)
            await desktop.close()
        }
        #expect(noted() == nil)
    }

    @Test("What the user chooses comes before the desktop, and for one program before that for all")
    func choices() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let desktop = try await desk.connect(as: "org.example.Portal")
            _ = try await SettingsPortal(on: desktop, factor: 1.25)
            let reader = try await desk.connect(as: "org.example.Reader", kind: .flatpak)
            let other = try await desk.connect(as: "org.example.Other")
            let clients = [DynamicType1Client(reader), DynamicType1Client(other)]
            func categories() async throws -> [String] {
                var categories: [String] = []
                for client in clients { categories.append(try await client.category()) }
                return categories
            }
            let management = desk.management
            #expect(try await categories() == ["extra-extra-large", "extra-extra-large"])
            try await management.setTextSize(application: "", category: "small", options: [:])
            #expect(try await categories() == ["small", "small"])
            try await management.setTextSize(
                application: "org.example.Reader", category: "accessibility-medium", options: [:])
            #expect(try await categories() == ["accessibility-medium", "small"])
            #expect(try await clients[0].source() == "application")
            #expect(try await clients[1].source() == "user")
            let list = try await management.listTextSizes(filter: [:])
            #expect(
                try list.map { try $0["application"]?.converted(to: String.self) } == ["", "org.example.Reader"])
            #expect(try await management.resetTextSize(application: "", options: [:]))
            #expect(try await !management.resetTextSize(application: "", options: [:]))
            #expect(try await categories() == ["accessibility-medium", "extra-extra-large"])
            #expect(try await management.resetTextSize(application: "org.example.Reader", options: [:]))
            #expect(try await categories() == ["extra-extra-large", "extra-extra-large"])
            #expect(try await management.listTextSizes(filter: [:]).isEmpty)
            for connection in [desktop, reader, other] { await connection.close() }
        }
    }

    @Test("Each program is told of its own changes, and of no other's")
    func announcements() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let reader = try await desk.connect(as: "org.example.Reader", kind: .flatpak)
            let other = try await desk.connect(as: "org.example.Other", kind: .flatpak)
            let listener = try await desk.connect(as: "org.example.Listener")
            let listened = Mutex<[String]>([])
            let everything = try await listener.signals(
                matching: MatchRule(interface: DynamicType1Names.interface, member: "CategoryChanged"))
            let listening = Task {
                for await signal in everything { listened.withLock { $0.append("\(signal.arguments)") } }
            }
            let readerChanges = try await DynamicType1Client(reader).categoryChanged()
            let otherChanges = try await DynamicType1Client(other).categoryChanged()
            var ofReader = readerChanges.makeAsyncIterator()
            var ofOther = otherChanges.makeAsyncIterator()
            _ = try await DynamicType1Client(reader).category()
            _ = try await DynamicType1Client(other).styles(options: [:])
            let management = desk.management
            try await management.setTextSize(application: "org.example.Reader", category: "small", options: [:])
            #expect(try await ofReader.next() == "small")
            try await management.setTextSize(application: "", category: "extra-large", options: [:])
            // The first that the other one hears of is not what was the reader's.
            #expect(try await ofOther.next() == "extra-large")
            try await management.setTextSize(application: "org.example.Reader", category: "medium", options: [:])
            #expect(try await ofReader.next() == "medium", "that for all was none of its concern")
            // A round trip over the same connection: what was sent to the listener before has come in.
            _ = try await listener.hasOwner(FontManager1Names.busName)
            listening.cancel()
            #expect(listened.withLock { $0 } == [])
            for connection in [reader, other, listener] { await connection.close() }
        }
    }

    @Test("By the name that sandboxes reach each program is told of its own changes, and of no other's")
    func behindThePortal() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let reader = try await desk.connect(as: "org.example.Reader", kind: .flatpak)
            let other = try await desk.connect(as: "org.example.Other", kind: .flatpak)
            let portal = DynamicType1Client(throughPortalOver: reader)
            let changes = try await portal.categoryChanged()
            var ofPortal = changes.makeAsyncIterator()
            let otherChanges = try await DynamicType1Client(throughPortalOver: other).categoryChanged()
            var ofOther = otherChanges.makeAsyncIterator()
            let directly = Mutex<[String]>([])
            let directChanges = try await DynamicType1Client(reader).categoryChanged()
            let listening = Task {
                for await category in directChanges { directly.withLock { $0.append(category) } }
            }
            #expect(try await portal.category() == "large")
            #expect(try await DynamicType1Client(throughPortalOver: other).source() == "default")
            let management = desk.management
            try await management.setTextSize(application: "org.example.Reader", category: "small", options: [:])
            #expect(try await ofPortal.next() == "small")
            #expect(try await portal.source() == "application")
            let scaled = try await portal.scaledFontSize(style: "body", size: 17, options: [:])
            #expect(scaled == 15)
            try await management.setTextSize(application: "", category: "extra-large", options: [:])
            // The first that the other one hears of is not what was the reader's.
            #expect(try await ofOther.next() == "extra-large")
            // Who has asked by one name alone is told by that alone.
            _ = try await reader.hasOwner(FontManager1Names.busName)
            #expect(directly.withLock { $0 } == [])
            listening.cancel()
            // Who asks by both is told by both.
            var both = try await DynamicType1Client(reader).categoryChanged().makeAsyncIterator()
            #expect(try await DynamicType1Client(reader).category() == "small")
            try await management.setTextSize(application: "org.example.Reader", category: "medium", options: [:])
            #expect(try await ofPortal.next() == "medium")
            #expect(try await both.next() == "medium")
            for connection in [reader, other] { await connection.close() }
        }
    }

    @Test("Whoever manages text sizes is told of each change")
    func managers() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let changes = try await desk.management.textSizesChanged()
            var iterator = changes.makeAsyncIterator()
            _ = try await desk.management.textSize(application: "", options: [:])
            try await desk.management.setTextSize(application: "org.example.A", category: "small", options: [:])
            #expect(try await iterator.next() != nil)
        }
    }

    @Test("What the user chose is there after a restart")
    func restart() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            try await desk.management.setTextSize(application: "", category: "extra-small", options: [:])
            try await desk.management.setTextSize(application: "org.example.App", category: "medium", options: [:])
        }
        try await Desk.run(in: home) { desk in
            let size = try await Self.size(desk)
            #expect(size == ["extra-small", "user", ""])
            #expect(try await DynamicType1Client(desk.connection).category() == "medium")
        }
    }

    @Test("What is no category, style, size or program is refused, and changes nothing")
    func badInput() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let client = DynamicType1Client(desk.connection)
            func code(_ body: () async throws -> Void) async -> BusError.Code? {
                do {
                    try await body()
                    return nil
                } catch {
                    return (error as? BusError)?.code
                }
            }
            for (application, category) in [("", "huge"), ("", ""), ("", "XL"), ("no id!", "small"), (".x", "small")] {
                #expect(
                    await code {
                        try await desk.management.setTextSize(
                            application: application, category: category, options: [:])
                    } == .invalidArguments)
            }
            #expect(try await desk.management.listTextSizes(filter: [:]).isEmpty)
            let category = ["category": BusVariant("accessibility-extra-extra-extra-large")]
            #expect(try await client.scaledFontSize(style: "caption2", size: 17.8, options: category) == 66)
            let limited = category.merging(["maximum": BusVariant(40.0)]) { $1 }
            #expect(try await client.scaledFontSize(style: "caption2", size: 17.8, options: limited) == 40)
            let factor = category.merging(["maximum_factor": BusVariant(2.0)]) { $1 }
            #expect(try await client.scaledFontSize(style: "body", size: 17, options: factor) == 34)
            let pixels = ["category": BusVariant("extra-small"), "display_scale": BusVariant(3.0)]
            let scaled = try await client.scaledValue(style: "body", value: 17, options: pixels)
            #expect((scaled * 1000).rounded() == 14667)
            for (style, size) in [("body", 0), ("body", -1), ("body", .nan), ("body", 1e9), ("title9", 17), ("", 17)]
                as [(String, Double)]
            {
                #expect(
                    await code { _ = try await client.scaledFontSize(style: style, size: size, options: [:]) }
                        == .invalidArguments, "\(style) \(size)")
            }
            for options in [
                ["maximum": BusVariant(0.0)], ["maximum": BusVariant(Double.nan)], ["maximum": BusVariant("a")],
                ["maximum": BusVariant(20.0), "maximum_factor": BusVariant(2.0)], ["category": BusVariant("AX9")],
            ] {
                #expect(
                    await code { _ = try await client.scaledFontSize(style: "body", size: 17, options: options) }
                        == .invalidArguments, "\(options)")
            }
            for (value, options) in [
                (Double.nan, [:]), (.infinity, [:]), (1e308, category), (1, ["display_scale": BusVariant(0.0)]),
                (1, ["display_scale": BusVariant(-Double.infinity)]),
            ] as [(Double, [String: BusVariant])] {
                #expect(
                    await code { _ = try await client.scaledValue(style: "caption2", value: value, options: options) }
                        == .invalidArguments, "\(value) \(options)")
            }
            let styles = try await client.styles(options: category)
            #expect(styles.count == 11)
            #expect(try styles.first?["size"]?.converted(to: Double.self) == 60)
            #expect(try styles.first { try $0["style"]?.converted(to: String.self) == "title3" }?["tracking"] == nil)
        }
    }

    @Test("Plasma's resolution for fonts counts where nothing else is set, and its changes are noticed")
    func plasma() async throws {
        let home = try ScratchHome()
        try home.scratch.write("[General]\nforceFontDPI=120\n", to: "home/.config/kcmfonts")
        try await Desk.run(in: home) { desk in
            let client = DynamicType1Client(desk.connection)
            let changes = try await client.categoryChanged()
            var iterator = changes.makeAsyncIterator()
            #expect(try await client.category() == "extra-extra-large")
            #expect(try await Self.size(desk)[2] == "plasma")
            try home.scratch.write("[General]\nforceFontDPI=192\n", to: "home/.config/kcmfonts")
            try await desk.connection.emit(
                signal: "notifyChange", interface: "org.kde.KGlobalSettings", path: "/KGlobalSettings",
                arguments: [.int32(1), .int32(0)])
            #expect(try await iterator.next() == "accessibility-large")
            // A portal that says what everybody has who has set nothing does not outdo it; one that says more does.
            let desktop = try await desk.connect(as: "org.example.Portal")
            let portal = try await SettingsPortal(on: desktop, factor: 1)
            try await portal.set(1.1)
            #expect(try await iterator.next() == "extra-large")
            await desktop.close()
        }
    }
}
