internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import Testing

/// The two ways in for fonts: a program that provides them, and the user who installs them.
enum Way: String, CaseIterable, CustomTestStringConvertible {
    case provider
    case user

    var testDescription: String { rawValue }
}

/// The two times that a registration can last.
enum Scope: String, CaseIterable, CustomTestStringConvertible {
    case persistent
    case session

    var testDescription: String { rawValue }
}

extension RunningDaemon {
    /// The results of a call that changes fonts.
    typealias Answer = (results: [[String: BusVariant]], generation: UInt64)

    /// How long a test waits for an answer: far longer than it takes on a machine that has much else to do.
    private static let patience = Duration.seconds(300)

    /// Gives fonts to the session.
    func register(
        _ fonts: [OwnedFileDescriptor], by way: Way = .provider, scope: Scope = .persistent, enabled: Bool = true,
        options: [String: BusVariant] = [:]
    ) async throws -> Answer {
        switch way {
        case .provider:
            try await manager.registerFonts(
                fonts: fonts, scope: scope.rawValue, enabled: enabled, options: options, timeout: Self.patience)
        case .user:
            try await management.installFonts(
                fonts: fonts, scope: scope.rawValue, enabled: enabled, options: options, timeout: Self.patience)
        }
    }

    /// Gives one font to the session and returns its id.
    func register(
        _ font: [UInt8], by way: Way = .provider, scope: Scope = .persistent, enabled: Bool = true
    ) async throws -> String {
        let answer = try await register([home.openFont(font)], by: way, scope: scope, enabled: enabled)
        let result = try #require(answer.results.first)
        #expect(result.errorName == "", "\(result.text("message"))")
        return result.text("id")
    }

    /// Takes fonts back.
    func unregister(_ ids: [String], by way: Way = .provider) async throws -> Answer {
        switch way {
        case .provider: try await manager.unregister(ids: ids, options: [:], timeout: Self.patience)
        case .user: try await management.uninstall(ids: ids, options: [:], timeout: Self.patience)
        }
    }

    /// Enables or disables fonts.
    func setEnabled(_ ids: [String], _ enabled: Bool, by way: Way = .provider) async throws -> Answer {
        switch way {
        case .provider:
            try await manager.setEnabled(ids: ids, enabled: enabled, options: [:], timeout: Self.patience)
        case .user:
            try await management.setEnabled(ids: ids, enabled: enabled, options: [:], timeout: Self.patience)
        }
    }

    /// Lists registrations as this way sees them.
    func list(_ filter: [String: BusVariant] = [:], by way: Way = .provider) async throws -> [[String: BusVariant]] {
        switch way {
        case .provider: try await manager.listRegistered(filter: filter, timeout: Self.patience).fonts
        case .user: try await management.listFonts(filter: filter, timeout: Self.patience).fonts
        }
    }
}
