internal import FontModel
internal import InspectionClient
internal import LinuxSystem
internal import Localization

/// Expands web fonts in sandboxed workers of this command, before any other process receives them.
struct WebFontExpansion: Sendable {
    private let pool: FontInspector
    private let threads: BlockingThreads

    /// Creates a converter; workers are started when there is a web font.
    ///
    /// - Parameter workers: The configuration for starting the programs that expand fonts.
    init(workers: WorkerConfiguration) {
        // Each font occupies one thread while it is read, and one while a worker expands it.
        threads = BlockingThreads(name: "typecase-expand", maximumCount: 4 * FontFile.filesPerMessage)
        pool = FontInspector(configuration: workers, threads: threads)
    }

    /// Expands a font, if it is a web font.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - path: The path of the file for messages.
    /// - Returns: The font in the web font; any other file is returned unchanged.
    /// - Throws: The reason why a web font cannot be expanded.
    func expanded(_ file: OwnedFileDescriptor, path: String) async throws(CommandFailure) -> OwnedFileDescriptor {
        guard FontSignature.isWebFont(file) else { return file }
        let memory: SealedMemory
        do {
            memory = try await threads.run { try SealedMemory(copying: file, limit: FontLimits.webFontSize) }
        } catch SealedMemory.Failure.tooLarge(let limit) {
            throw CommandFailure(
                .failure, code: .exceededResourceLimit,
                localized(
                    """
                    The web font has more than %1 bytes, the most that Typecase converts. Convert it with another \
                    program.
                    """, limit),
                item: path)
        } catch {
            throw CommandFailure(
                .failure, code: .insufficientPermissions, localized("Cannot be read: %1.", "\(error)"), item: path)
        }
        do throws(FontError) {
            return try await pool.expand(memory, for: .user).descriptor
        } catch {
            throw CommandFailure(error, item: path)
        }
    }

    /// Ends the workers.
    func end() async { await pool.shutdown() }
}
