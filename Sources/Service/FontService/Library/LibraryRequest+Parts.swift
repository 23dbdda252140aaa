internal import FontModel

extension FontError {
    /// Whether the error may come from one font of many, so that the others are worth another try.
    var mayConcernOneItem: Bool {
        ![.storageFull, .readOnly, .insufficientPermissions, .busy, .batchClosed].contains(code)
    }

    /// The answer for an item of many that has none.
    ///
    /// Whoever answers for items answers for all, but where one were forgotten it must not have its neighbour's answer.
    static let unanswered = FontError(.registrationFailed, "Nothing became known of this one. Ask again what there is.")
}

extension LibraryRequest {
    /// Whether files of the user may go for its fonts.
    var replacesFiles: Bool {
        if case .register(_, let options) = action { !options.replacedFiles.isEmpty } else { false }
    }

    /// Names the login session that its fonts are to end with; `nil` where that is none.
    var sessionToken: String? {
        switch action {
        case .register(_, let options), .change(_, .registerAgain(let options)): options.sessionToken
        case .change, .endSession, .judge: nil
        }
    }

    /// The number of fonts or ids.
    var itemCount: Int {
        switch action {
        case .register(let candidates, _): candidates.count
        case .change, .endSession: ids.count
        case .judge(let judgements): judgements.count
        }
    }

    /// The request in two parts; `nil` where it is about one font or id.
    var halves: (first: LibraryRequest, second: LibraryRequest)? {
        guard itemCount > 1 else { return nil }
        let middle = itemCount / 2
        return (part(0..<middle), part(middle..<itemCount))
    }

    /// The request for some of its fonts or ids alone.
    ///
    /// - Parameter positions: Which of them, in the order that the part is to have.
    /// - Returns: The part.
    func part(_ positions: some Sequence<Int>) -> LibraryRequest {
        let part: Action =
            switch action {
            case .register(let candidates, let options): .register(positions.map { candidates[$0] }, options)
            case .change(let ids, let change): .change(positions.map { ids[$0] }, change)
            case .endSession(let registrations): .endSession(positions.map { registrations[$0] })
            case .judge(let judgements): .judge(positions.map { judgements[$0] })
            }
        var request = LibraryRequest(part, by: requester, control: control)
        request.operation = operation
        return request
    }

    /// The contents that it takes out of use, or back into it.
    var judgedDigests: [FontDigest] {
        if case .judge(let judgements) = action { judgements.map(\.digest) } else { [] }
    }

    /// The registrations that it names.
    var ids: [FontIdentifier] {
        switch action {
        case .change(let ids, _): ids
        case .endSession(let registrations): registrations.map(\.id)
        case .register, .judge: []
        }
    }
}
