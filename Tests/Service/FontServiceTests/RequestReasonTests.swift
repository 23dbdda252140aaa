import FetchClient
import FetchProtocol
import FontModel
import Testing

@testable import FontService

/// What keeps a file from being fetched, as whoever requested the font learns it.
@Suite struct RequestReasonTests {
    @Test(arguments: [
        (FetchFailure.Kind.unreachable, false, UnresolvedReason.noNetwork), (.unreachable, true, .downloadFailed),
        (.denied, false, .deniedByServer), (.timedOut, false, .downloadFailed), (.brokenOff, false, .downloadFailed),
        (.refused, true, .downloadFailed), (.tooLarge, true, .limitsExceeded), (.localAddress, true, .deniedByPolicy),
    ])
    func `tells a machine without a network from a server that fails`(
        kind: FetchFailure.Kind, hasNetwork: Bool, reason: UnresolvedReason
    ) {
        let error = FontError(FetchFailure(kind, "It failed."), hasNetwork: hasNetwork)
        #expect(RequestFailure(error).reason == reason)
        #expect(RequestFailure(error).message.contains("It failed."))
    }

    @Test func `A file that differs and a full disk have reasons of their own`() {
        #expect(RequestFailure(FontError(.invalidFontData, "", obstacle: .otherBytes)).reason == .checksumMismatch)
        #expect(RequestFailure(FontError(.storageFull, "")).reason == .storageFull)
        #expect(RequestFailure(FontError(.exceededResourceLimit, "")).reason == .limitsExceeded)
    }
}
