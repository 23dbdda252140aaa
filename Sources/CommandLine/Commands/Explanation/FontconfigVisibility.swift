internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// The published fonts that programs find, according to fontconfig's own `fc-list`.
///
/// A configuration can hide published fonts by their paths or by their properties.
package struct FontconfigVisibility: Sendable {
    /// The PostScript names of published fonts that programs find.
    private let names: Set<String>
    /// The families of the system that the user hides.
    private let hiddenFamilies: [String]

    /// Creates the visibility from the output of `fc-list`.
    ///
    /// Each line contains a path and a PostScript name, separated by a tab.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - roots: The directories of published fonts.
    ///   - hiddenFamilies: The families that the user hides.
    package init(_ output: String, roots: [String], hiddenFamilies: [String] = []) {
        let directories = roots.map { $0 + "/" }
        names = Set(
            output.split(separator: "\n").compactMap { line in
                let parts = line.split(separator: "\t", maxSplits: 1)
                guard parts.count == 2, directories.contains(where: { parts[0].hasPrefix($0) }) else { return nil }
                return String(parts[1]).fontNameKey
            })
        self.hiddenFamilies = hiddenFamilies
    }

    /// Asks fontconfig which fonts programs find, and the service which families the user hides.
    ///
    /// - Parameters:
    ///   - session: The connection.
    ///   - variables: The environment of this process.
    /// - Returns: The answer; `nil` if `fc-list` cannot be run.
    static func ask(over session: CommandSession, _ variables: [String: String]) async -> FontconfigVisibility? {
        guard let roots = try? UserPlaces(variables).publishedRoots,
            let output = try? await FontconfigProgram.threads.run({
                try FontconfigProgram(name: "fc-list").run(
                    ["--format", "%{file}\\t%{postscriptname}\\n"], setting: variables)
            })
        else { return nil }
        let hidden = (try? await session.management.listHiddenFamilies(filter: [:])) ?? []
        return FontconfigVisibility(output, roots: roots, hiddenFamilies: hidden.map { FontRecord($0).text("family") })
    }

    /// Whether programs find an enabled font.
    ///
    /// A font without a name cannot be searched for, and counts as found.
    package func shows(_ font: FontRecord) -> Bool {
        let wanted = font.faces.map { $0.text("postscript_name").fontNameKey }.filter { !$0.isEmpty }
        return wanted.isEmpty || wanted.contains { names.contains($0) }
    }

    /// The family of a font that the user hides; `nil` if the user does not hide the font.
    package func hiddenFamily(of font: FontRecord) -> String? {
        let families = font.faces.flatMap { [$0.text("family"), $0.text("typographic_family")] }.map(\.fontNameKey)
        return hiddenFamilies.first { families.contains($0.fontNameKey) }
    }

    /// A warning about an enabled font that programs do not find; `nil` if they find it.
    package func warning(about font: FontRecord) -> String? {
        guard font.state == "enabled", font.text("visibility") != "granted", !shows(font) else { return nil }
        if let family = hiddenFamily(of: font) {
            let command = SystemFamilyChange(isHidden: false).command(for: family)
            return localized(
                """
                Programs do not find this font because you have hidden the family %1. Run %2 to show it again.
                """, family, command)
        }
        return localized(
            """
            Programs do not find this font because fontconfig's configuration rejects it. Run 'typecase doctor' to \
            find the cause.
            """)
    }
}
