internal import CLinux
internal import Glibc
package import SystemPackage

/// Calls a C library function, and repeats the call if a signal interrupts it.
///
/// - Parameter body: The call; a result of -1 means that `errno` contains the error.
/// - Returns: The call's result.
/// - Throws: The value of `errno` after the call.
@discardableResult
package func retryingInterrupts<Result: FixedWidthInteger & SignedInteger>(
    _ body: () -> Result
) throws(Errno) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let failure = Errno(rawValue: typecase_errno())
        if failure != .interrupted { throw failure }
    }
}
