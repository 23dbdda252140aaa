internal import DBus
internal import TestSupport
internal import Typecase

extension RunningDaemon {
    /// A font manager of the client library, on this daemon's bus.
    var fontManager: FontManager { FontManager(address: .address(bus.address)) }

    /// Writes font files outside of everything that fontconfig scans.
    func writeFonts(_ names: [String]) throws -> [String] {
        try names.map { try home.scratch.write(makeFont($0), to: "given/\($0).ttf") }
    }
}

extension Result where Failure == FontManagerError {
    var code: FontManagerError.Code? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}
