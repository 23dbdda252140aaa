import BusInterface
import DBus
import Testing

@testable import SettingsWindow

/// What changes, plans and explanations are called.
@Suite struct ChangeTextTests {
    private func item(
        _ kind: String, _ name: String, _ version: String = "", provider: String = "user"
    ) -> [String:
        BusVariant]
    {
        [
            "kind": BusVariant(kind), "postscript_name": BusVariant(name), "version": BusVariant(version),
            "provider": BusVariant(provider),
        ]
    }

    private func change(_ items: [[String: BusVariant]], _ more: [String: BusVariant] = [:]) -> Record {
        let entries: [String: BusVariant] = [
            "items": BusVariant(items), "count": BusVariant(UInt32(items.count)), "action": BusVariant("install"),
        ]
        return Record(entries.merging(more) { $1 })
    }

    /// Two versions of one font are one line, and those of another provider are none of its own.
    @Test func updates() {
        let update = [item("replaced", "A", "1"), item("installed", "A", "2")]
        #expect(ChangeText.title(change(update)) == "Updated A 1 to 2")
        let two = [item("replaced", "A", "1", provider: "org.example.A"), item("installed", "A", "2")]
        #expect(ChangeText.lines(change(two).records("items")) == ["Replaced A 1", "Installed A 2"])
    }

    /// A change names its first item and counts the others, those that are not told included.
    @Test func counts() {
        let items = [item("removed", "A"), item("removed", "B")]
        #expect(ChangeText.title(change(items)) == "Removed A and 1 more")
        #expect(ChangeText.title(change(items, ["count": BusVariant(UInt32(30))])) == "Removed A and 29 more")
        #expect(ChangeText.title(change(items, ["undoes": BusVariant(UInt64(3))])) == "Undone: Removed A and 1 more")
    }

    /// A change without items, and an item of a later version of the service, are named as the service does.
    @Test func unknown() {
        #expect(ChangeText.title(change([])) == "install")
        #expect(ChangeText.title(change([item("polished", "A\u{202E}\n", "1")])) == "polished A  1")
    }

    /// A change that cannot be undone tells why in words of the window, by its cause, and not in those of the service.
    @Test(arguments: [
        ("provider", "by itself"), ("installation", "installed or uninstalled"), ("check", "safety check"),
        ("policy", "safety check"), ("file", "changed directly"), ("recovery", "repaired the fonts"),
        ("user", "cannot be undone"), ("a later cause", "cannot be undone"),
    ])
    func reasons(cause: String, words: String) {
        let reason = ["cause": BusVariant(cause), "why_not": BusVariant("Change 3 cannot: run typecase undo 4.")]
        let text = ChangeText.whyNot(change([item("installed", "A")], reason))
        #expect(text.contains(words) && !text.contains("typecase"))
        #expect(ChangeText.whyNot(change([item("installed", "A")], ["cause": BusVariant(cause)])).isEmpty)
    }

    /// Of the user's own changes it depends on what was done.
    @Test func reasonsOfOwnChanges() {
        func text(_ kinds: [String], _ more: [String: BusVariant] = [:]) -> String {
            let reason = ["cause": BusVariant("user"), "why_not": BusVariant("no")].merging(more) { $1 }
            return ChangeText.whyNot(change(kinds.map { item($0, "A") }, reason))
        }
        #expect(text(["installed"], ["action": BusVariant("adopt")]).contains("moved"))
        #expect(text(["deleted", "deleted"]).contains("deleted permanently"))
        #expect(!text(["deleted", "removed"]).contains("deleted permanently"))
        #expect(text(["removed"], ["count": BusVariant(UInt32(3_000))]).contains("more fonts"))
    }

    /// A plan tells what leaves and which names stand for another font; those of what leaves, and new ones, are no news.
    @Test func plans() {
        let names: [[String: BusVariant]] = [
            ["name": BusVariant("A"), "postscript_name": BusVariant("A-Regular")], ["name": BusVariant("New")],
            ["name": BusVariant("B"), "postscript_name": BusVariant("B-Regular"), "source": BusVariant("system")],
        ]
        let plan = Record([
            "replaces": BusVariant([item("replaced", "A-Regular", "1")]), "names": BusVariant(names),
        ])
        #expect(
            PlanText.lines(plan) == [
                "Replaces A-Regular 1", "Programs that ask for B get this font instead of the system font B-Regular",
            ])
        #expect(PlanText.lines(Record([:])) == [])
        let many = Record(["replaces": BusVariant((0..<9).map { item("replaced", "F\($0)") })])
        #expect(PlanText.lines(many).count == 5)
        #expect(PlanText.lines(many).last == "and 5 more")
    }

    /// The window undoes its own change, though another program has made one since, and none that was undone.
    @Test func ownChanges() {
        func change(_ number: UInt64, _ kind: String, id: String, undone: Bool = false) -> Record {
            self.change(
                [item(kind, "A").merging(["id": BusVariant(id)]) { $1 }],
                ["id": BusVariant(number), "undone_by": BusVariant(UInt64(undone ? 9 : 0))])
        }
        let changes = [
            change(5, "disabled", id: "ours"), change(4, "installed", id: "other"), change(3, "installed", id: "ours"),
            change(2, "installed", id: "ours", undone: true),
        ]
        #expect(OwnChange.number(in: changes, OwnChange.installing, of: "ours") == 3)
        #expect(OwnChange.number(in: changes, OwnChange.removing, of: "ours") == nil)
        let removal = self.change(
            [["kind": BusVariant("uncollected"), "collection": BusVariant("C")]],
            ["id": BusVariant(UInt64(7)), "action": BusVariant("delete-collection")])
        #expect(OwnChange.number(in: changes + [removal], removingCollection: "C") == 7)
        #expect(OwnChange.number(in: [removal], removingCollection: "D") == nil)
    }

    /// The sentences of `typecase why`, and nothing of what is no such output.
    @Test func explanations() {
        #expect(
            FontExplanationText.lines(#"{"name": "A", "explanation": ["One.", "Two\u202e.", 3]}"#) == ["One.", "Two."])
        for output in ["", "[]", "{}", #"{"explanation": "One."}"#, "typecase: no service"] {
            #expect(FontExplanationText.lines(output) == nil)
        }
    }

    /// A collection tells how many fonts it has, and what of them programs do not find.
    @Test func collections() {
        func details(_ count: UInt32, enabled: UInt32, missing: UInt32) -> String {
            CollectionEntry(
                Record([
                    "name": BusVariant("C"), "count": BusVariant(count), "enabled": BusVariant(enabled),
                    "missing": BusVariant(missing),
                ])
            ).details
        }
        #expect(details(1, enabled: 1, missing: 0) == "1 font")
        #expect(details(6, enabled: 2, missing: 3) == "6 fonts · 3 not installed · 1 disabled")
    }
}
