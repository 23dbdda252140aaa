/// The truth about fonts, providers and registrations.
package final class Registry: Sendable {
    private init() {}
}
