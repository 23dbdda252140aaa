import CToolkit
import Glibc

/// Videos of two seconds in a directory of their own, made by test sources of GStreamer.
struct SampleVideos {
    /// The addresses of the videos.
    let uris: [String]
    private let directory: String

    /// Makes the videos.
    init() throws {
        var template = Array("/tmp/typecase-videolabel-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ExampleError(description: "no directory can be made in /tmp") }
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.directory = directory
        let patterns = ["smpte horizontal-speed=10", "zone-plate kx2=20 ky2=20 kt=1", "pinwheel horizontal-speed=4"]
        uris = try patterns.enumerated().map { (number, pattern) in
            let path = "\(directory)/\(number).webm"
            let command =
                "gst-launch-1.0 -q videotestsrc num-buffers=60 pattern=\(pattern) "
                + "! video/x-raw,width=640,height=360,framerate=30/1 ! vp8enc deadline=1 ! webmmux "
                + "! filesink location=\(path)"
            var status: Int32 = 0
            guard g_spawn_command_line_sync(command, nil, nil, &status, nil) != 0, status == 0 else {
                throw ExampleError(
                    description: "no video can be made: install gstreamer1.0-tools and gstreamer1.0-plugins-good")
            }
            return "file://\(path)"
        }
    }

    /// Removes the videos.
    func remove() {
        for number in uris.indices { unlink("\(directory)/\(number).webm") }
        rmdir(directory)
    }
}
