internal import FontModel
package import LinuxSystem

/// The fonts that packages of the distribution have which are not installed.
///
/// Whoever asks learns the package: a package is installed with the rights of an administrator, which the service has not.
package struct PackageSource: RequestSource {
    /// Finds out the packages of fonts by the names of these; `nil` for a name that none has.
    package typealias Search = @Sendable (_ names: [String]) async -> [String?]

    private let search: Search

    package var name: String { "package" }

    /// Creates the source.
    ///
    /// - Parameter search: Who knows the packages.
    package init(search: @escaping Search) { self.search = search }

    package func look(for requests: [FontRequest], by caller: RequestCaller) async -> [RequestFinding] {
        // A mark is a provider's own, and no package has it.
        let names = requests.map { request in
            let isNamed = request.text == nil && request.descriptor.userInfo == nil
            return isNamed && request.descriptor.source != .typecase ? request.names.first : nil
        }
        let wanted = names.compactMap(\.self)
        guard !wanted.isEmpty else { return requests.map { _ in .nothing } }
        var packages = await search(wanted)[...]
        return names.map { name in
            guard let name, let package = packages.popFirst() ?? nil else { return .nothing }
            return .failure(
                RequestFailure(
                    .packageAvailable,
                    "The package \(package) has '\(name)' and is not installed. Install it with the system's package manager.",
                    package: package))
        }
    }

    package func open(_ offers: [FontOffer]) async -> [Result<OwnedFileDescriptor, RequestFailure>] {
        // It offers none.
        offers.map { _ in .failure(RequestFailure(.notFound, "A package has to be installed.")) }
    }
}
