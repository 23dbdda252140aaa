import CallerIdentity
import FontModel
import Testing

/// Expects that a caller is refused for this reason.
func expectRefusal(
    _ code: CallerError.Code, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> FontModel.CallerIdentity
) {
    let error = #expect(throws: CallerError.self, sourceLocation: sourceLocation) { _ = try body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
}
