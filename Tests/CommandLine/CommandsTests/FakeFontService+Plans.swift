internal import BusInterface
internal import DBus
internal import LinuxSystem

/// What the fake would do with fonts.
extension FakeFontService {
    func planInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) throws -> [[String: BusVariant]] {
        let names = try BusDictionary(options).strings("names") ?? []
        return fonts.enumerated().map { index, file -> [String: BusVariant] in
            let text = Self.text(of: file)
            if text == "broken" { return Self.damaged(names.indices.contains(index) ? names[index] : text) }
            let known = snapshot.fonts.contains { $0.name == text }
            return ["already_registered": BusVariant(known), "version": BusVariant("1.000")]
                .merging(Self.faces(Font(id: "", name: text))) { $1 }
        }
    }

    func planChange(
        _ call: BusMethodCall, change: String, ids: [String], options: [String: BusVariant]
    ) -> [[String: BusVariant]] {
        ids.map { ["id": BusVariant($0), "changed": BusVariant(true)] }
    }
}
