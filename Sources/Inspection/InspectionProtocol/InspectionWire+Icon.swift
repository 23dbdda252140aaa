internal import FontModel
internal import WorkerProtocol

extension RecordEncoder {
    mutating func put(_ outcome: IconOutcome) throws(MalformedRecord) {
        switch outcome {
        case .pictures(let pictures):
            put(true)
            try put(pictures, limit: IconPicture.sizes.count) { encoder, picture throws(MalformedRecord) in
                encoder.put(Int64(picture.size))
                encoder.put(blob: picture.png)
            }
        case .refused(let kind, let message):
            put(false)
            try put(kind.rawValue, limit: 32)
            try put(message, limit: InspectionWire.Limit.message)
        }
    }
}

extension RecordDecoder {
    mutating func iconOutcome() throws(MalformedRecord) -> IconOutcome {
        if try boolean() {
            return .pictures(
                try list(limit: IconPicture.sizes.count, minimumSize: 12) {
                    decoder throws(MalformedRecord) in
                    IconPicture(
                        size: try decoder.count(), png: Array(try decoder.blob(limit: IconPicture.maximumBytes)))
                })
        }
        let kind = try enumeration(FontInspection.Finding.Kind.self)
        return .refused(kind, message: try text(limit: InspectionWire.Limit.message))
    }
}
