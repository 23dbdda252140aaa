internal import FontLibrary
internal import FontService
internal import LinuxSystem
internal import Logging
internal import Systemd

extension HomeLease {
    /// Renews the lease for as long as it is ours.
    ///
    /// - Parameters:
    ///   - threads: Where its file is written.
    ///   - log: Where it is said that it was not renewed.
    /// - Returns: Whether it was lost; `false` where the task was cancelled.
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
