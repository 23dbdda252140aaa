internal import Typecase

/// What an application does with its own icon.
enum ApplicationIcons {
    /// What the application can be shown with.
    static func describe(_ application: Application) async throws -> String {
        let reason = try await application.alternateIconsUnsupportedReason
        let (names, name) = (try await application.alternateIconNames, try await application.alternateIconName)
        return [
            "\(await application.supportsAlternateIcons)", reason ?? "-", names.joined(separator: " "), name ?? "-",
        ].joined(separator: "; ")
    }

    /// Shows the application with an icon of its manifest or, with paths, with pictures; `-` stands for the primary.
    static func set(_ words: [String], _ application: Application) async throws -> String {
        if words.count > 1 {
            try await application.setAlternateIcon(named: words[0], pictures: Array(words.dropFirst()))
        } else {
            try await application.setAlternateIconName(words[0] == "-" ? nil : words[0])
        }
        return try await application.alternateIconName ?? "-"
    }
}
