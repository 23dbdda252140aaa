internal import BusInterface
internal import TestSupport
internal import Testing

/// Names that no font can have, given to every command that takes one.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct HostileNameTests {
    private static let commands = [
        ["info"], ["list"], ["search"], ["match"], ["match", "--explain"], ["why"], ["open"], ["copy"], ["uninstall"],
        ["enable"], ["disable"], ["restore"], ["history"], ["plan"], ["install"], ["request"], ["preview"],
        ["collection", "list"], ["collection", "create"], ["collection", "add", "Work"], ["provider", "remove"],
        ["provider", "restore"], ["policy", "explain"], ["grants", "revoke"], ["apply"], ["diff"],
    ]

    private static let inputs = [
        "controls": "\u{1B}[31mred\u{7}\u{202E}\u{9B}2J\nnext\rline", "10 kB": String(repeating: "long ", count: 2000),
        "nothing": "", "spaces": " \t ",
    ]

    @Test(
        "Each command answers a name of controls, one of 10 kB and an empty one with a short text that is safe to show",
        arguments: Self.inputs.keys.sorted())
    private func name(what: String) async throws {
        let name = try #require(Self.inputs[what])
        // To search for nothing in particular is to list everything.
        let isBlank = name.allSatisfy(\.isWhitespace)
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Kept"), by: .user)
            try await daemon.management.createCollection(name: "Work", options: [:])
            for command in Self.commands {
                let arguments = command + [name] + (command == ["copy"] ? ["there"] : [])
                let outcome = try await ChildProcess.run(
                    BuildProducts.executable("typecase"), arguments, environment: daemon.environment)
                let listsAll = isBlank && ["list", "search"].contains(command[0])
                guard case .exited(let code) = outcome.termination,
                    (listsAll ? [0] : [1, 2, 3, 64]).contains(code)
                else {
                    Issue.record("\(what): \(command): \(outcome)")
                    continue
                }
                let text = outcome.standardOutput + outcome.standardError
                #expect(
                    !text.unicodeScalars.contains { Self.isControl($0) },
                    "\(what): \(command): \(text.debugDescription)")
                #expect(text.utf8.count < 4000, "\(what): \(command) writes \(text.utf8.count) bytes")
                #expect(!text.isEmpty, "\(what): \(command) says nothing")
            }
            #expect(try await daemon.fontconfigFamilies() == ["Kept"])
            #expect(try await daemon.management.listCollections(filter: [:]).count == 1)
        }
    }

    /// Whether a terminal takes a scalar for more than text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        let isFormat = scalar.properties.generalCategory == .format
        return isFormat || scalar.properties.generalCategory == .control && scalar != "\n"
    }
}
