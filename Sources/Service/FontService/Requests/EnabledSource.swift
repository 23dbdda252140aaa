internal import FontModel
internal import LinuxSystem
internal import Registry

/// The fonts that programs already find, including those of the system.
struct EnabledSource: RequestSource {
    let queries: FontQueries
    let rights: RightsService

    /// The source name in the answer for fonts that programs find without the request.
    static let name = "enabled"

    var name: String { Self.name }

    func look(for requests: [FontRequest], by caller: RequestCaller) async -> [RequestFinding] {
        let audience = rights.audience(of: caller.identity)
        var findings = requests.map { _ in RequestFinding.nothing }
        var room = CoverLimits.listedClusters
        // A text has to be covered completely; the characters of a descriptor are only a preference.
        for isAboutText in [false, true] {
            let indices = requests.indices.filter { (requests[$0].text != nil) == isAboutText }
            guard !indices.isEmpty else { continue }
            do throws(FontError) {
                let faces = try await queries.match(
                    indices.map { requests[$0].wanted }, mandatory: isAboutText ? [.characters] : [], details: false,
                    audience: audience)
                for (index, face) in zip(indices, faces) {
                    if let face { findings[index] = .present([face]) }
                }
                guard isAboutText else { continue }
                for index in zip(indices, faces).filter({ $0.1 == nil }).map(\.0) {
                    do throws(FontError) {
                        findings[index] = try await covering(requests[index], for: caller, room: &room)
                    } catch {
                        findings[index] = .failure(RequestFailure(error))
                    }
                }
            } catch {
                for index in indices { findings[index] = .failure(RequestFailure(error)) }
            }
        }
        return findings
    }

    /// The small set of fonts that together cover a text, if no single font does.
    ///
    /// - Parameters:
    ///   - request: The text.
    ///   - caller: The calling program.
    ///   - room: How many more characters without a font the answer to the call may name.
    /// - Returns: The fonts, and the characters that none of them has.
    /// - Throws: The error that prevented reading the registry.
    private func covering(
        _ request: FontRequest, for caller: RequestCaller, room: inout Int
    ) async throws(FontError) -> RequestFinding {
        guard let text = request.text.flatMap({ try? CoverText($0) }) else { return .nothing }
        let descriptor = request.descriptor
        let answer = try await queries.cover(
            CoverQuestion(
                text: text, language: descriptor.languages.first, families: [descriptor.family].compactMap(\.self),
                audience: rights.audience(of: caller.identity),
                provider: caller.mayUseInstalledFonts(by: rights) ? nil : caller.identity.provider),
            for: caller.holder)
        guard !answer.set.isEmpty else { return .nothing }
        let named = answer.uncovered.prefix(room)
        room -= named.count
        var failures = named.map { cluster in
            let scalars = cluster.unicodeScalars.map { "U+" + $0.paddedHexadecimal }.joined(separator: " ")
            return RequestFailure(.notFound, "No font has \(scalars).", text: cluster)
        }
        let unnamed = answer.uncoveredCount - named.count
        if unnamed > 0 {
            let more = failures.isEmpty ? "" : "more "
            failures.append(RequestFailure(.notFound, "No font has \(unnamed) \(more)of the text's characters."))
        }
        return .present(answer.set.map(\.face), missing: failures)
    }

    func open(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ bytes: Int) -> Void
    ) async -> [Result<OwnedFileDescriptor, RequestFailure>] {
        // This source never makes offers: its fonts are already available.
        offers.map { _ in .failure(RequestFailure(.notFound, "The font is not there any more.")) }
    }
}

extension Unicode.Scalar {
    /// The code point in Unicode's notation, with at least four digits.
    fileprivate var paddedHexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
