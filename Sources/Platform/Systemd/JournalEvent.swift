package import Logging

/// The events that people search for in the journal, each with its message ID in the message catalog.
///
/// `journalctl --user MESSAGE_ID=…` finds all entries of an event, and `journalctl --user --catalog` explains what to
/// do. The IDs are random and never change; `packaging/typecase.catalog` contains a text for each.
package enum JournalEvent: String, CaseIterable, Sendable {
    /// Something other than the service altered a font's file, so the font is no longer used.
    case fontAltered = "00656cc209064d53a59e45fdc0f903e8"
    /// A font's file was deleted by hand, which removes the font.
    case fontRemovedByHand = "0d4d696a57d24282a698ece13b3c2a26"
    /// A font's file was hidden by hand, which disables the font.
    case fontDisabledByHand = "ab26d2e3b3494274a61e451456f82721"
    /// The registry was damaged, has been set aside, and is being rebuilt.
    case registryRebuilt = "e3833808a126489a89f57091780b9994"
    /// A font of a lost registry could not be restored.
    case fontLost = "08b7ed01fb194ecd89f505096b71eb5d"
    /// The published fonts and the registry could not be brought into agreement, so nothing is changed.
    case libraryStuck = "479fd9669a9b463993382ca3d9da1b90"
    /// A registered font no longer passes validation.
    case fontUnsound = "f02a1071f1ea4696b4039a4ed9090fd9"
    /// A registered font is on a list of denied fonts.
    case fontDenied = "19578da76ae044f1bef9df91b76201db"
    /// A list of denied fonts cannot be read completely.
    case denyListDamaged = "ff2b38ce16a142bb8bd33dda74e41e03"
    /// The policy on rights cannot be read completely.
    case policyDamaged = "214d77db3e134a62a71007e1f645e95e"
    /// A process that examines fonts crashed, hung or gave false results.
    case workerFailed = "cd19cc90b93a4f548a1e3ca120afb90c"
    /// The home directory cannot be used, so every call is answered with the reason.
    case homeUnusable = "8f177d30a33a40278f5ae2889d8bafb8"
    /// Another daemon already serves this session.
    case otherDaemon = "8b31bed67f1f425c8ee2f00011ae6b68"
    /// This daemon now manages the fonts, in place of another daemon.
    case homeTakenOver = "dd4c46539641caf2325ca408fa01fbc8"
    /// Another machine with the same home directory now manages the fonts.
    case homeYielded = "c4c95a0f31f5d9dd39d19e44cb8c0c04"
    /// This machine's lease of a shared home directory could not be renewed on the disk.
    case leaseNotRenewed = "109f0010b3fe96b6ca574910808781a9"
    /// A caller was refused because its identity is uncertain or because it is confined.
    case callerRefused = "fee79f95fdbf4f43a929c1e814261d04"
    /// A provider was removed, and its fonts were set aside.
    case providerGone = "80f9547d35914abe9d23beea760b4e41"
    /// The medium of a provider is not mounted, and its fonts were set aside.
    case providerUnmounted = "c34eeeffbbab4322b50a4a62ca0336fd"
    /// A provider is no longer allowed to register fonts, and its fonts were removed.
    case providerDenied = "556ed7e02a14ee0161d40f443165aa5c"
    /// A provider is available again, together with its fonts.
    case providerBack = "390ec5ac4c2c4404bcc2e7603a62b30c"
    /// The user or a program installed a font.
    case fontInstalled = "2c5773c96bf946b0809b6f900544fc5b"
    /// The user or a program removed a font.
    case fontRemoved = "02843555883c45ff9302d95aeb4d8512"
    /// The user decided on a right of a program, or withdrew that decision.
    case rightDecided = "cbe90b172ef34e47a5098ad12710d586"

    /// The metadata key that becomes the journal's field `MESSAGE_ID`.
    package static let metadataKey = "message-id"
}

extension Logger {
    /// Logs an event that people search for in the journal.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - level: The severity.
    ///   - message: What happened, without parts that differ from one occurrence to the next.
    ///   - metadata: The parts that differ.
    ///   - file: The source file.
    ///   - function: The function in the source.
    ///   - line: The line in the source.
    package func report(
        _ event: JournalEvent, _ level: Logger.Level, _ message: Logger.Message, metadata: Logger.Metadata = [:],
        file: String = #fileID, function: String = #function, line: UInt = #line
    ) {
        var metadata = metadata
        metadata[JournalEvent.metadataKey] = "\(event.rawValue)"
        log(level: level, message, metadata: metadata, file: file, function: function, line: line)
    }
}
