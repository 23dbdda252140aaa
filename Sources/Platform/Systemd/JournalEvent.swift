package import Logging

/// The events that people look for in the journal, each with the id under which the catalog explains it.
///
/// `journalctl --user MESSAGE_ID=…` finds them all, and `journalctl --user --catalog` shows what to do. The ids are
/// random and never change; `packaging/typecase.catalog` has a text for each.
package enum JournalEvent: String, CaseIterable, Sendable {
    /// The file of a font was altered by somebody else, so that the font is out of use.
    case fontAltered = "00656cc209064d53a59e45fdc0f903e8"
    /// The file of a font was deleted by hand, which removes the font.
    case fontRemovedByHand = "0d4d696a57d24282a698ece13b3c2a26"
    /// The file of a font was hidden by hand, which disables the font.
    case fontDisabledByHand = "ab26d2e3b3494274a61e451456f82721"
    /// The registry was damaged, set aside, and is built anew.
    case registryRebuilt = "e3833808a126489a89f57091780b9994"
    /// A font of a lost registry could not be brought back.
    case fontLost = "08b7ed01fb194ecd89f505096b71eb5d"
    /// The published fonts and the registry could not be brought to agree, so that nothing is changed.
    case libraryStuck = "479fd9669a9b463993382ca3d9da1b90"
    /// A font that was registered does not pass any more.
    case fontUnsound = "f02a1071f1ea4696b4039a4ed9090fd9"
    /// A font that was registered is on a list of denied fonts.
    case fontDenied = "19578da76ae044f1bef9df91b76201db"
    /// A list of denied fonts cannot be read whole.
    case denyListDamaged = "ff2b38ce16a142bb8bd33dda74e41e03"
    /// The policy on rights cannot be read whole.
    case policyDamaged = "214d77db3e134a62a71007e1f645e95e"
    /// A process that examines fonts crashed, hung or lied.
    case workerFailed = "cd19cc90b93a4f548a1e3ca120afb90c"
    /// The home cannot be used, so that every call is answered with the reason.
    case homeUnusable = "8f177d30a33a40278f5ae2889d8bafb8"
    /// Another daemon serves this session already.
    case otherDaemon = "8b31bed67f1f425c8ee2f00011ae6b68"
    /// This daemon changes the fonts from now on, which another one did before.
    case homeTakenOver = "dd4c46539641caf2325ca408fa01fbc8"
    /// Another machine that has the same home changes the fonts from now on.
    case homeYielded = "c4c95a0f31f5d9dd39d19e44cb8c0c04"
    /// It could not be noted on the disk that this machine still has the fonts of a shared home.
    case leaseNotRenewed = "109f0010b3fe96b6ca574910808781a9"
    /// A caller was refused, as it cannot be told for sure who it is, or as it is confined.
    case callerRefused = "fee79f95fdbf4f43a929c1e814261d04"
    /// A provider was removed, and its fonts were set aside.
    case providerGone = "80f9547d35914abe9d23beea760b4e41"
    /// The medium of a provider is away, and its fonts were set aside.
    case providerUnmounted = "c34eeeffbbab4322b50a4a62ca0336fd"
    /// A provider may not register fonts any more, and its fonts were removed.
    case providerDenied = "556ed7e02a14ee0161d40f443165aa5c"
    /// A provider is there again, and its fonts with it.
    case providerBack = "390ec5ac4c2c4404bcc2e7603a62b30c"
    /// A font came, by the user's or a program's doing.
    case fontInstalled = "2c5773c96bf946b0809b6f900544fc5b"
    /// A font left, by the user's or a program's doing.
    case fontRemoved = "02843555883c45ff9302d95aeb4d8512"
    /// The user said what a program may do, or took that back.
    case rightDecided = "cbe90b172ef34e47a5098ad12710d586"

    /// The key of metadata that becomes the journal's field `MESSAGE_ID`.
    package static let metadataKey = "message-id"
}

extension Logger {
    /// Logs an event that people look for.
    ///
    /// - Parameters:
    ///   - event: Which one.
    ///   - level: How severe it is.
    ///   - message: What happened, without anything that is different each time.
    ///   - metadata: What is.
    ///   - file: Where in the code.
    ///   - function: Where in the code.
    ///   - line: Where in the code.
    package func report(
        _ event: JournalEvent, _ level: Logger.Level, _ message: Logger.Message, metadata: Logger.Metadata = [:],
        file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        var metadata = metadata
        metadata[JournalEvent.metadataKey] = "\(event.rawValue)"
        log(level: level, message, metadata: metadata, file: file, function: function, line: line)
    }
}
