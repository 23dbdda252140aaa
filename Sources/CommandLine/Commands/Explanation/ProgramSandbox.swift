internal import LinuxSystem
internal import Localization

/// The sandbox of a program, and the fonts that are visible in it.
///
/// Sources: flatpak_run_add_font_path_args in Flatpak's flatpak-run.c; for snapd, the interface desktop and AppArmor's
/// abstractions/fonts.
package struct ProgramSandbox: Sendable, Equatable {
    /// The system that creates the sandbox.
    package enum Kind: String, Sendable {
        case flatpak = "Flatpak"
        case snap
    }

    /// The name of the program in Flatpak or snapd.
    package let program: String
    /// The system that creates the sandbox of the program.
    package let kind: Kind
    /// The directories whose fonts are visible in the sandbox.
    package let fontDirectories: [String]

    /// Creates the sandbox of an installed program; `nil` if it is neither a Flatpak nor a snap.
    ///
    /// - Parameters:
    ///   - program: The id of a Flatpak, or the name of a snap.
    ///   - places: The directories of the user's fonts.
    ///   - variables: The environment of this process.
    package init?(_ program: String, _ places: UserPlaces, _ variables: [String: String]) {
        guard !program.isEmpty, !program.hasPrefix("."), !program.contains("/") else { return nil }
        let flatpaks = [
            UserPlaces.absolute(variables["FLATPAK_USER_DIR"]) ?? UserPlaces.joined(places.dataHome, "flatpak"),
            UserPlaces.absolute(variables["FLATPAK_SYSTEM_DIR"]) ?? "/var/lib/flatpak",
        ]
        if flatpaks.contains(where: { UserPlaces.isDirectory("\($0)/app/\(program)") }) {
            kind = .flatpak
        } else if ["/snap", "/var/lib/snapd/snap"].contains(where: { UserPlaces.isDirectory("\($0)/\(program)") }) {
            kind = .snap
        } else {
            return nil
        }
        self.program = program
        let own =
            switch kind {
            // The older directory is visible only if the newer one does not exist.
            case .flatpak: [UserPlaces.isDirectory(places.fonts) ? places.fonts : places.oldFonts]
            // These directories do not depend on XDG_DATA_HOME.
            case .snap: [UserPlaces.joined(places.home, ".local/share/fonts"), places.oldFonts]
            }
        fontDirectories = ["/usr/share/fonts", "/usr/local/share/fonts"] + own
    }

    /// Creates a sandbox.
    package init(program: String, kind: Kind, fontDirectories: [String]) {
        self.program = program
        self.kind = kind
        self.fontDirectories = fontDirectories
    }

    /// The explanation of how the sandbox affects a font, with a sentence or two on each line.
    ///
    /// - Parameters:
    ///   - path: The file that programs without a sandbox get; `nil` if there is none.
    ///   - hiddenFamily: The family that the user hides; `nil` if the name does not belong to one.
    /// - Returns: The lines.
    package func lines(path: String?, hiddenFamily: String?) -> [String] {
        var lines: [String] = []
        if let path {
            if fontDirectories.contains(where: { UserPlaces.contains($0, path) }) {
                lines.append(localized("%1 is a %2 and sees this file.", program, kind.rawValue))
            } else {
                let directories = CountedText.list(fontDirectories.dropLast())
                lines.append(
                    localized(
                        """
                        %1 is a %2 and does not see this file: outside its sandbox, it sees only the fonts in %3 and \
                        %4. Run 'typecase install' to install a copy that it sees.
                        """, program, kind.rawValue, directories, fontDirectories.last ?? ""))
            }
        }
        if let hiddenFamily {
            lines.append(
                localized(
                    "%1 may still find %2: the rule that hides this family may be missing in a sandbox.", program,
                    hiddenFamily))
        }
        return lines
    }
}
