package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase collection export`: writes a declaration of one collection.
package struct CollectionExportCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "export", abstract: localized("Write a declaration of a collection and its fonts."),
        discussion: localized(
            """
            'typecase apply' installs the fonts on another machine and creates the collection there. Fonts of \
            applications are left out: they come with their applications.
            """))

    @Argument(help: .localized("The collection."), completion: ServiceCompletion.collections.kind)
    package var name: String

    @OptionGroup package var export: ExportOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await export.write(in: environment) { session throws(CommandFailure) in
            let collection = try await CollectionRecordList.one(name, over: session)
            let digests = Set(collection.collectedFonts.compactMap { FontDigest(hexadecimal: $0.text("sha256")) })
            var state = try await FontState.current(over: session, seesRemoved: false)
            state.fonts.removeAll { !digests.contains($0.digest) }
            state.grants = []
            state.collections = state.collections.filter { $0.key == name }
            return state
        }
    }
}
