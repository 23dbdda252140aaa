internal import FontModel
internal import Registry

extension LibraryPlanner {
    /// Checks that nobody else has the names of a content that programs are to see, and that it stands in for no font of
    /// the system.
    ///
    /// A PostScript name may be that of other styles of the face's family: see ``Registry/FaceIdentity``.
    func checkNames(
        of entry: Entry, _ digest: FontDigest, for provider: ProviderIdentifier,
        replacing replaced: Set<String> = [], succeeding predecessors: Set<FontDigest> = []
    ) throws(FontError) {
        func check(
            _ owners: [NameOwner]?, _ name: String, ignoring isIgnored: (NameOwner) -> Bool = { _ in false }
        ) throws(FontError) {
            for owner in owners ?? [] {
                switch owner {
                case .font(digest, _): continue
                case .font(let other, _) where predecessors.contains(other): continue
                case _ where isIgnored(owner): continue
                case .font(_, let provider):
                    throw FontError(
                        .duplicatedName,
                        "\(name) of another enabled font, of \(provider). Disable or remove that one first.",
                        owner: provider.rawValue)
                case .system(let path):
                    if let file = userFiles[path], replaced.contains(file) { continue }
                    throw shadowing(path, name)
                }
            }
        }
        for face in entry.faces {
            let name = "'\(face.postscriptName)' is the name"
            try check(names[face.postscriptName.fontNameKey], name) { isWelcome(face, beside: $0, for: provider) }
            // A variable font gives its instances the names of the static fonts of its family: programs may have both.
            func isSibling(_ owner: NameOwner) -> Bool { has(owner, familyOf: face) }
            let instanceName = "'\(face.postscriptName)' is the name of a named instance"
            try check(instanceNames[face.postscriptName.fontNameKey], instanceName, ignoring: isSibling)
            for key in face.instanceKeys.sorted() {
                let name = "A named instance of '\(face.postscriptName)' has the name '\(key)'"
                try check(names[key], name, ignoring: isSibling)
                try check(instanceNames[key], name, ignoring: isSibling)
            }
        }
        try checkFamilies(of: entry, digest, for: provider)
        try checkShadowing(of: entry.faces, replacing: replaced)
        try checkFullNames(of: entry, digest, for: provider, replacing: replaced)
    }

    /// The error for a font that would have programs miss a file which is none of ours.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - subject: What the font has of it, up to "of".
    /// - Returns: The error, with what to do where the file is the user's own.
    func shadowing(_ path: String, _ subject: String) -> FontError {
        let directory = userDirectories.first { path.hasPrefix($0 + "/") }
        return FontError(
            .shadowed,
            directory.map {
                "\(subject) of a font file in \($0) that Typecase does not manage. 'typecase adopt \($0)' takes "
                    + "the fonts there over; or remove the file."
            } ?? "\(subject) of a font of the system, which must not be shadowed.",
            owner: FontError.systemOwner)
    }
}
