internal import DynamicType
internal import FontModel
internal import Foundation
internal import Testing
@testable internal import Typecase
internal import TypecaseFoundation

/// The tables of the article on errors have every error that the library can answer, and say of each what is so.
@Suite struct DocumentedErrorTests {
    /// A row of a table.
    struct Row: Equatable {
        /// The code, such as `FontCacheError.refused`.
        var code: String
        var number: Int
        var advice: String
    }

    /// An error, and what its code is called.
    typealias Known = (code: String, error: any LocalizedError)

    /// What the tables say.
    private static func rows() throws -> [Row] {
        let article = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Client/Typecase/Typecase.docc/HandlingErrors.md")
        return try String(contentsOf: article, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let number = Int(cells[1]) else { return nil }
            let names = cells[0].trimmingCharacters(in: ["`"]).split(separator: "/")
            return Row(code: "\(names[names.count - 3]).\(names[names.count - 1])", number: number, advice: cells[3])
        }
    }

    /// The name of a constant for a name of the bus, such as `notFound` for `NotFound` and `not-found`.
    private static func constant(_ name: String) -> String {
        let words = name.split(separator: "-")
        let first = words[0].prefix(1).lowercased() + words[0].dropFirst()
        return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Each error that there is, once.
    private static var known: [Known] {
        // Those of the service too, but for one that only management answers, which the library does not call.
        let ofService = FontError.Code.allCases.filter { $0 != .notUndoable }
        let codes = Set(FontManagerError.Code.all + ofService.map { .init(name: $0.rawValue) })
        let ofManager = codes.map { code in
            Known("FontManagerError.\(constant(code.name))", FontManagerError(code, "Why."))
        }
        let ofCache = FontCacheError.Code.all.map { Known("FontCacheError.\($0)", FontCacheError($0, "Why.")) }
        let ofSizes = DynamicTypeError.Code.all.map { Known("DynamicTypeError.\($0)", DynamicTypeError($0, "Why.")) }
        let ofRequests = FontRequestResult.Reason.all.map { reason in
            Known(
                "FontRequestResult.\(constant(reason.rawValue))",
                FontRequestResult.Unresolved(index: 0, reason: reason, message: "Why."))
        }
        return ofManager + ofCache + ofSizes + ofRequests
    }

    private static let domains = [
        "FontManagerError": FontManagerError.errorDomain, "FontCacheError": FontCacheError.errorDomain,
        "DynamicTypeError": DynamicTypeError.errorDomain,
        "FontRequestResult": FontRequestResult.Unresolved.errorDomain,
    ]

    @Test("Each error is in the table of its type, and nothing else is")
    func complete() throws {
        let documented = try Self.rows().map(\.code)
        #expect(Set(documented).count == documented.count)
        #expect(Set(documented) == Set(Self.known.map(\.code)))
        #expect(Set(Self.domains.values).count == Self.domains.count)
    }

    @Test("Each error has the number of its row, the domain of its type, its message, and advice where there is any")
    func rows() throws {
        let rows = Dictionary(uniqueKeysWithValues: try Self.rows().map { ($0.code, $0) })
        for (code, error) in Self.known {
            guard let row = rows[code] else { continue }
            let bridged = error as NSError
            #expect(bridged.code == row.number, "\(code)")
            #expect(bridged.domain == Self.domains[String(code.prefix { $0 != "." })], "\(code)")
            #expect(error.localizedDescription == "Why.", "\(code)")
            #expect("\(error)".hasSuffix(": Why."), "\(error)")
            // What nobody answers, what the user decided, and what another error says has no advice of its own.
            let isOpen = ["nothing", "read the message", "leave it so", "what the underlying error says"].contains(
                row.advice)
            #expect((error.recoverySuggestion == nil) == isOpen, "\(code)")
        }
    }
}
