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

    /// Gives fonts to the session.
    func register(
        _ fonts: [OwnedFileDescriptor], by way: Way = .provider, scope: Scope = .persistent, enabled: Bool = true,
        options: [String: BusVariant] = [:]
    ) async throws -> Answer {
        switch way {
        case .provider:
            try await manager.registerFonts(fonts: fonts, scope: scope.rawValue, enabled: enabled, options: options)
        case .user:
            try await management.installFonts(fonts: fonts, scope: scope.rawValue, enabled: enabled, options: options)
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
        case .provider: try await manager.unregister(ids: ids, options: [:])
        case .user: try await management.uninstall(ids: ids, options: [:])
        }
    }

    /// Enables or disables fonts.
    func setEnabled(_ ids: [String], _ enabled: Bool, by way: Way = .provider) async throws -> Answer {
        switch way {
        case .provider: try await manager.setEnabled(ids: ids, enabled: enabled, options: [:])
        case .user: try await management.setEnabled(ids: ids, enabled: enabled, options: [:])
        }
    }

    /// Lists registrations as this way sees them.
    func list(_ filter: [String: BusVariant] = [:], by way: Way = .provider) async throws -> [[String: BusVariant]] {
        switch way {
        case .provider: try await manager.listRegistered(filter: filter).fonts
        case .user: try await management.listFonts(filter: filter).fonts
        }
    }
}
