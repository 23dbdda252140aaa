internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// Changes of collections in the history, and undoing where the last change is gone for good.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct CollectionHistoryTests {
    private func members(of name: String, _ daemon: RunningDaemon) async throws -> [String]? {
        let found = try await daemon.management.listCollections(filter: ["name": BusVariant(name)]).first
        return try found?["fonts"]?.converted(to: [[String: BusVariant]].self).map { $0.text("postscript_name") }
    }

    private func succeed(_ daemon: RunningDaemon, _ arguments: String...) async throws {
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("typecase"), arguments, environment: daemon.environment)
        #expect(outcome.succeeded, "\(arguments): \(outcome.standardError)")
    }

    @Test("Making, filling and removing a collection are changes, each of which is undone, the undoing as well")
    func collections() async throws {
        try await RunningDaemon.run { daemon in
            for family in ["One", "Two", "Three"] { _ = try await daemon.register(makeFont(family), by: .user) }
            try await succeed(daemon, "collection", "create", "Work", "One", "Two")
            try await succeed(daemon, "collection", "add", "Work", "Three")
            try await succeed(daemon, "collection", "remove", "Work", "One")
            try await succeed(daemon, "collection", "remove", "Work")
            let history = try await daemon.typecase("history", "--mine").standardOutput.split(separator: "\n")
            for (line, text) in zip(
                history.dropFirst(),
                [
                    "Removed Three-Regular from the collection Work", "Removed One-Regular from the collection Work",
                    "Added Three-Regular to Work",
                    "Made the collection Work, Added One-Regular to Work, Added Two-Regular to Work",
                ])
            {
                #expect(line.contains(text), "\(line)")
            }
            #expect(try await members(of: "Work", daemon) == nil)
            try await succeed(daemon, "undo", "--dry-run")
            #expect(try await members(of: "Work", daemon) == nil)
            try await succeed(daemon, "undo")
            #expect(try await members(of: "Work", daemon) == ["Three-Regular", "Two-Regular"])
            try await succeed(daemon, "undo")
            #expect(try await members(of: "Work", daemon)?.contains("One-Regular") == true)
            try await succeed(daemon, "undo")
            #expect(try await members(of: "Work", daemon) == ["One-Regular", "Two-Regular"])
            try await succeed(daemon, "undo")
            #expect(try await members(of: "Work", daemon) == nil)
            let undoing = try #require(try await daemon.management.listHistory(filter: [:]).changes.first)
            try await succeed(daemon, "undo", "\(try #require(undoing["id"]).converted(to: UInt64.self))")
            #expect(try await members(of: "Work", daemon) == ["One-Regular", "Two-Regular"])
            #expect(try await daemon.list(by: .user).count == 3, "the fonts stay")
        }
    }

    @Test("Undo after a removal for good names the change before it that can be had, and tells it in brief")
    func purged() async throws {
        try await RunningDaemon.run { daemon in
            for family in ["Kept", "Gone"] {
                let path = try daemon.home.scratch.write(makeFont(family), to: "given/\(family).ttf")
                try await succeed(daemon, "install", path)
            }
            try await succeed(daemon, "uninstall", "--purge", "Gone")
            let outcome = try await daemon.typecase("undo")
            #expect(outcome.termination == .exited(1))
            #expect(
                outcome.standardError.contains("The change before it that can be undone is "),
                "\(outcome.standardError)")
            let number = try #require(
                outcome.standardError.split(separator: "typecase undo ").last?.prefix { $0.isNumber })
            let other = try await daemon.typecase("undo", "--dry-run", "--brief", String(number))
            #expect(other.standardOutput == "Would be undone: 1 font installed\n", "\(other)")
            let named = try await daemon.typecase("undo", "3")
            #expect(!named.standardError.contains("The change before it"), "who names a change means that one")
        }
    }
}
