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
        let arguments = CommandLine.arguments
        let count = arguments.count == 4 && arguments[1] == "--frames" ? Int(arguments[2]) : nil
        guard arguments.count == 1 || (count ?? -1) >= 0 else {
            fail("usage: ExampleVideoLabel [--frames COUNT DIRECTORY]", status: 64)
        }
        do {
            let videos = try SampleVideos()
            defer { videos.remove() }
            if let count { try await writeFrames(count, to: arguments[3], from: videos) } else { Showcase.run(videos) }
        } catch {
            // A video that cannot be made, for one: a sentence and an exit code.
            fail("ExampleVideoLabel: \(error)")
        }
    }

    private static func fail(_ message: String, status: Int32 = 1) -> Never {
        _ = "\(message)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
        exit(status)
    }

    private static func writeFrames(_ count: Int, to directory: String, from videos: SampleVideos) async throws {
        let text = try TextMask(markup: "<b>Typecase</b>", font: "DejaVu Sans 96")
        let video = try await MaskedVideo(uri: videos.uris[0], text: text, width: 640, height: 180)
        for number in 0..<count {
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
