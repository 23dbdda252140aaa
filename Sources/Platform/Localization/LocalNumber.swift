internal import Glibc

/// Numbers as the user's locale writes them.
package enum LocalNumber {
    /// A whole number, with the digits and the separators of the locale.
    package static func text(_ number: Int) -> String { formatted("%'Ild", number) }

    /// A number of bytes, with a unit that suits it, such as 2.3 MB.
    package static func size(_ bytes: UInt64) -> String {
        var size = Double(bytes)
        // Until the number that is shown, with one digit of a fraction, is less than a thousand.
        var unit = 0
        while size >= (unit == 0 ? 1000 : 999.95), unit < 6 {
            size /= 1000
            unit += 1
        }
        let text =
            unit == 0
            ? localized("1 byte", "%1 bytes", count: Int(clamping: bytes))
            : ByteCount.text(formatted("%.1f", size), unit: unit)
        // What is shown in a window may be broken at spaces.
        return text.replacing(" ", with: "\u{A0}")
    }

    /// The separator between a whole number and its fraction.
    static var decimalPoint: String {
        nl_langinfo(nl_item(RADIXCHAR)).map { String(cString: $0) } ?? "."
    }

    private static func formatted(_ format: String, _ number: some CVarArg) -> String {
        withVaList([number]) { arguments in
            // No number has as many digits, separators between all of them included.
            String(unsafeUninitializedCapacity: 256) { bytes in
                bytes.withMemoryRebound(to: CChar.self) { text in
                    text.baseAddress.map {
                        max(0, min(Int(vsnprintf($0, text.count, format, arguments)), text.count - 1))
                    } ?? 0
                }
            }
        }
    }
}
