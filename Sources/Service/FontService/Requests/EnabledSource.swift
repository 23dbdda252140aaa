internal import FontModel
internal import LinuxSystem
internal import Registry

/// The fonts that programs find already, those of the system included.
struct EnabledSource: RequestSource {
    let queries: FontQueries
    let rights: RightsService

    var name: String { "enabled" }

    func look(for requests: [FontRequest], by caller: RequestCaller) async -> [RequestFinding] {
        let audience = rights.audience(of: caller.identity)
        var findings = requests.map { _ in RequestFinding.nothing }
        // A text has to be covered whole; the characters of a descriptor are a wish.
        for isAboutText in [false, true] {
            let indices = requests.indices.filter { (requests[$0].text != nil) == isAboutText }
            guard !indices.isEmpty else { continue }
            let descriptors = indices.map { index in
                var descriptor = requests[index].descriptor
                if let text = requests[index].text { descriptor.characters = text.distinctCharacters }
                return descriptor
            }
            do throws(FontError) {
                let faces = try await queries.match(
                    descriptors, mandatory: isAboutText ? [.characters] : [], details: false, audience: audience)
                for (index, face) in zip(indices, faces) {
                    if let face { findings[index] = .present([face]) }
                }
            } catch {
                for index in indices { findings[index] = .failure(RequestFailure(error)) }
            }
        }
        return findings
    }

    func open(_ offers: [FontOffer]) async -> [Result<OwnedFileDescriptor, RequestFailure>] {
        // It offers nothing: what it has is there.
        offers.map { _ in .failure(RequestFailure(.notFound, "The font is not there any more.")) }
    }
}

extension String {
    /// Each character once, without those that no font has to show.
    fileprivate var distinctCharacters: String {
        var seen: Set<Unicode.Scalar> = []
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: continue
            default: if seen.insert(scalar).inserted { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }
}
