internal import Commands
internal import Testing

@Suite struct AdoptionPlanTests {
    private typealias Candidate = AdoptionPlan.Candidate

    private func actions(_ candidates: [AdoptionPlan.Candidate]) -> [String: String] {
        let files = AdoptionPlan(candidates).files
        return Dictionary(uniqueKeysWithValues: files.map { ($0.candidate.path, $0.action.word) })
    }

    @Test func `Fonts of their own are adopted, of equal bytes one`() {
        let plan = AdoptionPlan([
            Candidate(path: "/f/b.ttf", digest: "1", names: ["A"]),
            Candidate(path: "/f/a.ttf", digest: "1", names: ["A"]),
            Candidate(path: "/f/c.ttf", digest: "2", names: ["C"]),
        ])
        #expect(plan.files.map(\.candidate.path) == ["/f/a.ttf", "/f/b.ttf", "/f/c.ttf"])
        #expect(plan.files.map(\.action) == [.adopt, .duplicate(path: "/f/a.ttf"), .adopt])
    }

    @Test func `Of different fonts with one name the newest is enabled`() {
        let candidates = [
            Candidate(path: "/f/old.ttf", digest: "1", names: ["A-Regular"], version: "Version 1.9"),
            Candidate(path: "/f/new.ttf", digest: "2", names: ["a regular"], version: "Version 10.001;hash 7"),
            Candidate(path: "/f/copy.ttf", digest: "1", names: ["A-Regular"], version: "Version 1.9"),
        ]
        let plan = AdoptionPlan(candidates)
        #expect(
            plan.files.map(\.action) == [
                .adoptDisabled(preferred: "/f/new.ttf"), .adopt, .duplicate(path: "/f/copy.ttf"),
            ])
        let byTime = AdoptionPlan([
            Candidate(path: "/f/a.ttf", digest: "1", modification: 1, names: ["A"], version: "2"),
            Candidate(path: "/f/b.ttf", digest: "2", modification: 2, names: ["A"], version: "2"),
        ])
        #expect(byTime.files.map(\.action) == [.adoptDisabled(preferred: "/f/b.ttf"), .adopt])
    }

    @Test func `What is installed and enabled is put aside, what is disabled or ends with the session stays`() {
        let result = actions([
            Candidate(path: "/f/a.ttf", digest: "1", id: "one", isRegistrationEnabled: true),
            Candidate(path: "/f/b.ttf", digest: "2", id: "two", isRegistrationEnabled: false),
            Candidate(
                path: "/f/c.ttf", digest: "3", id: "three", isRegistrationEnabled: true, isRegistrationForSession: true),
        ])
        #expect(result == ["/f/a.ttf": "installed", "/f/b.ttf": "leave", "/f/c.ttf": "leave"])
    }

    @Test func `Whoever shares a name with a file that stays has to stay, along the whole chain`() {
        let files = ["/f/a.ttf", "/f/b.ttf", "/f/c.ttf"]
        let result = actions([
            Candidate(path: files[0], digest: "1", isMovable: false, names: ["A"], holders: [files[0]]),
            Candidate(path: files[1], digest: "2", names: ["A", "B"], holders: [files[0], files[1], files[2]]),
            Candidate(path: files[2], digest: "3", names: ["B"], holders: [files[1], files[2]]),
            Candidate(path: "/f/d.ttf", digest: "4", names: ["D"], holders: ["/f/d.ttf"]),
            Candidate(path: "/f/e.ttf", digest: "5", names: ["E"], holders: ["/f/e.ttf", "/usr/share/fonts/e.ttf"]),
        ])
        #expect(
            result == [
                files[0]: "leave", files[1]: "leave", files[2]: "leave", "/f/d.ttf": "adopt", "/f/e.ttf": "leave",
            ])
    }

    @Test func `A font that is refused stays, and its copy is not adopted in its place`() {
        let failure = CommandFailure(failed: "broken")
        let plan = AdoptionPlan([
            Candidate(path: "/f/a.ttf", digest: "1", refusal: failure),
            Candidate(path: "/f/b.ttf", digest: "1", refusal: failure),
        ])
        #expect(plan.files.map(\.action) == [.leave(failure), .leave(failure)])
        #expect(plan.moving.isEmpty)
    }
}
