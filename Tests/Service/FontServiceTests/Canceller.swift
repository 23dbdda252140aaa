import Synchronization

@testable import FontService

/// The control of a batch that is cancelled when it has come so far.
final class Canceller: Sendable {
    private let notes = Mutex<(control: BatchControl?, progress: [Double], wasInTime: Bool)>((nil, [], false))

    /// Makes a control.
    ///
    /// - Parameter progress: How far the batch is to come, from 0 to 1.
    init(at progress: Double) {
        let control = BatchControl(isAtomic: false) { [weak self] fraction in
            guard let self else { return }
            let control = notes.withLock { notes in
                notes.progress.append(fraction)
                return notes.control
            }
            if fraction >= progress, control?.cancel() == true { notes.withLock { $0.wasInTime = true } }
        }
        notes.withLock { $0.control = control }
    }

    /// The control.
    var control: BatchControl {
        guard let control = notes.withLock({ $0.control }) else { preconditionFailure("it is made at once") }
        return control
    }

    /// How far the batch has come, each time it was said.
    var progress: [Double] { notes.withLock { $0.progress } }

    /// Whether the batch could still be cancelled then.
    var wasInTime: Bool { notes.withLock { $0.wasInTime } }
}
