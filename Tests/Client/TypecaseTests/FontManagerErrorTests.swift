internal import BusInterface
internal import DBus
internal import FontModel
internal import Testing
@testable internal import Typecase

@Suite struct FontManagerErrorTests {
    @Test(
        "The codes of Core Text have its numbers",
        arguments: zip(
            [
                "FileNotFound", "InsufficientPermissions", "UnrecognizedFormat", "InvalidFontData", "AlreadyRegistered",
                "ExceededResourceLimit", "AssetNotFound", "NotRegistered", "InUse", "SystemRequired",
                "RegistrationFailed", "MissingEntitlement", "InsufficientInfo", "CancelledByUser", "DuplicatedName",
                "InvalidFilePath", "UnsupportedScope",
            ], [101, 102, 103, 104, 105, 106, 107, 201, 202, 203, 301, 302, 303, 304, 305, 306, 307]))
    func numbers(name: String, number: Int) {
        let error = FontManagerError(BusError(typecaseName: name, message: "why"))
        #expect(error.code.name == name)
        #expect(error.code.number == number)
        #expect(error.message == "why")
    }

    @Test("Every code of the service has a number of Core Text's")
    func everyCode() {
        for code in FontError.Code.allCases {
            let error = FontManagerError(BusError(typecaseName: code.rawValue, message: ""))
            #expect(error.code.name == code.rawValue)
            #expect((101...307).contains(error.code.number))
        }
    }

    @Test("A code that only a newer service knows is kept, and is none of the others")
    func newerService() {
        let error = FontManagerError(BusError(typecaseName: "FromTheFuture", message: "new"))
        #expect(error.code.name == "FromTheFuture")
        #expect(error.code.number == 301)
        #expect(error.code != .registrationFailed)
    }

    @Test(
        "A service that is not there, and one that does not understand, are told apart",
        arguments: [
            (BusError.Code.serviceUnknown, FontManagerError.Code.serviceUnavailable),
            (.noServer, .serviceUnavailable), (.disconnected, .serviceUnavailable), (.noReply, .serviceUnavailable),
            (.timedOut, .serviceUnavailable), (.unknownMethod, .unsupported), (.unknownObject, .unsupported),
            (.invalidArguments, .invalidArgument),
            (.accessDenied, .missingEntitlement), (.limitsExceeded, .exceededResourceLimit),
            (.failed, .registrationFailed),
        ])
    func busErrors(code: BusError.Code, expected: FontManagerError.Code) {
        #expect(FontManagerError(BusError(code, "")).code == expected)
    }

    @Test("A code is a pattern to catch by")
    func pattern() {
        do {
            throw FontManagerError(.downgrade, "older")
        } catch FontManagerError.Code.duplicatedName {
            Issue.record("another code with the same number")
        } catch FontManagerError.Code.downgrade {
            // This one.
        } catch {
            Issue.record("\(error)")
        }
    }
}
