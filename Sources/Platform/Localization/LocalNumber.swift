internal import Glibc

/// Numbers in the format of the user's locale.
package enum LocalNumber {
    /// A whole number, with the digits and the separators of the locale.
    package static func text(_ number: Int) -> String { formatted("%'Ild", number) }

    /// The separator between a whole number and its fraction.
    static var decimalPoint: String {
        nl_langinfo(nl_item(RADIXCHAR)).map { String(cString: $0) } ?? "."
    }

    private static func formatted(_ format: String, _ number: some CVarArg) -> String {
        withVaList([number]) { arguments in
            // No number has more digits and separators.
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
