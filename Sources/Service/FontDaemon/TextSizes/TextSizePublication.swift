internal import DynamicType
internal import FontService
internal import Glibc
internal import LinuxSystem
internal import Logging
internal import Synchronization
internal import SystemPackage

/// Publishes the text size in a note for programs that start, so that their first text need not wait for an answer.
///
/// The note contains the result of a call, and does not exist if the result depends on the caller. It is written before
/// a program that changes the text size receives its reply.
final class TextSizePublication: Sendable {
    private let note: LivingNote?
    private let directory: String
    private let busAddress: String
    private let log: Logger
    /// Whether the desktop's text scale is known.
    ///
    /// The mutex is locked while the note is written, so that the last writer has the latest value.
    private let isOpen = Mutex(false)

    /// Creates a publication that writes nothing yet.
    ///
    /// - Parameters:
    ///   - runtimeDirectory: The user's runtime directory; if `nil`, nothing is written.
    ///   - busAddress: The address of the bus on which programs make calls.
    ///   - log: The log of failures.
    init(runtimeDirectory: String?, busAddress: String, log: Logger) {
        directory = "\(runtimeDirectory ?? "")/typecase"
        note = runtimeDirectory.map { LivingNote(path: "\($0)/typecase/\(TextSizeNote.fileName)") }
        self.busAddress = busAddress
        self.log = log
    }

    /// Publishes the category from now on, because the desktop's text scale is known.
    func begin(_ service: TextSizeService) {
        isOpen.withLock { isOpen in
            guard !isOpen else { return }
            isOpen = true
            write(service)
        }
    }

    /// Publishes the new category.
    func update(_ service: TextSizeService) { isOpen.withLock { if $0 { write(service) } } }

    /// Removes the note and stops publishing.
    func end() {
        isOpen.withLock { isOpen in
            isOpen = false
            note?.remove()
        }
    }

    private func write(_ service: TextSizeService) {
        guard let note else { return }
        guard let category = service.commonCategory else { return note.remove() }
        do throws(Errno) {
            // This is the directory of the sockets, which may not exist yet.
            mkdir(directory, 0o700)
            try note.replace(with: TextSizeNote(category: category, busAddress: busAddress).text)
        } catch {
            log.debug("The text size was not noted; programs ask for it", metadata: ["error": "\(error)"])
        }
    }
}
