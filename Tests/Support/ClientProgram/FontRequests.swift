internal import Typecase

/// What came of fonts that were requested, in one line.
enum FontRequests {
    /// Requests fonts by their names, and one text.
    ///
    /// - Parameters:
    ///   - names: The names; what begins with `text:` is a text.
    ///   - manager: The font manager.
    /// - Returns: The number of each request with its face, where it came from and who offered it, and of each that was in
    ///   vain with the reason.
    /// - Throws: Why nothing could be requested.
    static func describe(_ names: [String], _ manager: FontManager) async throws -> String {
        let requests = names.map { name in
            name.hasPrefix("text:") ? FontRequest(text: String(name.dropFirst(5))) : FontRequest(named: name)
        }
        let result = try await manager.requestFonts(requests)
        let resolved = result.resolved.map { font in
            "\(font.index) \(font.face.postscriptName) \(font.source) \(font.offeredBy ?? "nobody")"
        }
        let unresolved = result.unresolved.map { failure in
            "\(failure.index) \(failure)\(failure.text.map { " '\($0)'" } ?? "")"
        }
        return (resolved + unresolved).joined(separator: ", ")
    }

    /// Makes a font by its name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - requesting: Whether it is requested where programs do not find it.
    /// - Returns: The font, its size, and whether it is there.
    /// - Throws: Why it cannot be had.
    static func font(_ name: String, requesting: Bool) async throws -> String {
        let font = try await Font(FontDescriptor(name: name), size: FontSize(12), requesting: requesting)
        return "\(font.postscriptName) \(font.pointSize) \(try await font.isAvailable() ? "available" : "missing")"
    }
}
