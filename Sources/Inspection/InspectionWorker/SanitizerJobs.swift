internal import CLinux
package import FontModel
package import InspectionProtocol
package import LinuxSystem
package import SandboxedWorker

/// The work of a worker that checks fonts with the OpenType Sanitizer.
package struct SanitizerJobs: JobPerformer {
    private var sanitizer: Sanitizer?
    private var soundFont: OwnedFileDescriptor?
    /// Why the sanitizer must not be used.
    private var silence: String?

    package init() {}

    package mutating func warmUp() {
        sanitizer = Sanitizer()
        soundFont = (try? SealedMemory(bytes: WarmUpFont.bytes))?.descriptor
    }

    package mutating func prove(_ attempt: (InspectionJob, OwnedFileDescriptor?) -> InspectionReply?) {
        guard sanitizer != nil else {
            silence = "ots-sanitize is not installed."
            return
        }
        guard Landlock.version > 0 else {
            silence = "The kernel has no Landlock, without which a font could have any program executed."
            return
        }
        // The exit status of the sanitizer does not distinguish a bad font from a font that it cannot open.
        if case .secondOpinion(let opinion)? = attempt(.secondOpinion, soundFont), opinion.verdict == .accepted {
            return
        }
        silence = "ots-sanitize does not work here: it does not accept a sound font."
    }

    package mutating func refresh(for job: InspectionJob) -> Bool { false }

    package func rehearse() {}

    package var opinions: [Opinion] { [Opinion(.ots, version: sanitizer?.version ?? "", silence: silence)] }

    package func files(for job: InspectionJob) -> JobFiles {
        guard let sanitizer, job == .secondOpinion else { return JobFiles() }
        return JobFiles(read: Sanitizer.libraries, executed: [sanitizer.path, Self.dynamicLinker])
    }

    package var programJob: InspectionJob? { sanitizer != nil && silence == nil ? .secondOpinion : nil }

    package func becomeProgram() { sanitizer?.execute() }

    package func reply(toExit code: Int32, complaints: [UInt8]) -> InspectionReply? {
        let version = sanitizer?.version ?? ""
        return switch code {
        case 0: .secondOpinion(SecondOpinion(.accepted, version: version))
        case 1: .secondOpinion(SecondOpinion(.rejected(reason: Sanitizer.reason(in: complaints)), version: version))
        case ProgramProcess.notStarted:
            .secondOpinion(SecondOpinion(.unheard("ots-sanitize cannot be executed."), version: version))
        default: nil
        }
    }

    package func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8] {
        // The job was not given to the program.
        let reason = silence ?? "The font did not come in sealed memory."
        let opinion = SecondOpinion(.unheard(reason), version: sanitizer?.version ?? "")
        return (try? InspectionWire.encode(.secondOpinion(opinion))) ?? []
    }

    /// The dynamic linker that starts this program and the sanitizer.
    private static let dynamicLinker = String(cString: typecase_dynamic_linker())
}
