internal import FontModel
internal import Registry

/// The rule that neither a provider nor all programs together may exceed their quotas.
struct QuotaRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        guard let arrival = font.arrival else { return }
        let (provider, sizes) = (font.provider, arrival.replacedSizes)
        var used = library.usage[provider] ?? PlannedLibrary.Usage(fonts: 0, bytes: 0)
        used.fonts -= sizes.count
        used.bytes -= sizes.reduce(0, +)
        let allowance = used.allowance ?? FontAllowance(of: provider)
        let remedy = "Remove some first, or have the policy of this machine allow more: man typecase-policy."
        if used.fonts >= allowance.fonts {
            throw FontError(
                .exceededResourceLimit,
                Self.sentences(
                    "\(provider) has \(used.fonts) fonts; the limit is \(allowance.fonts).", allowance.fontsReason,
                    remedy))
        }
        if provider != .user, library.programFonts - sizes.count >= FontLimits.fontsOfPrograms {
            throw FontError(
                .exceededResourceLimit,
                "All programs together have \(library.programFonts) fonts; the limit is \(FontLimits.fontsOfPrograms). "
                    + "Remove the fonts of programs that you do not need. To list them, run 'typecase provider list'.")
        }
        if let bytes = allowance.bytes, used.bytes + arrival.candidate.size > bytes {
            let limit = bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
            throw FontError(
                .exceededResourceLimit,
                Self.sentences("\(provider) may register \(limit) in all.", allowance.bytesReason, remedy))
        }
    }

    private static func sentences(_ sentences: String...) -> String {
        sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
