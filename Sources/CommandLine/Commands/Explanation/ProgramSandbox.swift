internal import LinuxSystem
internal import Localization

/// The sandbox that a program runs in, and which fonts are seen from within.
///
/// Source: flatpak_run_add_font_path_args of Flatpak's flatpak-run.c; of snapd the interface desktop and AppArmor's
/// abstractions/fonts.
package struct ProgramSandbox: Sendable, Equatable {
    /// The system that makes the sandbox.
    package enum Kind: String, Sendable {
        case flatpak = "Flatpak"
        case snap
    }

    /// The program, as Flatpak or snapd calls it.
    package let program: String
    /// The system that makes its sandbox.
    package let kind: Kind
    /// The directories whose fonts are seen.
    package let fontDirectories: [String]

    /// Finds the sandbox of an installed program; `nil` where neither Flatpak nor snapd has it.
    ///
    /// - Parameters:
    ///   - program: The id of a Flatpak, or the name of a snap.
    ///   - places: Where the user's fonts lie.
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
            // The older directory is shown only where the other does not exist.
            case .flatpak: [UserPlaces.isDirectory(places.fonts) ? places.fonts : places.oldFonts]
            // Whatever XDG_DATA_HOME says.
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

    /// What the sandbox does to what is told of a font, a sentence or two on each line.
    ///
    /// - Parameters:
    ///   - path: The file that programs without a sandbox get; `nil` where there is none.
    ///   - hiddenFamily: The family that the user hides; `nil` where the name is of none.
    /// - Returns: The lines.
    package func lines(path: String?, hiddenFamily: String?) -> [String] {
        var lines: [String] = []
        if let path {
            if fontDirectories.contains(where: { UserPlaces.contains($0, path) }) {
                lines.append(localized("%1 is a %2, which sees this file.", program, kind.rawValue))
            } else {
                let directories = CountedText.list(fontDirectories.dropLast())
                lines.append(
                    localized(
                        """
                        %1 is a %2, which does not see this file: of the fonts outside it sees those in %3 and %4 \
                        only. 'typecase install' puts a copy where it sees it.
                        """, program, kind.rawValue, directories, fontDirectories.last ?? ""))
            }
        }
        if let hiddenFamily {
            lines.append(
                localized(
                    "%1 may find %2 all the same: a sandbox need not know the rule that hides it.", program,
                    hiddenFamily))
        }
        return lines
    }
}
