internal import FontModel
internal import PositionedJSON

extension ManifestReading {
    /// Reads the files that are not fonts.
    ///
    /// - Parameters:
    ///   - field: The array.
    ///   - fonts: The fonts of the manifest, whose paths other files cannot use.
    ///   - reading: Records faults.
    /// - Returns: The valid files.
    static func resources(
        _ field: JSONField, besides fonts: [FontAsset], in reading: inout JSONReading
    ) -> [ResourceFile] {
        var taken = Set(fonts.map(\.file))
        var resources: [ResourceFile] = []
        let known = ["file", "sha256", "tags", "policy", "url", "size", "credential"]
        for element in reading.array(field, maximum: ManifestLimits.resources) ?? [] {
            guard let members = reading.object(element, known: known, required: ["file", "sha256", "tags"]) else {
                continue
            }
            let file = members["file"].flatMap { path(&reading, $0) }
            let digest = members["sha256"].flatMap { Self.digest($0, in: &reading) }
            let tags = members["tags"].map { reading.set($0, maximum: ManifestLimits.tags, word) }
            let policy = members["policy"].flatMap { reading.choice($0, of: FontAsset.Policy.self) }
            let source = Self.source(members, in: &reading)
            guard let file, let digest else { continue }
            if !taken.insert(file).inserted, let field = members["file"] {
                reading.note(field, "The file is there twice.")
            }
            var resource = ResourceFile(file: file, sha256: digest, tags: tags ?? [])
            resource.policy = policy ?? resource.policy
            (resource.address, resource.size, resource.credential) = source
            resources.append(resource)
        }
        return resources
    }

    /// Reads the address of a file, its size, and the name of the credential for the server.
    static func source(
        _ members: [String: JSONField], in reading: inout JSONReading
    ) -> (address: String?, size: Int?, credential: String?) {
        let address = members["url"].flatMap { Self.address($0, in: &reading) }
        let size = members["size"].flatMap { reading.integer($0, in: 1...ManifestLimits.fetchedSize) }.map { Int($0) }
        if let field = members["size"], members["url"] == nil {
            reading.note(field, "The size is that of the file at url, and there is no url.")
        }
        let credential = members["credential"].flatMap { word(&reading, $0) }
        if let field = members["credential"], members["url"] == nil {
            reading.note(field, "The credential is for the server of url, and there is no url.")
        }
        return (address, size, credential)
    }
}
