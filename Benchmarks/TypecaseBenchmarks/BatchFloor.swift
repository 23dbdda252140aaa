internal import CLinux
internal import Fontconfig
internal import Glibc
internal import LinuxSystem
internal import TestSupport

/// What registering some fonts together takes at least, each part done by itself with nothing around it: to know how near
/// to what is possible a batch comes.
struct BatchFloor {
    /// The parts of one batch.
    struct Parts {
        /// Copying the bytes to the disk and waiting until it has them, so that they outlast a power loss.
        var writing: Duration
        /// fontconfig's scan of the copies, all in a directory of their own, with its cache written.
        var scanning: Duration
        /// The OpenType Sanitizer's judgement of each font, in as many processes at a time as there are cores, under no
        /// confinement; `nil` where it is not installed.
        var sanitizing: Duration?
    }

    private static let sanitizer = "/usr/bin/ots-sanitize"

    private let fonts: [String]
    private let home: ScratchHome
    private let directory: String
    private let configuration: FontconfigConfiguration
    private let clock = ContinuousClock()

    /// Prepares a home where nothing else is.
    ///
    /// - Parameter fonts: The paths.
    /// - Throws: What kept the home from being made.
    init(of fonts: [String]) throws {
        self.fonts = fonts
        home = try ScratchHome()
        directory = home.userFontDirectory
        guard mkdir(directory, 0o755) == 0 else { throw BenchmarkFailure("\(directory) cannot be made.") }
        configuration = try .load(in: home.environment)
    }

    /// Does everything once, and leaves nothing behind.
    func measure() throws -> Parts {
        let writing = clock.now
        for (number, font) in fonts.enumerated() { try Files.write(Files.read(font), to: copy(number)) }
        let folder = try Files.open(directory, O_RDONLY | O_DIRECTORY)
        try retryingInterrupts { typecase_syncfs(folder.rawValue) }
        let scanning = clock.now
        _ = try configuration.warm(directory)
        let scanned = clock.now
        for number in fonts.indices { unlink(copy(number)) }
        return Parts(
            writing: writing.duration(to: scanning), scanning: scanning.duration(to: scanned),
            sanitizing: try sanitize())
    }

    private func copy(_ number: Int) -> String { "\(directory)/\(number).font" }

    /// Has the OpenType Sanitizer judge each font, as ``Parts/sanitizing`` tells.
    func sanitize() throws -> Duration? {
        guard access(Self.sanitizer, X_OK) == 0 else { return nil }
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        // Its verdict does not matter here, which otherwise would end them all.
        let script = #"printf '%s\0' "$@" | xargs -0 -n 1 -P \#(cores) \#(Self.sanitizer) 2>/dev/null || :"#
        return try TimedProgram.run(["/bin/sh", "-c", script, "sh"] + fonts, environment: home.environment)
    }
}
