internal import TestSupport

extension Benchmarks {
    /// How many fonts are installed one by one with each peer.
    private static var peerSingleRounds: Int { 10 }
    /// How often the batch is installed with each peer.
    private static var peerBatchRounds: Int { 3 }

    /// Installs one font, and the batch, with other font managers in turns with the service.
    ///
    /// The peers neither check fonts nor wait until the disk has them.
    func measurePeers() async throws {
        report.head("Other font managers, each in a home with the same fonts")
        try await measurePeer("kde", "KDE's font service") { [kdeService, kdeLibraries, registered] in
            guard let kdeService, let kdeLibraries else { return nil }
            return try await KDEFontPeer(service: kdeService, libraries: kdeLibraries, with: registered)
        }
        try await measurePeer("font-manager", "font-manager") { [registered] in
            guard FontManagerPeer.isInstalled else { return nil }
            return try await FontManagerPeer(with: registered)
        }
    }

    private func measurePeer(
        _ key: String, _ name: String, start: () async throws -> (any FontPeer)?
    ) async throws {
        let single = (key: "\(key)-single", title: "one font, \(name)/ours")
        let together = (key: "\(key)-batch", title: "\(batch.count) fonts together, \(name)/ours")
        guard let peer = try await start() else {
            for row in [single, together] { report.add(row.key, row.title, missing: "not installed") }
            return
        }
        let result: Result<Void, any Error>
        do {
            try await measureSingles(with: peer, name, single)
            try await measureBatch(with: peer, name, together)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await peer.end()
        try result.get()
    }

    private func measureSingles(
        with peer: any FontPeer, _ name: String, _ row: (key: String, title: String)
    ) async throws {
        var (ours, theirs) = (Samples(.milliseconds), Samples(.milliseconds))
        let others = peer.files
        // The first round warms both up.
        for round in 0...Self.peerSingleRounds {
            let font = singles[round % singles.count]
            guard let (registered, time) = try await full.provider.register(font) else { continue }
            try await pause()
            _ = try await full.provider.unregister(registered.id)
            try await pause()
            let installing = try await peer.install([font])
            let added = peer.files.subtracting(others)
            try await peer.remove(added)
            // One that it has already takes it no time.
            guard round > 0, !added.isEmpty else { continue }
            ours.append(time)
            theirs.append(installing)
        }
        add(row, ours, theirs, name)
    }

    private func measureBatch(
        with peer: any FontPeer, _ name: String, _ row: (key: String, title: String)
    ) async throws {
        var (ours, theirs) = (Samples(.milliseconds), Samples(.milliseconds))
        var accepted = 0
        let others = peer.files
        for round in 0...Self.peerBatchRounds {
            let outcome = try await full.provider.registerBatch(batch, isByUser: false)
            try await settle()
            _ = try await full.provider.unregister(outcome.registered.values.map(\.id))
            try await settle()
            let installing = try await peer.install(batch)
            let added = peer.files.subtracting(others)
            try await peer.remove(added)
            accepted = added.count
            guard round > 0 else { continue }
            ours.append(outcome.time)
            theirs.append(installing)
        }
        add(row, ours, theirs, name)
        if accepted < batch.count { report.note("\(name) installed \(accepted) of \(batch.count) fonts") }
    }

    private func add(
        _ row: (key: String, title: String), _ ours: Samples, _ theirs: Samples, _ name: String
    ) {
        report.add(row.key, row.title, ours, against: (name, theirs), theirs.median / ours.median)
    }
}
