internal import FontModel

extension FontError {
    /// Whether the error may be caused by one font of many, so that the others are worth another attempt.
    var mayConcernOneItem: Bool {
        ![.storageFull, .readOnly, .insufficientPermissions, .busy, .batchClosed].contains(code)
    }

    /// The answer for an item that received no other.
    ///
    /// Every item should receive an answer. If one were forgotten, it must not receive the answer of its neighbour.
    static let unanswered = FontError(
        .registrationFailed, "The result for this item is not known. Check its current state.")
}

extension LibraryRequest {
    /// Whether its fonts may replace files of the user.
    var replacesFiles: Bool {
        if case .register(_, let options) = action { !options.replacedFiles.isEmpty } else { false }
    }

    /// The token of the login session that its fonts end with; `nil` if there is none.
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

    /// The request in two parts; `nil` if it has only one item.
    var halves: (first: LibraryRequest, second: LibraryRequest)? {
        guard itemCount > 1 else { return nil }
        let middle = itemCount / 2
        return (part(0..<middle), part(middle..<itemCount))
    }

    /// Returns the request restricted to some of its fonts or ids.
    ///
    /// - Parameter positions: The positions of these items, in the order of the part.
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

    /// The contents that the request takes out of use or puts back into use.
    var judgedDigests: [FontDigest] {
        if case .judge(let judgements) = action { judgements.map(\.digest) } else { [] }
    }

    /// The registrations that the request contains.
    var ids: [FontIdentifier] {
        switch action {
        case .change(let ids, _): ids
        case .endSession(let registrations): registrations.map(\.id)
        case .register, .judge: []
        }
    }
}
