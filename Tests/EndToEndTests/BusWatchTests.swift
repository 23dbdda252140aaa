internal import BusInterface
internal import DBus
internal import FontModel
internal import TestSupport
internal import Testing

/// The check that every error which callers get is documented: that it sees them, and knows what is documented.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct BusWatchTests {
    @Test("What calls are answered with is heard, of calls and of items, of any program")
    func hearing() async throws {
        try await RunningDaemon.run { daemon in
            let watch = try await BusWatch(daemon.bus, daemon.connection)
            let refused = try await daemon.register([daemon.home.openFont(Array("no font".utf8))])
            #expect(refused.results.map(\.errorName) == ["UnrecognizedFormat"])
            await #expect(throws: BusError.self) { try await daemon.manager.openFont(id: "unknown", options: [:]) }
            // Whoever else is on the bus.
            let other = try await daemon.connect()
            _ = try await Management1Client(other).uninstall(ids: ["unknown"], options: [:])
            await other.close()
            let answers = await watch.end()
            let expected: Set = [
                BusWatch.Answer(
                    method: "org.typecase.FontManager1.RegisterFonts", place: .item,
                    name: "org.typecase.Error.UnrecognizedFormat"),
                BusWatch.Answer(
                    method: "org.typecase.FontManager1.OpenFont", place: .call,
                    name: "org.typecase.Error.NotRegistered"),
                BusWatch.Answer(
                    method: "org.typecase.Management1.Uninstall", place: .item,
                    name: "org.typecase.Error.NotRegistered"),
            ]
            #expect(answers == expected)
        }
    }

    @Test("The documented errors of each method are those that its description names")
    func documentation() throws {
        let documented = try DocumentedErrors.ofSources.get()
        let registration = try #require(documented.methods["org.typecase.FontManager1.RegisterFonts"])
        #expect(registration.item.isSuperset(of: ["InvalidFontData", "Shadowed", "RequestReused", "Corrupt"]))
        #expect(registration.call.isSuperset(of: ["UnsupportedScope", "RegistrationFailed"]))
        let other = try #require(documented.methods["org.typecase.Management1.BeginBatch"])
        #expect(other.call.contains("ExceededResourceLimit"), "those of the other interface's")
        let commit = try #require(documented.methods["org.typecase.Batch1.Commit"])
        #expect(commit.item.isSuperset(of: ["UnrecognizedFormat", "DuplicatedName"]), "its own and those of AddFonts")
        #expect(documented.methods["org.typecase.FontManager1.WhoAmI"]?.call.isEmpty == true)
        let shadowed = "org.typecase.Error.Shadowed"
        #expect(documented.covers(itemError: shadowed, of: "org.typecase.FontManager1.RegisterFonts"))
        #expect(!documented.covers(callError: shadowed, of: "org.typecase.FontManager1.RegisterFonts"))
        #expect(!documented.covers(itemError: shadowed, of: "org.typecase.FontManager1.Unregister"))
        #expect(documented.covers(callError: "org.typecase.Error.Busy", of: "org.typecase.FontManager1.WhoAmI"))
        #expect(
            !documented.covers(
                callError: "org.freedesktop.DBus.Error.Failed", of: "org.typecase.FontManager1.RegisterFonts"))
    }
}
