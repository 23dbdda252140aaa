internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What came of a call to `RequestFonts`.
struct RequestResult {
    let state: String
    let resolved: [[String: BusVariant]]
    let unresolved: [[String: BusVariant]]

    init(_ state: String, _ result: [String: BusVariant]) throws {
        self.state = state
        resolved = try result["resolved"]?.converted(to: [[String: BusVariant]].self) ?? []
        unresolved = try result["unresolved"]?.converted(to: [[String: BusVariant]].self) ?? []
    }

    /// The names and sources of what was resolved.
    var names: [String] {
        get throws {
            try resolved.map { face in
                let name = try face["postscript_name"]?.converted(to: String.self) ?? ""
                return "\(name) \(try face["from"]?.converted(to: String.self) ?? "")"
            }
        }
    }

    var reasons: [String] {
        get throws { try unresolved.map { try $0["reason"]?.converted(to: String.self) ?? "" } }
    }

    func message(_ index: Int = 0) throws -> String {
        try unresolved[index]["message"]?.converted(to: String.self) ?? ""
    }
}

extension BusConnection {
    /// Has the service begin a job, and waits for its end.
    func finish(
        _ begin: @escaping @Sendable (FontManager1Client, [String: BusVariant]) async throws(BusError) -> Void
    ) async throws -> (state: String, result: [String: BusVariant]) {
        let token = FontIdentifier.random().rawValue
        let end = try await Job1Client.run(over: self, named: token) { () async throws(BusError) in
            try await begin(FontManager1Client(self), ["handle_token": BusVariant(token)])
        }
        guard case .ended(let state, let result) = end else { throw BusError.disconnected }
        return (state, result)
    }

    /// Requests fonts by descriptors.
    func request(_ requests: [[String: BusVariant]]) async throws -> RequestResult {
        let end = try await finish { manager, options throws(BusError) in
            _ = try await manager.requestFonts(requests: requests, options: options)
        }
        return try RequestResult(end.state, end.result)
    }

    /// Requests fonts by names.
    func request(_ names: String...) async throws -> RequestResult {
        try await request(names.map { ["name": BusVariant($0)] })
    }

    /// The names that the service finds for this connection.
    func finds(_ name: String) async throws -> Bool {
        let faces = try await FontManager1Client(self).match(descriptors: [["name": BusVariant(name)]], options: [:])
        return faces.first?.isEmpty == false
    }
}

extension ScratchHome {
    /// Installs a manifest with fonts of these families, which are to be had by their PostScript names.
    func installManifest(
        of provider: String, families: [String], changing: (_ family: String, _ font: [UInt8]) -> [UInt8] = { $1 }
    ) throws {
        let fonts = try families.map { family -> String in
            let font = Desk.font(family)
            try scratch.write(changing(family, font), to: "share/typecase/assets/\(provider)/\(family).ttf")
            return """
                {"file": "\(family).ttf", "sha256": "\(try SealedMemory(bytes: font).digest.hexadecimal)",
                 "name": "\(family.replacing(" ", with: ""))-Regular"}
                """
        }
        try scratch.write(
            """
            {"version": 1, "id": "\(provider)", "name": "Test", "fonts": [\(fonts.joined(separator: ","))]}
            """, to: "share/typecase/providers/\(provider).json")
    }
}
