internal import FontModel
internal import LinuxSystem
internal import Synchronization
internal import TestSupport

extension Benchmarks {
    private static var rightsRounds: Int { 400 }
    /// How many fonts the manifest of the sandboxed program declares, besides those that it registers.
    private static var declaredFonts: Int { 500 }

    /// Asks and registers as a sandboxed application, in turns with the same calls of an ordinary program of the user.
    func measureRights(_ names: [String]) async throws {
        report.head("Rights: a sandboxed application beside an ordinary program, after the first call of each")
        let id = "org.example.Measured"
        try await full.provider.allow(id)
        let usable = try await fontsToRegister(20)
        let ordinary = try await Caller(in: full, wrapper: [])
        let sandboxed = try await Caller(in: full, wrapper: sandbox(id, declaring: usable))
        var plainMatching = Samples(.microseconds)
        var heldMatching = Samples(.microseconds)
        for round in 0..<Self.rightsRounds {
            let name = names[round * 7919 % names.count]
            // Who comes first finds colder caches, so that they take turns in that as well.
            let isFirst = round.isMultiple(of: 2)
            let first = try await (isFirst ? sandboxed : ordinary).time(of: "match \(name)")
            let second = try await (isFirst ? ordinary : sandboxed).time(of: "match \(name)")
            guard round >= Self.rightsRounds / 10 else { continue }
            heldMatching.append((isFirst ? first : second) * 1_000)
            plainMatching.append((isFirst ? second : first) * 1_000)
        }
        var accessing = Samples(.microseconds)
        var pinging = Samples(.microseconds)
        for round in 0..<Self.rightsRounds {
            let access = try await sandboxed.time(of: "access there")
            let ping = try await sandboxed.time(of: "ping -")
            guard round >= Self.rightsRounds / 10 else { continue }
            accessing.append(access * 1_000)
            pinging.append(ping * 1_000)
        }
        var plainRegistering = Samples(.milliseconds)
        var heldRegistering = Samples(.milliseconds)
        for round in 0..<rounds * 2 {
            let font = usable[round % usable.count]
            let isFirst = round.isMultiple(of: 2)
            var times: [Double] = []
            for caller in isFirst ? [sandboxed, ordinary] : [ordinary, sandboxed] {
                try await pause()
                times.append(try await caller.time(of: "register \(font)"))
            }
            guard round >= 4 else { continue }
            heldRegistering.append(times[isFirst ? 0 : 1])
            plainRegistering.append(times[isFirst ? 1 : 0])
        }
        await ordinary.end()
        await sandboxed.end()
        report.add(
            "rights-match", "Match by PostScript name, sandboxed", heldMatching, against: ("ordinary", plainMatching),
            heldMatching.median / plainMatching.median, aim: .atMost(1.05))
        report.add(
            "access", "BeginAccess on what is here, to its Finished", accessing, against: ("Peer.Ping", pinging),
            accessing.median / pinging.median, aim: .atMost(3))
        report.add(
            "rights-register", "one font, sandboxed", heldRegistering, against: ("ordinary", plainRegistering),
            heldRegistering.median / plainRegistering.median, aim: .atMost(1.05))
    }

    /// Some fonts that can be registered beside all others.
    private func fontsToRegister(_ count: Int) async throws -> [String] {
        var usable: [String] = []
        for font in singles where usable.count < count {
            guard let (registered, _) = try await full.provider.register(font) else { continue }
            _ = try await full.provider.unregister(registered.id)
            usable.append(font)
        }
        guard !usable.isEmpty else { throw BenchmarkFailure("No font is left to register by itself.") }
        try await settle()
        return usable
    }

    /// The command that runs a program as a Flatpak application with a manifest, as far as the service can see.
    private func sandbox(_ id: String, declaring fonts: [String]) throws -> [String] {
        let scratch = full.home.scratch
        let deployment = "flatpak/app/\(id)/x86_64/stable/0123456789abcdef/files"
        var assets = try fonts.enumerated().map { number, path in
            let digest = try SealedMemory(bytes: Files.read(path)).digest
            return #"{"file": "\#(number).ttf", "sha256": "\#(digest)"}"#
        }
        assets += (0..<Self.declaredFonts).map { number in
            let digits = String(number, radix: 16)
            let digest = String(repeating: "0", count: 64 - digits.count) + digits
            return #"{"file": "other-\#(number).ttf", "sha256": "\#(digest)"}"#
        }
        try scratch.write(
            """
            {"version": 2, "id": "\(id)", "name": "Measured", "rights": ["install-fonts", "use-installed-fonts"],
             "resources": [{"file": "there.txt", "sha256": "\(try SealedMemory(bytes: [1]).digest)", "tags": ["there"]}],
             "fonts": [\(assets.joined(separator: ",\n"))]}
            """, to: "\(deployment)/share/typecase/providers/\(id).json")
        try scratch.write([1] as [UInt8], to: "\(deployment)/share/typecase/assets/\(id)/there.txt")
        let information = try scratch.write(
            "[Application]\nname=\(id)\n\n[Instance]\napp-path=\(scratch[deployment])\n", to: "measured.info")
        var arguments = ["/usr/bin/bwrap", "--die-with-parent", "--dev-bind", "/dev", "/dev", "--proc", "/proc"]
        for entry in Files.entries(of: "/") where !["dev", "proc", ".", ".."].contains(entry) {
            arguments += ["--ro-bind-try", "/\(entry)", "/\(entry)"]
        }
        return arguments + ["--ro-bind", information, "/.flatpak-info"]
    }

    /// A program that calls the service and says how long that took.
    private final class Caller: Sendable {
        private let process: ChildProcess
        private let calls = Mutex(0)

        init(in home: ServedHome, wrapper: [String]) async throws {
            let own = try FileSystem.resolved("/proc/self/exe")
            let command = wrapper + [own, "call", "--bus", home.bus.address]
            process = try ChildProcess.start(
                command[0], Array(command.dropFirst()), environment: home.environment, acceptsInput: true)
            try await process.waitForOutput("ready")
        }

        /// The milliseconds that a call took.
        func time(of call: String) async throws -> Double {
            let number = calls.withLock { calls in
                calls += 1
                return calls
            }
            try process.write("\(call)\n")
            try await process.waitForOutput("</\(number)>")
            let text = process.standardOutput
            guard let start = text.firstRange(of: "<\(number)>")?.upperBound,
                let value = Double(text[start...].prefix { $0 != "<" })
            else { throw BenchmarkFailure("The program that calls did not say how long it took.") }
            return value
        }

        func end() async {
            process.closeInput()
            _ = await process.wait()
        }
    }
}
