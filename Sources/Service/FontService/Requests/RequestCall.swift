internal import FontModel
internal import Registry

/// One call with several requests, from the first source to the answer.
struct RequestCall {
    /// What is asked for.
    let requests: [FontRequest]
    private var states: [State]
    /// The requests that something brought into use is the answer to.
    private(set) var served: Set<Int> = []

    /// Fonts that are brought into use together.
    struct Step: Sendable {
        /// The number of the source.
        var source: Int
        /// In whose name.
        var owner: ProviderRecord
        /// The fonts.
        var offers: [FontOffer]

        /// Whether packages are to be installed, which then have the fonts.
        var isInstallation: Bool { offers.first?.installation != nil }
        /// How many bytes the fonts have.
        var size: Int { offers.reduce(0) { $0 + $1.size } }
    }

    /// What programs find already of a text that a later source may have the rest of.
    private struct Part {
        var found: [ResolvedRequest]
        /// What is missing, a failure for each character or for several.
        var missing: [RequestFailure]
    }

    private enum State {
        /// No source has had all of it so far; the failure is why one that knows it cannot give it.
        case pending(RequestFailure?, Part?)
        /// A source offers it, or the rest of it; some of the offers may have failed.
        case offered([FontOffer], source: Int, failures: [FontOffer: RequestFailure], Part?)
        /// It is there, but for parts of its text.
        case resolved([ResolvedRequest], missing: [RequestFailure])
        case unresolved(RequestFailure)
    }

    /// Begins a call.
    init(_ requests: [FontRequest]) {
        self.requests = requests
        states = requests.map { _ in .pending(nil, nil) }
    }

    /// The requests that no source has had so far, or not all of their text.
    var pending: [Int] { states.indices.filter { if case .pending = states[$0] { true } else { false } } }

    /// What is still asked for by a request: of a text that is there in part the rest.
    func rest(of index: Int) -> FontRequest {
        let part: Part? =
            switch states[index] {
            case .pending(_, let part), .offered(_, _, _, let part): part
            default: nil
            }
        var request = requests[index]
        // Where not each of the missing characters is named, it is all of the text.
        if let missing = part?.missing, missing.allSatisfy({ $0.text != nil }) {
            request.text = missing.compactMap(\.text).joined()
        }
        return request
    }

    /// What is offered and has not failed, each once.
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

    /// What is offered for each request and has not failed.
    var openOffers: [(index: Int, offer: FontOffer, source: Int)] {
        states.enumerated().flatMap { index, state -> [(Int, FontOffer, Int)] in
            guard case .offered(let offers, let source, let failures, _) = state else { return [] }
            return offers.filter { failures[$0] == nil }.map { (index, $0, source) }
        }
    }

    /// Whether anything is to be brought into use.
    var hasOffers: Bool { !plannedOffers.isEmpty || states.contains { if case .offered = $0 { true } else { false } } }

    /// The bytes of what is offered.
    var offeredBytes: Int { offers.reduce(0) { $0 + $1.size } }

    /// What is to be brought into use: fonts of one source, in one name and with one mark go together.
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

    /// The requests of which something was brought into use.
    var provided: [Int] {
        states.indices.filter { index in
            guard case .offered(let offers, _, let failures, _) = states[index] else { return false }
            return offers.contains { failures[$0] == nil }
        }
    }

    /// Notes why a source that knows a font cannot give it; a later source may.
    mutating func note(_ failure: RequestFailure, for index: Int) {
        guard case .pending(nil, let part) = states[index] else { return }
        states[index] = .pending(failure, part)
    }

    /// Notes that a source has a font.
    mutating func note(_ offers: [FontOffer], of source: Int, for index: Int) {
        guard case .pending(_, let part) = states[index] else { return }
        states[index] = .offered(offers, source: source, failures: [:], part)
    }

    /// Notes what programs find already; where something of a text is missing, a later source may have it.
    mutating func resolve(
        _ index: Int, by faces: [FaceRecord], of source: String, missing: [RequestFailure] = []
    ) {
        let found = faces.map { ResolvedRequest(index: index, face: $0, source: source, provider: $0.provider) }
        states[index] =
            missing.isEmpty ? .resolved(found, missing: []) : .pending(nil, Part(found: found, missing: missing))
    }

    /// Notes that an offer came to nothing.
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

    /// Notes what programs find now.
    mutating func resolveProvided(_ index: Int, by face: FaceRecord, names: [String]) {
        guard case .offered(let offers, let source, _, let part) = states[index] else { return }
        let provider =
            offers.first { $0.digest == face.digest || $0.installation != nil }?.provider ?? face.provider
        let provided = ResolvedRequest(index: index, face: face, source: names[source], provider: provider)
        served.insert(index)
        states[index] = .resolved((part?.found ?? []) + [provided], missing: [])
    }

    /// Notes that programs find nothing though something was brought into use.
    mutating func failProvided(_ index: Int, _ failure: RequestFailure) {
        guard case .offered(_, _, _, let part?) = states[index] else { return states[index] = .unresolved(failure) }
        states[index] = .resolved(part.found, missing: part.missing + [failure])
    }

    /// Notes that the caller does not want it any more; what programs find without the request stays found.
    mutating func giveUp() {
        let failure = RequestFailure(.cancelled, "The request was given up.")
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

    /// What came of it.
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
                        ?? RequestFailure(.cancelled, "The request was given up."))
            }
        }
        return answer
    }
}
