internal import DynamicType
internal import FontService
internal import Glibc
internal import LinuxSystem
internal import Logging
internal import Synchronization
internal import SystemPackage

/// Notes how large text is for programs that start, so that their first text need not wait for an answer.
///
/// The note tells what a call would be answered with, and is gone where that depends on the caller. It is written before
/// whoever changes something learns that it is done.
final class TextSizePublication: Sendable {
    private let note: LivingNote?
    private let directory: String
    private let busAddress: String
    private let log: Logger
    /// Whether it is known what the desktop makes of text; held while the note is written, so that the last one to write
    /// it knows best.
    private let isOpen = Mutex(false)

    /// Creates a publication that notes nothing yet.
    ///
    /// - Parameters:
    ///   - runtimeDirectory: The user's runtime directory; `nil` where there is none, and nothing is noted.
    ///   - busAddress: The address of the bus that programs call on.
    ///   - log: Where failures are reported.
    init(runtimeDirectory: String?, busAddress: String, log: Logger) {
        directory = "\(runtimeDirectory ?? "")/typecase"
        note = runtimeDirectory.map { LivingNote(path: "\($0)/typecase/\(TextSizeNote.fileName)") }
        self.busAddress = busAddress
        self.log = log
    }

    /// Notes the category from now on: it is known what the desktop makes of text.
    func begin(_ service: TextSizeService) {
        isOpen.withLock { isOpen in
            guard !isOpen else { return }
            isOpen = true
            write(service)
        }
    }

    /// Notes what has become of the category.
    func update(_ service: TextSizeService) { isOpen.withLock { if $0 { write(service) } } }

    /// Notes nothing any more.
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
            // Where sockets are, or would be: it may have to be made for this.
            mkdir(directory, 0o700)
            try note.replace(with: TextSizeNote(category: category, busAddress: busAddress).text)
        } catch {
            log.debug("The text size was not noted; programs ask for it", metadata: ["error": "\(error)"])
        }
    }
}
