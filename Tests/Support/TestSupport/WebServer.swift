internal import Glibc
internal import LinuxSystem

/// A web server on loopback that does what a test asks for, see Tests/Helpers/web-server, and a fetcher that trusts
/// it.
///
/// Its certificate is signed by an authority that is made for it, and that nobody but this fetcher knows: it runs where
/// other files lie in the places of the machine's certificates and of its list of names, which has one of the Internet for
/// the server.
package final class WebServer: Sendable {
    /// Why there is no server.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The path of a program that is `typecase-fetch`, and trusts the server.
    package let fetcher: String
    /// The port of the server that the fetcher trusts, of one that nobody trusts, and of one without encryption.
    package let port: Int, strangerPort: Int, plainPort: Int

    private let directory: ScratchDirectory
    private let process: ChildProcess

    private static let preparation = """
        set -eu
        cd "$1"
        key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        openssl req -x509 $key -days 2 -subj /CN=Authority -keyout authority.key -out authority.crt
        openssl req $key -subj /CN=localhost -keyout server.key -out server.csr
        printf 'subjectAltName=DNS:localhost,DNS:fonts.example.org,IP:127.0.0.1\n' > names
        printf '127.0.0.1 localhost fonts.example.org\n' > hosts
        openssl x509 -req -in server.csr -CA authority.crt -CAkey authority.key -CAcreateserial -days 2 \\
            -extfile names -out server.crt
        cat server.key server.crt > server.pem
        openssl req -x509 $key -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \\
            -keyout stranger.key -out stranger.crt
        cat stranger.key stranger.crt > stranger.pem
        # Written by a process that ends: a child that another test starts meanwhile cannot inherit it open for writing.
        cat > fetcher <<END
        #!/bin/sh
        echo "\\$\\$" >> "$1/processes"
        exec /usr/bin/bwrap --dev-bind / / --ro-bind "$1/authority.crt" /etc/ssl/certs/ca-certificates.crt \\
            --ro-bind "$1/hosts" /etc/hosts "$2" "\\$@"
        END
        chmod 755 fetcher
        """

    private init(_ directory: ScratchDirectory, _ process: ChildProcess, ports: [Int]) {
        self.directory = directory
        self.process = process
        (port, strangerPort, plainPort) = (ports[0], ports[1], ports[2])
        fetcher = directory["fetcher"]
    }

    /// Starts a server.
    ///
    /// It is no initializer, as the compiler crashes over an asynchronous one of a class that throws, where it optimizes.
    ///
    /// - Parameter font: The bytes of its file.
    /// - Returns: The server.
    /// - Throws: Why there is none.
    package static func start(font: [UInt8]) async throws -> WebServer {
        let directory = try ScratchDirectory(name: "web")
        try directory.write(font, to: "font")
        let environment = ["PATH": "/usr/bin:/bin", "HOME": directory.path, "LANG": "C.UTF-8"]
        let outcome = try await ChildProcess.run(
            "/bin/sh", ["-c", preparation, "sh", directory.path, BuildProducts.executable("typecase-fetch")],
            environment: environment)
        guard outcome.succeeded else { throw Failure(description: outcome.standardError) }
        let process = try ChildProcess(
            "/usr/bin/python3", [sourcePath("Tests", "Helpers", "web-server"), directory.path],
            environment: environment)
        try await process.waitForOutput("\n")
        let ports = process.standardOutput.split(whereSeparator: \.isWhitespace).dropFirst().compactMap { Int($0) }
        guard ports.count == 3 else { throw Failure(description: "no ports: \(process.standardOutput)") }
        return WebServer(directory, process, ports: ports)
    }

    /// The address of something on the server.
    ///
    /// - Parameter path: The path after the first slash.
    /// - Returns: The address, by https.
    package func address(_ path: String) -> String { "https://localhost:\(port)/\(path)" }

    /// The same by a name of the Internet, which only a look at what it stands for shows to be of this machine.
    package func publicAddress(_ path: String) -> String { "https://fonts.example.org:\(port)/\(path)" }

    /// The same without encryption.
    package func plainAddress(_ path: String) -> String { "http://localhost:\(plainPort)/\(path)" }

    /// What the server was asked for so far: method, path, and the fields Range and If-Range or a dash.
    package var requests: [String] { lines(of: "requests") }

    /// The processes that were started so far to fetch something.
    package var fetchers: [Int32] { lines(of: "processes").compactMap { Int32($0) } }

    private func lines(of name: String) -> [String] {
        guard let file = try? OwnedFileDescriptor.reading(directory[name]) else { return [] }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while let count = try? retryingInterrupts({ read(file.rawValue, &part, part.count) }), count > 0 {
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
