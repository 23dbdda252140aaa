internal import SystemPackage

/// The absolute path of something among the sources.
///
/// - Parameter components: The path, below the root of the sources.
/// - Returns: The path.
package func sourcePath(_ components: String...) -> String {
    // This file is Tests/Support/TestSupport/SourcePath.swift.
    var path = FilePath(#filePath)
    for _ in 0..<4 { path.removeLastComponent() }
    for component in components { path.append(component) }
    return path.string
}
