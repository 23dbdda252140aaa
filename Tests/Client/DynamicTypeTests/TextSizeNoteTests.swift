import DynamicType
import Testing

/// What the service notes of the text size for programs that start.
@Suite struct TextSizeNoteTests {
    @Test func isReadAsItWasWritten() throws {
        for category in ContentSizeCategory.allCases {
            let note = TextSizeNote(category: category, busAddress: "unix:path=/run/user/1000/bus")
            #expect(TextSizeNote(text: note.text) == note)
        }
    }

    @Test func holdsOnTheBusOfTheServiceAlone() throws {
        let written = TextSizeNote(category: .small, busAddress: "unix:path=/run/bus,guid=0123456789abcdef")
        let note = try #require(TextSizeNote(text: written.text))
        #expect(note.category == .small)
        #expect(note.holds(onBusAt: "unix:path=/run/bus"))
        #expect(note.holds(onBusAt: "unix:path=/run/bus,guid=fedcba9876543210"))
        for other in ["unix:path=/run/bus2", "unix:abstract=/run/bus", "", "unix:path=/run/bus,x=y"] {
            #expect(!note.holds(onBusAt: other))
        }
    }

    @Test func whatIsNoNoteIsNone() {
        let text = TextSizeNote(category: .small, busAddress: "unix:path=/run/bus").text
        let wrong = [
            "", "\n", "small\n", String(text.dropLast()), text + "\n", text.replacing("small", with: "huge"),
            text.replacing(" 1\n", with: " 2\n"),
        ]
        for text in wrong { #expect(TextSizeNote(text: text) == nil, "\(text)") }
    }
}
