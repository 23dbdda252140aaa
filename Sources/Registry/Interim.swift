package import FontModel
extension Registry {
    private static var interim: RegistryError { RegistryError(.failed, "interim") }
    package static func open(
        at path: String, journalMode: RegistryJournalMode = .writeAheadLog
    ) throws(RegistryError) -> (Registry, RegistryCondition) { throw interim }
    /// Blocks; checkpoints and closes.
    package func close() throws(RegistryError) { throw Self.interim }
    package func commit(_ mutations: [RegistryMutation]) async throws(RegistryError) -> UInt64 { throw Self.interim }
    package func commitBlocking(_ mutations: [RegistryMutation]) throws(RegistryError) -> UInt64 { throw Self.interim }
    package func generation() async throws(RegistryError) -> UInt64 { throw Self.interim }
    package func isPublicationPending() async throws(RegistryError) -> Bool { throw Self.interim }
    package func changes(
        since generation: UInt64, of provider: ProviderIdentifier? = nil
    ) async throws(RegistryError) -> RegistryChanges { throw Self.interim }
    package func registration(_ id: FontIdentifier) async throws(RegistryError) -> RegistrationRecord? {
        throw Self.interim
    }
    package func registrations(_ ids: [FontIdentifier]) async throws(RegistryError) -> [RegistrationRecord] {
        throw Self.interim
    }
    package func registrations(
        matching filter: RegistrationFilter
    ) async throws(RegistryError) -> (registrations: [RegistrationWithFaces], cursor: String?) { throw Self.interim }
    package func registrations(of digest: FontDigest) async throws(RegistryError) -> [RegistrationRecord] {
        throw Self.interim
    }
    package func content(_ digest: FontDigest) async throws(RegistryError) -> ContentRecord? { throw Self.interim }
    package func contents(_ digests: [FontDigest]) async throws(RegistryError) -> [ContentRecord] {
        throw Self.interim
    }
    package func allContents() async throws(RegistryError) -> [ContentRecord] { throw Self.interim }
    package func providers() async throws(RegistryError) -> [ProviderUsage] { throw Self.interim }
    package func usage(
        of provider: ProviderIdentifier
    ) async throws(RegistryError) -> (fonts: Int, bytes: Int) { throw Self.interim }
    package func request(
        _ requestID: String, of provider: ProviderIdentifier
    ) async throws(RegistryError) -> [FontIdentifier] { throw Self.interim }
    package func nameHolders(postscriptNames: [String]) async throws(RegistryError) -> [NameHolder] {
        throw Self.interim
    }
    /// Visible or not.
    package func face(
        _ id: FontIdentifier, index: Int? = nil, includingCoverage: Bool = false
    ) async throws(RegistryError) -> FaceRecord? { throw Self.interim }
    package func families(_ filter: FaceFilter = FaceFilter()) async throws(RegistryError) -> [String] {
        throw Self.interim
    }
    package func faces(
        _ filter: FaceFilter
    ) async throws(RegistryError) -> (faces: [FaceRecord], cursor: String?) { throw Self.interim }
    package func match(
        _ descriptors: [FontDescriptor], mandatory: Set<DescriptorAttribute> = []
    ) async throws(RegistryError) -> [FaceRecord?] { throw Self.interim }
    package func systemDirectories() async throws(RegistryError) -> [SystemDirectoryRecord] { throw Self.interim }
    package func replaceSystemDirectory(
        _ path: String, modificationNanoseconds: Int64,
        faces: [(path: String, format: FontFormat?, face: FaceDescription)]
    ) async throws(RegistryError) { throw Self.interim }
    package func removeSystemDirectories(_ paths: [String]) async throws(RegistryError) { throw Self.interim }
}
