internal import Glibc

/// Locales and catalogs of translations for processes of a test.
///
/// Debian installs no locale but C and C.UTF-8, in which gettext translates nothing, whatever `LANGUAGE` says.
package final class TestLocales: Sendable {
    private let scratch: ScratchDirectory

    /// Where they are, for ``begin(_:_:language:)``.
    package var path: String { scratch.path }

    /// Makes locales.
    ///
    /// - Parameter locales: Their names, such as `de_DE`.
    /// - Throws: That Debian's package locales is missing.
    package init(_ locales: String...) async throws {
        scratch = try ScratchDirectory()
        for locale in locales {
            try await run("/usr/bin/localedef", ["-i", locale, "-f", "UTF-8", scratch["\(locale).UTF-8"]], "locales")
        }
    }

    /// Makes a catalog.
    ///
    /// - Parameters:
    ///   - source: The path of a file of gettext, such as `po/de.po`.
    ///   - language: The language, such as `de`.
    /// - Throws: That Debian's package gettext is missing, or what is wrong with the file.
    package func compile(_ source: String, to language: String) async throws {
        let directory = try scratch.makeDirectory("locale/\(language)/LC_MESSAGES")
        try await run("/usr/bin/msgfmt", ["--output-file", "\(directory)/typecase.mo", source], "gettext")
    }

    /// Writes a catalog's source and makes the catalog.
    package func compile(_ bytes: [UInt8], to language: String) async throws {
        try await compile(try scratch.write(bytes, to: "\(language).po"), to: language)
    }

    private func run(_ program: String, _ arguments: [String], _ package: String) async throws {
        let outcome = try await ChildProcess.run(
            program, arguments, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        guard outcome.succeeded else { throw Missing(package: package, outcome: "\(outcome)") }
    }

    /// What keeps the locales from being made.
    package struct Missing: Error {
        /// The package of Debian that is needed.
        package let package: String
        /// What went wrong.
        package let outcome: String
    }

    /// Sets the variables of a process that has no locale yet, and says where its catalogs are.
    ///
    /// - Parameters:
    ///   - path: The ``path``.
    ///   - locale: The locale, such as `de_DE.UTF-8`.
    ///   - language: The value of `LANGUAGE`.
    /// - Returns: The directory of the catalogs.
    package static func begin(_ path: String, _ locale: String, language: String = "") -> String {
        setenv("LOCPATH", path, 1)
        setenv("LC_ALL", locale, 1)
        setenv("LANGUAGE", language, 1)
        setenv("TZ", "UTC", 1)
        return path + "/locale"
    }
}
