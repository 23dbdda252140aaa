internal import RenderingProtocol

/// The reason why something is not drawn.
struct DrawingError: Error, Sendable {
    let reason: DrawingReply.Reason
    let message: String

    init(_ reason: DrawingReply.Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}
