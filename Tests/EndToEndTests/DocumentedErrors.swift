internal import FontModel
internal import Foundation
internal import TestSupport

/// The errors that the interface descriptions document for each method.
struct DocumentedErrors {
    /// The names of one method's errors, without `org.typecase.Error.`.
    struct Names {
        /// Those of the call.
        var call: Set<String> = []
        /// Those of an item in the results.
        var item: Set<String> = []
    }

    /// What the descriptions of the sources say.
    static let ofSources = Result { try DocumentedErrors(directory: sourcePath("dbus")) }

    /// By interface and method, as in `org.typecase.FontManager1.RegisterFonts`.
    private(set) var methods: [String: Names] = [:]

    /// Errors of any method, as the interfaces say of all of them, and those that tell of a caller's own mistake.
    private static let errorsOfAny: Set<String> = [
        "org.typecase.Error.Busy", "org.typecase.Error.ReadOnly", "org.typecase.Error.Corrupt",
        "org.typecase.Error.RegistrationFailed", "org.freedesktop.DBus.Error.InvalidArgs",
        "org.freedesktop.DBus.Error.AccessDenied",
        "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownObject",
        "org.freedesktop.DBus.Error.UnknownInterface",
    ]

    /// Reads all descriptions of a directory.
    init(directory: String) throws {
        // Sorted, as later ones refer to earlier ones, and that of the portal to all others.
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        let portals = names.filter { $0.hasPrefix("org.freedesktop.portal.") }
        for name in names.filter({ !portals.contains($0) }) + portals where name.hasSuffix(".xml") {
            let text = try String(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)"), encoding: .utf8)
            read(text, interface: String(name.dropLast(".xml".count)))
        }
    }

    /// Whether an error of a call is documented.
    func covers(callError name: String, of method: String) -> Bool {
        Self.errorsOfAny.contains(name) || methods[method]?.call.contains { name == "org.typecase.Error.\($0)" } == true
    }

    /// Whether an error of an item is documented.
    func covers(itemError name: String, of method: String) -> Bool {
        methods[method]?.item.contains { name == "org.typecase.Error.\($0)" } == true
    }

    private mutating func read(_ text: String, interface: String) {
        for part in text.components(separatedBy: "<!--").dropFirst() {
            let pieces = part.components(separatedBy: "-->")
            guard pieces.count == 2, let tag = pieces[1].firstMatch(of: /^\s*<method name="([A-Za-z]+)"/) else {
                continue
            }
            methods["\(interface).\(tag.1)"] = names(in: pieces[0], of: interface)
        }
    }

    private func names(in comment: String, of interface: String) -> Names {
        var names = Names()
        for paragraph in comment.components(separatedBy: "\n\n") {
            let text = paragraph.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .joined(separator: " ")
            if text.hasPrefix("Errors of an item:") {
                names.item.formUnion(errors(in: text, \.item, of: interface))
            } else if text.hasPrefix("Errors of the call:") || text.hasPrefix("Errors:") {
                names.call.formUnion(errors(in: text, \.call, of: interface))
            }
        }
        return names
    }

    /// The errors that a paragraph names, and those of methods that it refers to: "those of AddFonts".
    private func errors(in paragraph: String, _ list: KeyPath<Names, Set<String>>, of interface: String) -> Set<String>
    {
        let known = Set(FontError.Code.allCases.map(\.rawValue))
        var found = Set(paragraph.split { !$0.isLetter }.map(String.init)).intersection(known)
        for reference in paragraph.matches(of: /those of (?:([A-Za-z0-9]+)\.)?([A-Za-z]+)/) {
            let owner = reference.1.map { "org.typecase.\($0)" } ?? interface
            if let names = methods["\(owner).\(reference.2)"] { found.formUnion(names[keyPath: list]) }
        }
        return found
    }
}
