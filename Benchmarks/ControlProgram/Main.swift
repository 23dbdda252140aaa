internal import Glibc

/// A program like that of Tests/Support/ClientProgram that has nothing of Typecase.
@main
enum Main {
    static func main() async {
        while readLine() != nil {
            print(await Answers().next())
            fflush(nil)
        }
    }
}

/// Something that is awaited, as in any program with tasks.
actor Answers {
    func next() -> String { "done" }
}
