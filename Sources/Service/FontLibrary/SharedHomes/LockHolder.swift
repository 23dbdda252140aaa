internal import Glibc
internal import LinuxSystem

/// The process that may change the fonts, as recorded in the lock file.
///
/// It is used for messages only; the lock itself decides. Unknown properties are `nil`.
package struct LockHolder: Sendable, Hashable, CustomStringConvertible {
    /// The largest text in bytes that is written and read.
    static let maximumSize = 512
    /// The largest bus address in bytes.
    private static let maximumBusSize = 256

    /// The process.
    package var processID: Int32?
    /// The name of its machine.
    package var host: String?
    /// The address of its session bus.
    package var bus: String?

    /// Creates a holder.
    ///
    /// - Parameters:
    ///   - processID: The process.
    ///   - host: The name of its machine.
    ///   - bus: The address of its session bus.
    package init(processID: Int32?, host: String?, bus: String?) {
        self.processID = processID
        self.host = host.flatMap { $0.isEmpty || !$0.allSatisfy(Self.isHostCharacter) ? nil : $0 }
        // The text after the first comma identifies the bus to programs only.
        let address = bus.map { $0.prefix { $0 != "," } }
        self.bus = address.flatMap {
            $0.isEmpty || $0.utf8.count > Self.maximumBusSize || !$0.allSatisfy(Self.isAddressCharacter)
                ? nil : String($0)
        }
    }

    /// Returns a holder that describes this process.
    ///
    /// - Parameter bus: The address of its session bus.
    /// - Returns: The holder.
    package static func current(bus: String? = nil) -> LockHolder {
        LockHolder(processID: getpid(), host: Machine.current().hostName, bus: bus)
    }

    /// Creates a holder from what a holder wrote; invalid text gives a holder with fewer known properties.
    init(text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        func word(_ index: Int) -> String? { words.count > index && words[index] != "-" ? words[index] : nil }
        self.init(processID: word(0).flatMap { Int32($0) }, host: word(1), bus: word(2))
    }

    /// The text for ``init(text:)``.
    var text: String { "\(processID.map { "\($0)" } ?? "-") \(host ?? "-") \(bus ?? "-")\n" }

    /// The holder as part of a sentence.
    package var description: String {
        var text = processID.map { "process \($0)" } ?? "another process"
        if let host { text += " on the machine \(host)" }
        if let bus { text += " with the session bus \(bus)" }
        return text
    }

    private static func isHostCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
    }

    /// Whether a character is printable ASCII, as all characters of an address are.
    private static func isAddressCharacter(_ character: Character) -> Bool {
        character.isASCII && character.asciiValue.map { $0 > 32 && $0 < 127 } == true
    }
}
