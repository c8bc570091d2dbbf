import Wire

/// Returns the bytes of `datagram`.
func array<let capacity: Int>(_ datagram: Datagram<capacity>) -> [UInt8] {
  datagram.withBytes { array($0) }
}

/// Returns the bytes of `span`.
func array(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }
