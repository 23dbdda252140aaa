/// What the service notes for programs that start: how large text is in each of them, which the first text of a program
/// would otherwise have to ask for and wait.
///
/// It is the short cut of one service on one bus. Where the user has chosen something for single programs there is none:
/// only the service knows for sure which program somebody is.
package struct TextSizeNote: Sendable, Hashable {
    /// The category in all programs.
    package let category: ContentSizeCategory
    /// The bus that the service is on.
    package let bus: String

    /// What the file is called, in the directory `typecase` of the user's runtime directory.
    package static let fileName = "text-size"

    private static let header = "typecase-text-size 1"

    /// Notes a category.
    ///
    /// - Parameters:
    ///   - category: The category in all programs.
    ///   - busAddress: The address of the bus that the service is on.
    package init(category: ContentSizeCategory, busAddress: String) {
        self.category = category
        bus = Self.bus(at: busAddress)
    }

    /// Reads a note; `nil` for anything that is none.
    package init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == Self.header, lines[3].isEmpty,
            let category = ContentSizeCategory(rawValue: String(lines[2]))
        else { return nil }
        self.category = category
        bus = String(lines[1])
    }

    /// The note as a file of lines.
    package var text: String { "\(Self.header)\n\(bus)\n\(category.rawValue)\n" }

    /// Whether the service is on the bus at an address.
    package func holds(onBusAt address: String) -> Bool { bus == Self.bus(at: address) }

    /// An address without what another may leave out of it: who a bus starts is told its identifier too.
    private static func bus(at address: String) -> String {
        address.split(separator: ",").filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
    }
}
