import FontModel
import Registry
import Testing

@testable import FontService

struct RegistryFailureTests {
    @Test func `a registry of a later version says what to do`() {
        let error = FontError(RegistryError(.newerSchema, "schema 9 is of a later version"))
        #expect(error.code == .readOnly)
        #expect(error.message.hasPrefix("schema 9 is of a later version. "))
        #expect(error.message.contains("Install"))
        #expect(error.message.contains("move the registry away"))
    }
}
