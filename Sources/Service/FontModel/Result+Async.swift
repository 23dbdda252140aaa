extension Result {
    /// Creates a result from the value that an asynchronous body returns, or from the error that it throws.
    package init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

extension Result {
    /// The error; `nil` for a success.
    package var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
