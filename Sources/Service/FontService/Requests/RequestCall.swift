internal import FontModel
internal import Registry

/// One call with several requests, from the first source to the answer.
struct RequestCall {
    /// The requests of the call.
    let requests: [FontRequest]
    private var states: [State]
    /// The requests that were answered by a font made available during the call.
    private(set) var served: Set<Int> = []

    /// Fonts that are made available together.
    struct Step: Sendable {
        /// The number of the source.
        var source: Int
        /// The provider under which the fonts are registered.
        var owner: ProviderRecord
        /// The fonts.
        var offers: [FontOffer]

        /// Whether packages that contain the fonts are to be installed.
        var isInstallation: Bool { offers.first?.installation != nil }
        /// The total size of the fonts in bytes.
        var size: Int { offers.reduce(0) { $0 + $1.size } }
    }

    /// The faces that programs already find for part of a text; a later source may have the rest.
    private struct Part {
        var found: [ResolvedRequest]
        /// The failures for what is missing, one for each character or for several.
        var missing: [RequestFailure]
    }

    private enum State {
        /// No source has answered the whole request so far.
        ///
        /// The failure is the reason why a source that knows the font cannot provide it.
        case pending(RequestFailure?, Part?)
        /// A source offers fonts for the request, or for the rest of its text; some of the offers may have failed.
        case offered([FontOffer], source: Int, failures: [FontOffer: RequestFailure], Part?)
        /// Fonts were found, except for parts of the text.
        case resolved([ResolvedRequest], missing: [RequestFailure])
        case unresolved(RequestFailure)
    }

    /// Creates a call.
    init(_ requests: [FontRequest]) {
        self.requests = requests
        states = requests.map { _ in .pending(nil, nil) }
    }

    /// The requests that no source has completely answered so far.
    var pending: [Int] { states.indices.filter { if case .pending = states[$0] { true } else { false } } }

    /// The part of a request that is still open: if fonts for part of its text were found, the rest of the text.
    func rest(of index: Int) -> FontRequest {
        let part: Part? =
            switch states[index] {
            case .pending(_, let part), .offered(_, _, _, let part): part
            default: nil
            }
        var request = requests[index]
        // Unless each of the missing characters is named, the whole text is requested.
        if let missing = part?.missing, missing.allSatisfy({ $0.text != nil }) {
            request.text = missing.compactMap(\.text).joined()
        }
        return request
    }

    /// The offers that have not failed, each once.
    var offers: [FontOffer] {
        var seen: Set<FontOffer> = []
        return plannedOffers.map(\.offer).filter { seen.insert($0).inserted }
    }

    private var plannedOffers: [(offer: FontOffer, source: Int)] {
        states.flatMap { state -> [(FontOffer, Int)] in
            guard case .offered(let offers, let source, let failures, _) = state else { return [] }
            return offers.filter { failures[$0] == nil }.map { ($0, source) }
        }
    }

    /// The offers for each request that have not failed.
    var openOffers: [(index: Int, offer: FontOffer, source: Int)] {
        states.enumerated().flatMap { index, state -> [(Int, FontOffer, Int)] in
            guard case .offered(let offers, let source, let failures, _) = state else { return [] }
            return offers.filter { failures[$0] == nil }.map { (index, $0, source) }
        }
    }

    /// Whether any request has been offered fonts.
    var hasOffers: Bool { !plannedOffers.isEmpty || states.contains { if case .offered = $0 { true } else { false } } }

    /// The total size of the offers in bytes.
    var offeredBytes: Int { offers.reduce(0) { $0 + $1.size } }

    /// The steps to make the offers available.
    ///
    /// Fonts of one source that have the same owner and the same mark belong to one step.
    var plan: [Step] {
        var steps: [Step] = []
        var seen: Set<FontOffer> = []
        for (offer, source) in plannedOffers where seen.insert(offer).inserted {
            let position = steps.firstIndex {
                $0.source == source && $0.owner.id == offer.owner.id && $0.offers.first?.userInfo == offer.userInfo
            }
            if let position {
                steps[position].offers.append(offer)
            } else {
                steps.append(Step(source: source, owner: offer.owner, offers: [offer]))
            }
        }
        return steps
    }

    /// The requests for which at least one font was made available.
    var provided: [Int] {
        states.indices.filter { index in
            guard case .offered(let offers, _, let failures, _) = states[index] else { return false }
            return offers.contains { failures[$0] == nil }
        }
    }

    /// Records why a source that knows a font cannot provide it; a later source may.
    mutating func note(_ failure: RequestFailure, for index: Int) {
        guard case .pending(nil, let part) = states[index] else { return }
        states[index] = .pending(failure, part)
    }

    /// Records that a source has fonts for a request.
    mutating func note(_ offers: [FontOffer], of source: Int, for index: Int) {
        guard case .pending(_, let part) = states[index] else { return }
        states[index] = .offered(offers, source: source, failures: [:], part)
    }

    /// Records the faces that programs already find.
    ///
    /// If part of a text is missing, a later source may have it.
    mutating func resolve(
        _ index: Int, by faces: [FaceRecord], of source: String, missing: [RequestFailure] = []
    ) {
        let found = faces.map { ResolvedRequest(index: index, face: $0, source: source, provider: $0.provider) }
        states[index] =
            missing.isEmpty ? .resolved(found, missing: []) : .pending(nil, Part(found: found, missing: missing))
    }

    /// Records that an offer failed.
    mutating func fail(_ offer: FontOffer, _ failure: RequestFailure) {
        var failure = failure
        failure.package = failure.package ?? offer.installation?.name
        for index in states.indices {
            guard case .offered(let offers, let source, var failures, let part) = states[index],
                offers.contains(offer), failures[offer] == nil
            else { continue }
            failures[offer] = failure
            states[index] = .offered(offers, source: source, failures: failures, part)
        }
    }

    /// Records the face that programs find now.
    mutating func resolveProvided(_ index: Int, by face: FaceRecord, names: [String]) {
        guard case .offered(let offers, let source, _, let part) = states[index] else { return }
        let provider =
            offers.first { $0.digest == face.digest || $0.installation != nil }?.provider ?? face.provider
        let provided = ResolvedRequest(index: index, face: face, source: names[source], provider: provider)
        served.insert(index)
        states[index] = .resolved((part?.found ?? []) + [provided], missing: [])
    }

    /// Records that programs find nothing although a font was made available.
    mutating func failProvided(_ index: Int, _ failure: RequestFailure) {
        guard case .offered(_, _, _, let part?) = states[index] else { return states[index] = .unresolved(failure) }
        states[index] = .resolved(part.found, missing: part.missing + [failure])
    }

    /// Records that the caller has given up the call.
    ///
    /// Fonts that programs find without the request remain in the answer.
    mutating func giveUp() {
        let failure = RequestFailure(.cancelled, "The request was cancelled.")
        for index in states.indices {
            switch states[index] {
            case .resolved(let found, let missing):
                let lasting = found.filter { $0.source == EnabledSource.name }
                guard lasting.count < found.count else { continue }
                states[index] =
                    lasting.isEmpty ? .unresolved(failure) : .resolved(lasting, missing: missing + [failure])
            case .pending(_, .some): continue
            case .offered(_, _, _, let part?):
                states[index] = .resolved(part.found, missing: part.missing + [failure])
            default: states[index] = .unresolved(failure)
            }
        }
    }

    /// The answer to the call.
    var answer: RequestAnswer {
        var answer = RequestAnswer()
        for (index, state) in states.enumerated() {
            func fail(_ failure: RequestFailure) {
                answer.unresolved.append(UnresolvedRequest(index: index, failure: failure))
            }
            switch state {
            case .resolved(let found, let missing):
                answer.resolved += found
                missing.forEach(fail)
            case .unresolved(let failure): fail(failure)
            case .pending(let failure, let part?):
                answer.resolved += part.found
                part.missing.forEach(fail)
                if let failure { fail(failure) }
            case .pending(let failure, nil):
                fail(failure ?? RequestFailure(.notFound, "No source has a font for \(requests[index].title)."))
            case .offered(let offers, _, let failures, let part):
                answer.resolved += part?.found ?? []
                part?.missing.forEach(fail)
                fail(
                    offers.compactMap { failures[$0] }.first
                        ?? RequestFailure(.cancelled, "The request was cancelled."))
            }
        }
        return answer
    }
}
