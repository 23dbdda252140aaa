extension Result {
    /// What an asynchronous body returns, or the error that it throws.
    package init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

extension Result {
    /// The error, where it is one.
    package var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
