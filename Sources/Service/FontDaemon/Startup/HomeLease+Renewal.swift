internal import FontLibrary
internal import FontService
internal import LinuxSystem
internal import Logging
internal import Systemd

extension HomeLease {
    /// Renews the lease until it is lost.
    ///
    /// - Parameters:
    ///   - threads: The threads that write the lease file.
    ///   - log: The log of failed renewals.
    /// - Returns: Whether the lease was lost; `false` if the task was cancelled.
    func renewUntilLost(on threads: BlockingThreads, log: Logger) async -> Bool {
        while (try? await AlarmClock.shared.sleep(for: Self.renewalInterval)) != nil {
            let result = try? await threads.run { Result { () throws(Failure) in try self.renew() } }
            guard case .failure(let failure) = result else { continue }
            log.report(
                .leaseNotRenewed, .error, "The lease of the home was not renewed",
                metadata: ["error": "\(failure.fontError)"])
            guard case .system = failure else { return true }
        }
        return false
    }
}
