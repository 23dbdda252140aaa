internal import FontModel

/// A name by which a face, or a named instance of it, is found.
struct FaceKey: Hashable {
    /// The instance number in rows about the face itself.
    static let faceItself = -1

    /// The kind of name.
    let role: FaceKeyRole
    /// The name as `fontNameKey`.
    let key: String
    /// The number of the named instance, or ``faceItself``.
    let instance: Int

    /// All names of a face without duplicates; names with an empty key are omitted, because they cannot be searched
    /// for.
    static func all(of face: FaceDescription) -> Set<FaceKey> {
        var keys: Set<FaceKey> = []
        func add(_ role: FaceKeyRole, _ name: String, _ instance: Int = faceItself) {
            if let key = FaceKey(role, name, instance) { keys.insert(key) }
        }
        add(.postscriptName, face.postscriptName)
        add(.family, face.family)
        if let family = face.typographicFamily { add(.family, family) }
        add(.style, face.style)
        for name in face.names.prefix(FontLimits.nameRecords) where name.kind != .full {
            add(role(of: name.kind), name.value)
        }
        for (number, instance) in face.namedInstances.prefix(RegistryLimits.namedInstances).enumerated() {
            if let name = instance.postscriptName { add(.postscriptName, name, number) }
            if !instance.name.isEmpty { add(.style, instance.name, number) }
        }
        return keys.union(fullNames(of: face))
    }

    /// The full names of a face and of its named instances.
    ///
    /// No font table contains the full name of an instance. It is composed of the family and the instance's name, as in
    /// fonts with one file per style.
    static func fullNames(of face: FaceDescription) -> Set<FaceKey> {
        var names = [FaceKey(.fullName, face.fullName, faceItself)]
        for name in face.names.prefix(FontLimits.nameRecords) where name.kind == .full {
            names.append(FaceKey(.fullName, name.value, faceItself))
        }
        let family = face.typographicFamily ?? face.family
        for (number, instance) in face.namedInstances.prefix(RegistryLimits.namedInstances).enumerated()
        where !instance.name.isEmpty {
            names.append(FaceKey(.fullName, family + " " + instance.name, number))
        }
        return Set(names.compactMap(\.self))
    }

    /// Creates a name; `nil` if its key is empty.
    private init?(_ role: FaceKeyRole, _ name: String, _ instance: Int) {
        key = name.cut(to: FontLimits.nameLength).fontNameKey
        guard !key.isEmpty else { return nil }
        self.role = role
        self.instance = instance
    }

    private static func role(of kind: LocalizedName.Kind) -> FaceKeyRole {
        switch kind {
        case .postscript: .postscriptName
        case .family, .typographicFamily: .family
        case .full: .fullName
        case .style, .typographicStyle: .style
        }
    }
}
