internal import Glibc
internal import SystemPackage
internal import TestSupport

/// The peer: a home whose fonts all lie in one directory, as `cp` and `fc-cache` leave them.
final class FlatDirectory {
    let home: ScratchHome
    private var count = 0

    init() throws {
        home = try ScratchHome()
        guard mkdir(home.userFontDirectory, 0o755) == 0 else {
            throw BenchmarkFailure("\(home.userFontDirectory) cannot be made.")
        }
    }

    /// Copies fonts and makes the cache.
    func fill(_ fonts: [String]) throws -> Duration {
        let start = ContinuousClock.now
        for font in fonts {
            count += 1
            let name = font.split(separator: "/").last ?? ""
            try Files.write(Files.read(font), to: "\(home.userFontDirectory)/\(count)-\(name)")
        }
        _ = try makeCache()
        return start.duration(to: .now)
    }

    /// Adds a font as people do.
    func add(_ font: String) throws -> Duration {
        let copying = try TimedProgram.run(["/bin/cp", font, added], environment: home.environment)
        return try copying + makeCache()
    }

    /// Removes the font that was added last.
    func remove() throws -> Duration {
        let removing = try TimedProgram.run(["/bin/rm", added], environment: home.environment)
        return try removing + makeCache()
    }

    /// Adds some fonts as people do.
    func add(_ fonts: [String]) throws -> Duration {
        let copying = try TimedProgram.run(
            ["/bin/cp"] + fonts + [home.userFontDirectory], environment: home.environment)
        return try copying + makeCache()
    }

    /// Removes some fonts that were added together.
    func remove(_ fonts: [String]) throws -> Duration {
        let files = fonts.map { "\(home.userFontDirectory)/\($0.split(separator: "/").last ?? "")" }
        let removing = try TimedProgram.run(["/bin/rm"] + files, environment: home.environment)
        return try removing + makeCache()
    }

    private var added: String { "\(home.userFontDirectory)/added.ttf" }

    private func makeCache() throws -> Duration {
        try TimedProgram.run(["/usr/bin/fc-cache"], environment: home.environment)
    }
}
