internal import FontLibrary
internal import FontModel
internal import Registry

extension LibraryPlan {
    /// The places of the files of a plan.
    struct Assignment {
        /// A font that is added to, or removed from, a shard.
        struct Load {
            let shard: Shard
            /// The time that fontconfig needs to scan it, in microseconds.
            let cost: Int
            let isLeaving: Bool

            /// The load that reverses this one.
            var reversed: Load { Load(shard: shard, cost: cost, isLeaving: !isLeaving) }

            func apply(to layout: inout ShardLayout) {
                if isLeaving { layout.remove(cost: cost, from: shard) } else { layout.add(cost: cost, to: shard) }
            }
        }

        var moves: [FontMove] = []
        var newShards: [Shard] = []
        var places: [FontDigest: ContentPlace] = [:]
        /// The changes of the plan to the layout.
        var loads: [Load] = []
    }

    /// Assigns a shard to each font to publish and turns the plan into moves.
    ///
    /// - Parameter layout: The current shards; on return, the shards after the plan.
    /// - Returns: The moves and the resulting places.
    /// - Throws: `Corrupt` if the registry contains an invalid name of a file or of a shard; the layout is then
    ///   unchanged.
    func assignment(in layout: inout ShardLayout) throws(FontError) -> Assignment {
        var assignment = Assignment()
        var next = layout
        assignment.loads = items.flatMap(\.loads)
        for load in assignment.loads { load.apply(to: &next) }
        let published = items.filter(\.entersTree)
        let placement = next.place(costs: published.map(\.scanCost))
        assignment.newShards = placement.newShards
        for (item, shard) in zip(published, placement.shards) {
            assignment.loads.append(Assignment.Load(shard: shard, cost: item.scanCost, isLeaving: false))
        }
        let shards = Dictionary(
            zip(published.map(\.digest), placement.shards), uniquingKeysWith: { first, _ in first })
        for item in items { try assignment.add(item, shard: shards[item.digest]) }
        layout = next
        return assignment
    }
}

extension LibraryPlan.Item {
    /// Whether the move adds nothing that programs can find.
    var bringsNothing: Bool {
        switch move {
        case .keep, .take, .withdraw, .yield, nil: true
        case .publish, .enable, .replace: false
        }
    }

    /// Whether its file leaves the tree because its provider was uninstalled, possibly with hundreds of others.
    var isSetAside: Bool {
        guard case .withdraw = move else { return false }
        return registrations.contains { $0.departure != nil }
    }

    /// The shard changes of the move that are known beforehand.
    fileprivate var loads: [LibraryPlan.Assignment.Load] {
        typealias Load = LibraryPlan.Assignment.Load
        switch move {
        case .withdraw(_, let name):
            return Shard(name: name).map { [Load(shard: $0, cost: scanCost, isLeaving: true)] } ?? []
        case .replace(_, let predecessor, let name):
            return Shard(name: name).map {
                [
                    Load(shard: $0, cost: predecessor.scanCost, isLeaving: true),
                    Load(shard: $0, cost: scanCost, isLeaving: false),
                ]
            } ?? []
        case .take(_, let found): return [Load(shard: found.shard, cost: scanCost, isLeaving: false)]
        case .publish, .keep, .enable, .yield, nil: return []
        }
    }

    /// Whether the content's file goes into the tree, to a place that has to be assigned.
    var entersTree: Bool {
        switch move {
        case .publish, .enable: true
        case .keep, .take, .withdraw, .replace, .yield, nil: false
        }
    }
}

extension LibraryPlan.Assignment {
    fileprivate mutating func add(_ item: LibraryPlan.Item, shard: Shard?) throws(FontError) {
        guard let fileName = FontFileName(rawValue: item.fileName) else {
            throw FontError(.corrupt, "The registry names a file '\(item.fileName)', which is none of ours.")
        }
        switch (item.move, shard) {
        case (.publish(let candidate), let shard?):
            moves.append(.publish(candidate.bytes, as: fileName, in: shard))
            places[item.digest] = .published(shard: shard.name)
        case (.take(_, let found), _):
            places[item.digest] = .published(shard: found.shard.name)
            // Writing a sidecar in this transaction would stage a mark of an unacknowledged change, and the file would
            // be deleted after a crash. The next reconciliation finds that the sidecar is missing.
            return
        case (.enable(let record), let shard?):
            moves.append(.enable(item.digest, stamp: record.stamp, as: fileName, in: shard))
            places[item.digest] = .published(shard: shard.name)
        case (.keep(let candidate), _):
            moves.append(.keep(candidate.bytes))
            places[item.digest] = .stored
        case (.withdraw(let record, let name), _):
            guard let shard = Shard(name: name) else {
                throw FontError(.corrupt, "The registry names a shard '\(name)', which is none of ours.")
            }
            moves.append(.withdraw(item.digest, stamp: record.stamp, as: fileName, in: shard))
            places[item.digest] = .stored
        case (.replace(let candidate, let predecessor, let name), _):
            guard let shard = Shard(name: name), let oldName = FontFileName(rawValue: predecessor.fileName) else {
                throw FontError(.corrupt, "The registry names a shard '\(name)', which is none of ours.")
            }
            moves.append(
                .replace(predecessor.digest, stamp: predecessor.stamp, by: candidate.bytes, as: oldName, in: shard))
            // A font that was in the store because it was disabled is now in the tree.
            if item.initial != nil { moves.append(.delete(item.digest)) }
            places[item.digest] = .published(shard: shard.name)
        case (.yield, _): places[item.digest] = .stored
        case (.publish, nil), (.enable, nil):
            throw FontError(.registrationFailed, "There is no directory for the font.")
        case (nil, _): break
        }
        let place = places[item.digest] ?? item.initial?.place
        if item.isLeaving {
            if place == .stored { moves.append(item.removed.map { .retire($0) } ?? .delete(item.digest)) }
            moves.append(.removeSidecar(item.digest))
        } else {
            let sidecar = item.sidecar(fileName: fileName, place: place)
            moves.append(item.isSetAside ? .rewriteSidecar(sidecar) : .writeSidecar(sidecar))
        }
    }
}

extension LibraryPlan.Item {
    /// Returns the sidecar from which a lost registry is rebuilt.
    func sidecar(fileName: FontFileName, place: ContentPlace?) -> Sidecar {
        let fontPlace: FontPlace =
            if case .published(let name) = place, let shard = Shard(name: name) { .published(shard) } else { .stored }
        return Sidecar(
            digest: digest, fileName: fileName, format: format, size: size, place: fontPlace,
            registrations: registrations.map {
                Sidecar.Registration(
                    id: $0.id, provider: $0.provider, scope: $0.scope, isEnabled: $0.isEnabled,
                    isDisabledByUser: $0.isDisabledByUser,
                    userInfo: $0.userInfo, sessionToken: $0.sessionToken, sequence: $0.sequence,
                    departure: $0.departure, visibility: $0.visibility)
            })
    }
}
