package import FontModel

/// What fontconfig needs to scan a font, told from what is in it: fonts are spread over directories by it.
package enum ScanCost {
    /// Estimates the time for all patterns of a file.
    ///
    /// - Parameter faces: The faces with their coverage.
    /// - Returns: Microseconds on a typical machine. Deterministic, so that the same font always counts the same.
    package static func estimate(_ faces: [FaceDescription]) -> Int {
        faces.reduce(0) { $0 + cost(of: $1) }
    }

    private static func cost(of face: FaceDescription) -> Int {
        let once = 70 + face.coverage.count / 40
        return once + once * 3 * face.namedInstances.count / 10
    }
}
