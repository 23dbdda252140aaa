internal import FontModel
package import LinuxSystem

/// The fonts in packages of the distribution that are not installed.
///
/// If a package manager is available and the policy allows it, a package is offered and can be installed with the
/// user's consent. Otherwise the caller learns which package has the font.
package struct PackageSource: RequestSource {
    /// Finds packages by the names of their fonts; returns `nil` for a name that no package has.
    package typealias Search = @Sendable (_ names: [String]) async -> [String?]

    /// The catalogs of packages, and PackageKit.
    package struct Manager: Sendable {
        /// Finds packages by the names of their fonts.
        package var search: Search
        /// Installs packages.
        package var installer: any PackageInstaller
        /// Checks the system's fonts again after an installation.
        package var onInstallation: @Sendable () async -> Void

        /// Creates a manager.
        package init(
            search: @escaping Search, installer: any PackageInstaller,
            onInstallation: @escaping @Sendable () async -> Void
        ) {
            self.search = search
            self.installer = installer
            self.onInstallation = onInstallation
        }
    }

    private let manager: Manager
    private let rights: RightsService

    package var name: String { "package" }

    /// Creates the source.
    ///
    /// - Parameters:
    ///   - manager: Finds and installs packages.
    ///   - rights: Decides whether packages may be installed.
    package init(_ manager: Manager, rights: RightsService) {
        self.manager = manager
        self.rights = rights
    }

    package func look(for requests: [FontRequest], by caller: RequestCaller) async -> [RequestFinding] {
        // A mark is specific to a provider, and no package has one.
        let names = requests.map { request in
            let isNamed = request.text == nil && request.descriptor.userInfo == nil
            return isNamed && request.descriptor.source != .typecase ? request.names.first : nil
        }
        let wanted = names.compactMap(\.self)
        guard !wanted.isEmpty else { return requests.map { _ in .nothing } }
        var found = await manager.search(wanted)[...]
        let packages = names.map { name in name.flatMap { _ in found.popFirst() ?? nil } }
        let offers = await offers(of: Set(packages.compactMap(\.self)), to: caller)
        return zip(names, packages).map { name, package in
            guard let name, let package else { return .nothing }
            switch offers[package] {
            case .success(var offer)?:
                offer.name = name
                return .offers([offer])
            case .failure(var failure)?:
                failure.package = package
                failure.message = "The package \(package) has '\(name)' and is not installed. \(failure.message)"
                return .failure(failure)
            case nil: return .nothing
            }
        }
    }

    private static let remedy = "Install it with the system's package manager."

    /// The offers for packages, or the reasons why they cannot be installed from here.
    private func offers(
        of packages: Set<String>, to caller: RequestCaller
    ) async -> [String: Result<FontOffer, RequestFailure>] {
        guard !packages.isEmpty else { return [:] }
        func failures(
            _ names: Set<String>, _ failure: RequestFailure
        ) -> [String: Result<FontOffer, RequestFailure>] {
            Dictionary(uniqueKeysWithValues: names.map { ($0, .failure(failure)) })
        }
        if let refusal = rights.packageRefusal {
            return failures(packages, RequestFailure(.packageAvailable, "\(refusal) \(Self.remedy)"))
        }
        // The package manager is not started for a denied package.
        var offers: [String: Result<FontOffer, RequestFailure>] = [:]
        for package in packages {
            let known = PackageInstallation(name: package, id: "", packages: [], size: 0)
            guard let offer = FontOffer(known),
                case .denied(let error, let isUsers) = rights.standing(
                    ofRequested: RequestedOffer(offer), by: caller.identity)
            else { continue }
            offers[package] = .failure(
                RequestFailure(isUsers ? .deniedByUser : .deniedByPolicy, error.message, provider: offer.provider))
        }
        let allowed = packages.subtracting(offers.keys)
        guard !allowed.isEmpty else { return offers }
        guard let installations = await manager.installer.installations(of: allowed.sorted()) else {
            return offers.merging(failures(allowed, RequestFailure(.packageAvailable, Self.remedy))) { $1 }
        }
        for package in allowed {
            switch installations[package] {
            case .success(let installation):
                if let offer = FontOffer(installation) {
                    offers[package] = .success(offer)
                } else {
                    offers[package] = .failure(RequestFailure(.packageAvailable, Self.remedy))
                }
            case .failure(var failure):
                failure.message += " \(Self.remedy)"
                offers[package] = .failure(failure)
            case nil:
                offers[package] = .failure(
                    RequestFailure(.packageAvailable, "The package manager does not know it. \(Self.remedy)"))
            }
        }
        return offers
    }

    package func open(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ bytes: Int) -> Void
    ) async -> [Result<OwnedFileDescriptor, RequestFailure>] {
        // After the installation, the fonts of a package are system fonts.
        offers.map { _ in .failure(RequestFailure(.notFound, "A package has to be installed.")) }
    }

    package func install(
        _ offers: [FontOffer], onProgress: @escaping @Sendable (_ percentage: Int) -> Void
    ) async throws(RequestFailure) {
        do throws(RequestFailure) {
            try await manager.installer.install(offers.compactMap(\.installation), onProgress: onProgress)
        } catch {
            var failure = error
            failure.message += " \(Self.remedy)"
            throw failure
        }
        await manager.onInstallation()
    }
}

extension FontOffer {
    /// Creates an offer of a package; `nil` if the package's name does not form a valid provider identifier.
    fileprivate init?(_ installation: PackageInstallation) {
        guard let provider = ProviderIdentifier(rawValue: "package.\(installation.name)") else { return nil }
        self.init(
            digest: installation.digest, name: "", provider: provider, size: installation.size, owner: .requested,
            isUsersDecision: true, isSizeKnown: installation.isSizeKnown, installation: installation,
            key: installation.id)
    }
}
