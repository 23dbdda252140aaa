internal import FontModel
internal import Localization

extension FontFileSearch {
    /// A file in a directory that contains fonts but is ignored, either always or unless an option is given.
    package struct PassedOver: Sendable, Equatable {
        /// The kind of such a file.
        package enum Kind: Sendable, CaseIterable {
            case archive, webFont, otherKind

            /// Creates the kind of a file with a name; `nil` for files of all other kinds.
            init?(ofFileNamed name: String) {
                if ArchiveSignature.isNamedLikeArchive(name) {
                    self = .archive
                } else if FontFileSearch.hasExtension(name, of: FontFileSearch.webFontExtensions) {
                    self = .webFont
                } else if FontFileSearch.hasExtension(name, of: FontFileSearch.otherExtensions) {
                    self = .otherKind
                } else {
                    return nil
                }
            }

            /// How to install the fonts in the file, for commands that have no option for it.
            var remedy: String {
                switch self {
                case .archive: localized("an archive; to install its fonts, use 'typecase install'")
                case .webFont: localized("a web font; to install it, use 'typecase install --convert'")
                case .otherKind: reason
                }
            }

            /// The reason why one file is ignored, and the option that installs it.
            var reason: String {
                switch self {
                case .archive: localized("an archive; --archives installs its fonts")
                case .webFont: localized("a web font; --convert expands it")
                case .otherKind: localized("a font of a kind that cannot be installed")
                }
            }

            /// The number of files that are ignored, and the option that installs them.
            func text(count: Int) -> String {
                switch self {
                case .archive:
                    localized(
                        "1 archive (--archives installs its fonts)", "%1 archives (--archives installs their fonts)",
                        count: count)
                case .webFont:
                    localized(
                        "1 web font (--convert expands it)", "%1 web fonts (--convert expands them)", count: count)
                case .otherKind:
                    localized(
                        "1 font in a format that cannot be installed", "%1 fonts in formats that cannot be installed",
                        count: count)
                }
            }
        }

        /// The path.
        package var path: String
        /// The kind of the file.
        package var kind: Kind

        /// The file as a JSON object among the results.
        var json: JSONText { .object([("file", .string(path)), ("passed_over", .string(kind.reason))]) }
    }

    /// The maximum number of files of a kind that are listed by default.
    private static let namedFiles = 8

    /// The line about ignored files for people; `nil` if there are none.
    ///
    /// - Parameter isVerbose: Whether to list each file, however many there are.
    /// - Returns: The line, escaped.
    package func passedOverText(isVerbose: Bool) -> String? {
        let parts = PassedOver.Kind.allCases.flatMap { kind -> [String] in
            let files = passedOver.filter { $0.kind == kind }
            if files.isEmpty { return [] }
            if files.count > Self.namedFiles, !isVerbose { return [kind.text(count: files.count)] }
            return files.map { "\(TerminalText.escaped($0.path)) (\(kind.reason))" }
        }
        return parts.isEmpty ? nil : localized("Ignored: %1", CountedText.list(parts))
    }
}
