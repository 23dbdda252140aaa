import Glibc
import Typecase
import VideoLabel

/// Three labels whose letters show three videos, which the example makes itself.
///
///     swift run --package-path Examples/VideoLabel ExampleVideoLabel
///     swift run --package-path Examples/VideoLabel ExampleVideoLabel --frames 48 DIRECTORY
///
/// The second one writes frames of the first label as PNG, and needs no display.
@main
enum Main {
    static func main() async {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            let videos = try SampleVideos()
            defer { videos.remove() }
            switch (arguments.first, arguments.count) {
            case (nil, 0): Showcase.run(videos)
            case ("--frames", 3):
                try await writeFrames(Int(arguments[2]) ?? 0, to: arguments[3], from: videos)
            default: throw ExampleError(description: "usage: ExampleVideoLabel [--frames COUNT DIRECTORY]")
            }
        } catch {
            // A video that cannot be made, for one: a sentence and an exit code.
            _ = "ExampleVideoLabel: \(error)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(1)
        }
    }

    private static func writeFrames(_ count: Int, to directory: String, from videos: SampleVideos) async throws {
        let text = try TextMask(markup: "<b>Typecase</b>", font: "DejaVu Sans 96")
        let video = try await MaskedVideo(uri: videos.uris[0], text: text, width: 640, height: 180)
        for number in 0..<max(0, count) {
            let digits = String(number)
            let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            try video.next().write(to: "\(directory)/frame-\(name).png")
        }
    }
}

/// Why the example ends.
struct ExampleError: Error, CustomStringConvertible {
    let description: String
}
