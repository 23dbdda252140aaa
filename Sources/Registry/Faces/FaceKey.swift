internal import FontModel

/// One name that a face, or a named instance of it, is found by.
struct FaceKey: Hashable {
    /// The number of the instance in rows about the face itself.
    static let faceItself = -1

    /// The kind of name.
    let role: FaceKeyRole
    /// The name as `fontNameKey`.
    let key: String
    /// The number of the named instance, or ``faceItself``.
    let instance: Int

    /// All names of a face, each once; names of which the key is empty cannot be asked for.
    static func all(of face: FaceDescription) -> Set<FaceKey> {
        var keys: Set<FaceKey> = []
        func add(_ role: FaceKeyRole, _ name: String, _ instance: Int = faceItself) {
            let key = name.cut(to: FontLimits.nameLength).fontNameKey
            if !key.isEmpty { keys.insert(FaceKey(role: role, key: key, instance: instance)) }
        }
        add(.postscriptName, face.postscriptName)
        add(.family, face.family)
        if let family = face.typographicFamily { add(.family, family) }
        add(.fullName, face.fullName)
        add(.style, face.style)
        for name in face.names.prefix(FontLimits.nameRecords) { add(role(of: name.kind), name.value) }
        // The instance's own full name is in no table: it is made of the family and the instance, as fonts with a
        // file for each style do.
        let family = face.typographicFamily ?? face.family
        for (number, instance) in face.namedInstances.prefix(RegistryLimits.namedInstances).enumerated() {
            if let name = instance.postscriptName { add(.postscriptName, name, number) }
            guard !instance.name.isEmpty else { continue }
            add(.style, instance.name, number)
            add(.fullName, family + " " + instance.name, number)
        }
        return keys
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
