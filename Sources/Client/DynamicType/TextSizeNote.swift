/// The user's text size in a file, which the service writes for programs that start.
///
/// Without this file, the first text of a program would have to ask the service and wait.
///
/// The note is valid for one service on one bus. If the user has chosen a size for single programs, there is no note:
/// only the service knows for sure which program is asking.
package struct TextSizeNote: Sendable, Hashable {
    /// The category in all programs.
    package let category: ContentSizeCategory
    /// The bus that the service is on.
    package let bus: String

    /// The name of the file in the directory `typecase` of the user's runtime directory.
    package static let fileName = "text-size"

    private static let header = "typecase-text-size 1"

    /// Creates a note of a category.
    ///
    /// - Parameters:
    ///   - category: The category in all programs.
    ///   - busAddress: The address of the bus that the service is on.
    package init(category: ContentSizeCategory, busAddress: String) {
        self.category = category
        bus = Self.bus(at: busAddress)
    }

    /// Creates a note from the text of a file; `nil` if the text is not a valid note.
    package init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == Self.header, lines[3].isEmpty,
            let category = ContentSizeCategory(rawValue: String(lines[2]))
        else { return nil }
        self.category = category
        bus = String(lines[1])
    }

    /// The content of the file, which consists of lines.
    package var text: String { "\(Self.header)\n\(bus)\n\(category.rawValue)\n" }

    /// Whether the note is valid for the bus at an address.
    package func holds(onBusAt address: String) -> Bool { bus == Self.bus(at: address) }

    /// Returns an address without its `guid`.
    ///
    /// Addresses of one bus may differ in it: programs that the bus starts get an address that includes the identifier.
    private static func bus(at address: String) -> String {
        address.split(separator: ",").filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
    }
}
