internal import FontModel
internal import Localization

extension FontFileSearch {
    /// A file in a directory that holds fonts, but is not tried: never, or not without an option.
    package struct PassedOver: Sendable, Equatable {
        /// What such a file is.
        package enum Kind: Sendable, CaseIterable {
            case archive, webFont, otherKind

            /// Tells the kind by a name; `nil` for files of all other kinds.
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

            /// How to have the fonts in it with a command that has no option for it.
            var remedy: String {
                switch self {
                case .archive: localized("an archive; 'typecase install' takes its fonts")
                case .webFont: localized("a web font; 'typecase install --convert' takes it")
                case .otherKind: reason
                }
            }

            /// Why one file is passed over, and the option that has it installed.
            var reason: String {
                switch self {
                case .archive: localized("an archive; --archives installs its fonts")
                case .webFont: localized("a web font; --convert expands it")
                case .otherKind: localized("a font of a kind that cannot be installed")
                }
            }

            /// How many are passed over, and the option that has them installed.
            func text(count: Int) -> String {
                switch self {
                case .archive:
                    localized(
                        "1 archive (--archives installs their fonts)", "%1 archives (--archives installs their fonts)",
                        count: count)
                case .webFont:
                    localized(
                        "1 web font (--convert expands them)", "%1 web fonts (--convert expands them)", count: count)
                case .otherKind:
                    localized(
                        "1 font of a kind that cannot be installed", "%1 fonts of kinds that cannot be installed",
                        count: count)
                }
            }
        }

        /// The path.
        package var path: String
        /// What it is.
        package var kind: Kind

        /// The file as JSON, among the results.
        var json: JSONText { .object([("file", .string(path)), ("passed_over", .string(kind.reason))]) }
    }

    /// The most files of a kind that are named where nobody asks for more.
    private static let namedFiles = 8

    /// What people are told of the files that are passed over; `nil` where there are none.
    ///
    /// - Parameter isVerbose: Whether each is named, however many there are.
    /// - Returns: The line, escaped.
    package func passedOverText(isVerbose: Bool) -> String? {
        let parts = PassedOver.Kind.allCases.flatMap { kind -> [String] in
            let files = passedOver.filter { $0.kind == kind }
            if files.isEmpty { return [] }
            if files.count > Self.namedFiles, !isVerbose { return [kind.text(count: files.count)] }
            return files.map { "\(TerminalText.escaped($0.path)) (\(kind.reason))" }
        }
        return parts.isEmpty ? nil : localized("Passed over: %1", CountedText.list(parts))
    }
}
