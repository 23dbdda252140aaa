internal import Synchronization
internal import Typecase

extension FontManager {
    /// What is said of fonts that come with an application: why each cannot be registered, or that it is.
    ///
    /// - Parameters:
    ///   - names: The names of the fonts.
    ///   - application: The application's id; `own` for the one that this program is.
    /// - Returns: The messages, with bars between them.
    /// - Throws: What is no answer of the font manager.
    func explanations(ofAssets names: [String], of application: String) async throws -> String {
        do {
            let results =
                application == "own"
                ? try await registerFonts(withAssetNames: names).map { $0.map { _ in } }
                : try await registerFonts(withAssetNames: names, of: application, scope: .process).map {
                    $0.map { _ in }
                }
            return results.map { result in
                if case .failure(let error) = result { error.message } else { "done" }
            }.joined(separator: " | ")
        } catch let error as FontManagerError {
            return error.message
        }
    }

    /// Registers fonts that come with this application in one of the ways that there are.
    ///
    /// - Parameters:
    ///   - names: The names of the fonts.
    ///   - way: `named` with the id, `left-out` without it, `handler` without it and with a handler.
    ///   - id: The application's id.
    /// - Returns: The PostScript names, or the errors.
    /// - Throws: What failed as a whole.
    func registerOwnAssets(_ names: [String], _ way: String, id: String) async throws -> String {
        let results: [Result<[RegisteredFont], FontManagerError>]
        switch way {
        case "named": results = try await registerFonts(withAssetNames: names, of: id)
        case "process": results = try await registerFonts(withAssetNames: names, scope: .process)
        case "leased": results = try await registerFonts(withAssetNames: names, for: FontLease(handle: "assets"))
        case "left-out": results = try await registerFonts(withAssetNames: names)
        default:
            let failures = Failures()
            await registerFonts(withAssetNames: names) { errors, _ in
                failures.add(errors)
                return true
            }.value
            if let failure = failures.all.first { throw failure }
            results = [.success(try await registeredFonts(scope: .session))]
        }
        return try results.flatMap { try $0.get() }.flatMap(\.faces).map(\.postscriptName).sorted()
            .joined(separator: " ")
    }
}

/// What a handler is told, on whatever thread.
private final class Failures: Sendable {
    private let errors = Mutex<[FontManagerError]>([])

    var all: [FontManagerError] { errors.withLock { $0 } }

    func add(_ more: [FontManagerError]) { errors.withLock { $0 += more } }
}
