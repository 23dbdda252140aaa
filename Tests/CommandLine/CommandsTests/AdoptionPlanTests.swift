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
            Candidate(path: "/f/b.ttf", digest: "1", faces: ["A"].map { AdoptionFace($0) }),
            Candidate(path: "/f/a.ttf", digest: "1", faces: ["A"].map { AdoptionFace($0) }),
            Candidate(path: "/f/c.ttf", digest: "2", faces: ["C"].map { AdoptionFace($0) }),
        ])
        #expect(plan.files.map(\.candidate.path) == ["/f/a.ttf", "/f/b.ttf", "/f/c.ttf"])
        #expect(plan.files.map(\.action) == [.adopt, .duplicate(path: "/f/a.ttf"), .adopt])
    }

    @Test func `Of different fonts with one name the newest is enabled`() {
        let candidates = [
            Candidate(
                path: "/f/old.ttf", digest: "1", faces: ["A-Regular"].map { AdoptionFace($0) }, version: "Version 1.9"),
            Candidate(
                path: "/f/new.ttf", digest: "2", faces: ["a regular"].map { AdoptionFace($0) },
                version: "Version 10.001;hash 7"),
            Candidate(
                path: "/f/copy.ttf", digest: "1", faces: ["A-Regular"].map { AdoptionFace($0) }, version: "Version 1.9"),
        ]
        let plan = AdoptionPlan(candidates)
        #expect(
            plan.files.map(\.action) == [
                .adoptDisabled(preferred: "/f/new.ttf"), .adopt, .duplicate(path: "/f/copy.ttf"),
            ])
        let byTime = AdoptionPlan([
            Candidate(
                path: "/f/a.ttf", digest: "1", modification: 1, faces: ["A"].map { AdoptionFace($0) }, version: "2"),
            Candidate(
                path: "/f/b.ttf", digest: "2", modification: 2, faces: ["A"].map { AdoptionFace($0) }, version: "2"),
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
            Candidate(
                path: files[0], digest: "1", isMovable: false, faces: ["A"].map { AdoptionFace($0) },
                holders: [files[0]]),
            Candidate(
                path: files[1], digest: "2", faces: ["A", "B"].map { AdoptionFace($0) },
                holders: [files[0], files[1], files[2]]),
            Candidate(
                path: files[2], digest: "3", faces: ["B"].map { AdoptionFace($0) }, holders: [files[1], files[2]]),
            Candidate(path: "/f/d.ttf", digest: "4", faces: ["D"].map { AdoptionFace($0) }, holders: ["/f/d.ttf"]),
            Candidate(
                path: "/f/e.ttf", digest: "5", faces: ["E"].map { AdoptionFace($0) },
                holders: ["/f/e.ttf", "/usr/share/fonts/e.ttf"]),
        ])
        #expect(
            result == [
                files[0]: "leave", files[1]: "leave", files[2]: "leave", "/f/d.ttf": "adopt", "/f/e.ttf": "leave",
            ])
    }

    @Test func `Styles of one family that share a PostScript name are adopted side by side`() {
        let faces = [
            AdoptionFace("Twin", family: "Twin", style: "Regular"),
            AdoptionFace("Twin", family: "Twin", style: "Italic", slant: "italic"),
            AdoptionFace("Twin", family: "Twin", style: "Bold", weight: 700),
            AdoptionFace("Twin", family: "Twin", style: "Regular", isVariable: true),
        ]
        let candidates = faces.enumerated().map { number, face in
            Candidate(path: "/f/\(number).ttf", digest: "\(number)", faces: [face])
        }
        #expect(AdoptionPlan(candidates).files.map(\.action) == [.adopt, .adopt, .adopt, .adopt])
    }

    @Test func `Fonts of which only one could be enabled stay where a family, style or face would be lost`() {
        let regular = AdoptionFace("A", family: "A", style: "Regular")
        let others = [
            [AdoptionFace("A", family: "B", style: "Regular")], [AdoptionFace("A", family: "A", style: "Book")],
            [regular, AdoptionFace("A-Bold", family: "A", style: "Bold", weight: 700)],
        ]
        for other in others {
            let result = actions([
                Candidate(path: "/f/a.ttf", digest: "1", faces: [regular], version: "2"),
                Candidate(path: "/f/b.ttf", digest: "2", faces: other, version: "1"),
                Candidate(
                    path: "/f/c.ttf", digest: "3", faces: [AdoptionFace("C")], holders: ["/f/c.ttf", "/f/b.ttf"]),
                Candidate(path: "/f/d.ttf", digest: "4", faces: [AdoptionFace("D")]),
            ])
            #expect(
                result == ["/f/a.ttf": "leave", "/f/b.ttf": "leave", "/f/c.ttf": "leave", "/f/d.ttf": "adopt"])
        }
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
