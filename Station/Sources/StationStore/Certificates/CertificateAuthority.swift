import COpenSSL
import FoundationEssentials

/// The station's own authority, which devices are set up to trust: a certificate and its key (P-256), implemented
/// with libcrypto.
public final class CertificateAuthority: Sendable {
    /// A server's certificate and key as PEM.
    public struct Issued: Sendable {
        public let certificate: String
        public let key: String
    }

    /// SAFETY: created in `init`, never changed afterwards, and freed in `deinit`; libcrypto allows concurrent reads.
    private nonisolated(unsafe) let certificate: OpaquePointer
    private nonisolated(unsafe) let key: OpaquePointer

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(key)
    }

    /// Creates a new authority.
    /// - Parameters:
    ///   - name: The name that devices show.
    ///   - hosts: The only host names that it may certify.
    public init(name: String, hosts: [String], from: Int64, until: Int64) {
        key = Self.newKey()
        certificate = Self.certificate(
            name: name, from: from, until: until, key: key, issuer: nil,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign"),
                (NID_subject_key_identifier, "hash"),
                (NID_name_constraints, "critical," + hosts.map { "permitted;DNS:\($0)" }.joined(separator: ",")),
            ])
    }

    /// - Parameters:
    ///   - pem: The key and the certificate.
    ///   - file: Their origin, for errors.
    public init(pem: [UInt8], file: String) throws(StoreError) {
        let bio = BIO_new_mem_buf(pem, Int32(pem.count))
        defer { BIO_free(bio) }
        let key = PEM_read_bio_PrivateKey(bio, nil, nil, nil)
        let certificate = PEM_read_bio_X509(bio, nil, nil, nil)
        guard let key, let certificate, X509_check_private_key(certificate, key) == 1 else {
            EVP_PKEY_free(key)
            X509_free(certificate)
            throw .unreadable(file, reason: "it does not hold an authority's key and certificate")
        }
        (self.key, self.certificate) = (key, certificate)
    }

    /// The key and the certificate as PEM.
    public var pem: String {
        Self.text { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }
            + Self.text { PEM_write_bio_X509($0, certificate) }
    }

    /// The certificate in DER format, which devices install.
    public var der: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(max(0, i2d_X509(certificate, nil))))
        // SAFETY: libcrypto has just returned the number of bytes that it will write.
        bytes.withUnsafeMutableBufferPointer { buffer in
            var end = buffer.baseAddress
            _ = i2d_X509(certificate, &end)
        }
        return bytes
    }

    /// The SHA-256 fingerprint of the certificate, as devices show it.
    public var fingerprint: String {
        let digits = Array(BlobName(of: der).text.uppercased())
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0...$0 + 1]) }.joined(separator: ":")
    }

    /// The validity period in seconds since 1970.
    public var term: (from: Int64, until: Int64) {
        (Self.seconds(X509_get0_notBefore(certificate)), Self.seconds(X509_get0_notAfter(certificate)))
    }

    /// The only host names that it may certify.
    public var hosts: [String] {
        guard let raw = X509_get_ext_d2i(certificate, NID_name_constraints, nil, nil) else { return [] }
        let constraints = raw.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        defer { NAME_CONSTRAINTS_free(constraints) }
        let trees = constraints.pointee.permittedSubtrees
        return (0..<max(0, OPENSSL_sk_num(trees))).compactMap { index in
            // SAFETY: the stack contains this many subtrees, and the type of a name determines the member of the
            // union.
            let name = OPENSSL_sk_value(trees, index).assumingMemoryBound(to: GENERAL_SUBTREE.self).pointee.base.pointee
            guard name.type == GEN_DNS, let text = name.d.dNSName else { return nil }
            let bytes = UnsafeBufferPointer(start: text.pointee.data, count: Int(text.pointee.length))
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Issues a server certificate with its own key.
    /// - Parameters:
    ///   - hosts: Host names; at least one name or address is required in total.
    ///   - addresses: IP addresses.
    public func issue(hosts: [String], addresses: [String], from: Int64, until: Int64) -> Issued {
        let key = Self.newKey()
        defer { EVP_PKEY_free(key) }
        let names = hosts.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }
        let certificate = Self.certificate(
            name: "Recto", from: from, until: until, key: key, issuer: (self.certificate, self.key),
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid"),
                (NID_subject_alt_name, names.joined(separator: ",")),
            ])
        defer { X509_free(certificate) }
        return Issued(
            certificate: Self.text { PEM_write_bio_X509($0, certificate) },
            key: Self.text { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) })
    }

    // MARK: libcrypto

    private static func newKey() -> OpaquePointer {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        let isMade =
            EVP_PKEY_keygen_init(context) == 1
            && EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1
            && EVP_PKEY_keygen(context, &key) == 1
        guard isMade, let key else { preconditionFailure("libcrypto makes P-256 keys") }
        return key
    }

    /// - Parameters:
    ///   - issuer: The authority's certificate and key; `nil` for a self-signed certificate.
    ///   - extensions: Extensions in the syntax of libcrypto's configuration files, with validated names.
    private static func certificate(
        name: String, from: Int64, until: Int64, key: OpaquePointer,
        issuer: (certificate: OpaquePointer, key: OpaquePointer)?, extensions: [(Int32, String)]
    ) -> OpaquePointer {
        guard let certificate = X509_new() else { preconditionFailure("out of memory") }
        X509_set_version(certificate, Int(X509_VERSION_3))
        setSerial(certificate)
        ASN1_TIME_set(X509_getm_notBefore(certificate), Int(from))
        ASN1_TIME_set(X509_getm_notAfter(certificate), Int(until))
        X509_set_pubkey(certificate, key)
        let subject = X509_get_subject_name(certificate)
        // A name has at most 64 characters (RFC 5280, appendix A).
        let bytes = Array(name.utf8.prefix(64))
        X509_NAME_add_entry_by_NID(subject, NID_commonName, MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0)
        X509_set_issuer_name(certificate, issuer.map { X509_get_subject_name($0.certificate) } ?? subject)
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer?.certificate ?? certificate, certificate, nil, nil, 0)
        for (kind, value) in extensions {
            guard let item = X509V3_EXT_conf_nid(nil, &context, kind, value) else {
                preconditionFailure("libcrypto does not know the extension \(value)")
            }
            X509_add_ext(certificate, item, -1)
            X509_EXTENSION_free(item)
        }
        let isSigned = X509_sign(certificate, issuer?.key ?? key, EVP_sha256()) > 0
        precondition(isSigned, "signing with a key in memory cannot fail")
        return certificate
    }

    /// Sets a positive random serial number (RFC 5280, section 4.1.2.2).
    private static func setSerial(_ certificate: OpaquePointer) {
        var generator = SystemRandomNumberGenerator()
        let bytes =
            [0x40 | UInt8.random(in: 0...63, using: &generator)]
            + (1..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let number = BN_bin2bn(bytes, Int32(bytes.count), nil)
        defer { BN_free(number) }
        BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate))
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        var parts = tm()
        precondition(ASN1_TIME_to_tm(time, &parts) == 1, "a certificate has been read with its times")
        return Int64(timegm(&parts))
    }

    /// Returns the text that libcrypto writes.
    private static func text(_ write: (OpaquePointer?) -> Int32) -> String {
        let bio = BIO_new(BIO_s_mem())
        defer { BIO_free(bio) }
        precondition(write(bio) == 1, "writing to memory cannot fail")
        var start: UnsafeMutablePointer<CChar>?
        let count = BIO_ctrl(bio, BIO_CTRL_INFO, 0, &start)
        // SAFETY: the memory holds `count` bytes until the BIO is freed.
        return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
