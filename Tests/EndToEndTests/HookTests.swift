internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// The bells that package managers ring as root: nobody's installation fails for them, whatever there is or is not.
@Suite(.timeLimit(.minutes(5)))
struct HookTests {
    /// The bells, as what runs them and what is run.
    enum Bell: CaseIterable {
        /// The trigger of dpkg, which calls it with the names of what has rung.
        case dpkg
        /// The triggers of rpm, at the beginning and at the end of a package's life.
        case rpmInstallation, rpmRemoval
    }

    private let scratch: ScratchDirectory
    private var stamp: String { scratch["var/lib/typecase/providers.stamp"] }

    init() throws { scratch = try ScratchDirectory() }

    /// Rings a bell on a machine whose root is the scratch directory, with nothing in the environment.
    private func ring(_ bell: Bell, _ names: String...) async throws -> ChildProcess.Outcome {
        let environment = ["PATH": "/usr/bin:/bin", "DPKG_ROOT": scratch.path]
        guard bell != .dpkg else {
            return try await ChildProcess.run(
                "/bin/sh", [sourcePath("packaging", "debian", "typecased.postinst"), "triggered"] + names,
                environment: environment)
        }
        let section = bell == .rpmInstallation ? "%transfiletriggerin" : "%transfiletriggerpostun"
        let text = try String(
            decoding: readAll(sourcePath("packaging", "rpm", "typecase.spec")), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix(section) })
        let script = lines[(start + 1)...].prefix { !$0.hasPrefix("%") }.joined(separator: "\n")
            .replacing("%{_localstatedir}", with: scratch["var"])
        // rpm gives the names of files on the standard input, which the script need not read.
        let list = "names-\(UInt32.random(in: .min ... .max))"
        let path = try scratch.write(names.map { "\($0)\n" }.joined(), to: list)
        defer { scratch.remove(list) }
        return try await ChildProcess.run(
            "/bin/sh", ["-c", "exec <'\(path)'\n\(script)", "sh", "1"], environment: environment)
    }

    private func modification() throws -> Int64 {
        try FileStatus(path: stamp).stamp.modificationNanoseconds
    }

    @Test("A bell touches the one file, and needs no bus for it", arguments: Bell.allCases)
    func touching(bell: Bell) async throws {
        try scratch.makeDirectory("var/lib/typecase")
        #expect(try await ring(bell, "/usr/share/typecase/providers").succeeded)
        let old = try await ChildProcess.run("/usr/bin/touch", ["-d", "2001-01-01", stamp], environment: [:])
        try #require(old.succeeded)
        let first = try modification()
        #expect(try await ring(bell, "/usr/share/typecase/providers").succeeded)
        #expect(try modification() > first)
        #expect(try ConfinedDirectory(path: scratch.path).names() == ["var"])
        #expect(try ConfinedDirectory(path: scratch["var/lib"]).names() == ["typecase"])
    }

    @Test("What is called so that a shell would do something does nothing", arguments: Bell.allCases)
    func hostileNames(bell: Bell) async throws {
        try scratch.makeDirectory("var/lib/typecase")
        let trap = scratch["trap"]
        let names = [
            "$(touch \(trap))", "`touch \(trap)`", "; touch \(trap)", "x' ; touch \(trap) ; '", "-rf", "--help",
            "\"; touch \(trap); \"", "../../../../etc/passwd", "a b\tc", "$IFS", "*",
        ]
        for name in names {
            let outcome = try await ring(bell, "/usr/share/typecase/providers/\(name)", name)
            #expect(outcome.succeeded && outcome.standardError == "", "\(name): \(outcome.standardError)")
        }
        #expect(access(trap, F_OK) != 0)
        #expect(try ConfinedDirectory(path: scratch["var/lib/typecase"]).names() == ["providers.stamp"])
    }

    @Test(
        "Where it cannot be rung, nothing fails: for want of the directory, and of the right", arguments: Bell.allCases)
    func nothingThere(bell: Bell) async throws {
        #expect(try await ring(bell, "/usr/share/typecase/providers").succeeded)
        #expect(access(scratch["var"], F_OK) != 0)
        try scratch.makeDirectory("var/lib/typecase")
        try #require(chmod(scratch["var/lib/typecase"], 0o500) == 0)
        #expect(try await ring(bell, "/usr/share/typecase/providers").succeeded)
        try scratch.write("", to: "var/lib/other")
        scratch.remove("var/lib/typecase")
        try #require(symlink("other", scratch["var/lib/typecase"]) == 0, "a file in the directory's place")
        #expect(try await ring(bell, "/usr/share/typecase/providers").succeeded)
    }

    @Test("Many may ring at once", arguments: Bell.allCases)
    func atOnce(bell: Bell) async throws {
        try scratch.makeDirectory("var/lib/typecase")
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<10 { tasks.addTask { try await ring(bell, "/usr/share/typecase/providers").succeeded } }
            for try await succeeded in tasks { #expect(succeeded) }
        }
        #expect(access(stamp, F_OK) == 0)
    }
}
