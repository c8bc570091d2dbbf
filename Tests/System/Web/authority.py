"""A certificate authority for tests. It issues certificates as ACME does."""

import datetime
import ssl

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

DAY = datetime.timedelta(days=1)


class Authority:
    """A root authority, and an intermediate one that signs. Only programs that use the context of `trusting` trust them."""

    def __init__(self, name):
        """Makes the keys and the certificates of the root and of the intermediate authority."""
        root = ec.generate_private_key(ec.SECP256R1())
        self.root = certificate(name, root, name, root, authority=True)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = f"{name} R1"
        self.intermediate = certificate(self.name, self.key, name, root, authority=True)

    def trusting(self):
        """Returns the TLS context of a browser that trusts only this authority."""
        return ssl.create_default_context(cadata=pem(self.root))

    def issue(self, *names, kind="ec", days=90):
        """Returns a certificate for these names, followed by the intermediate authority's certificate, and the key, each as text in PEM."""
        key = ec.generate_private_key(ec.SECP256R1()) if kind == "ec" else rsa.generate_private_key(65537, 2048)
        own = certificate(names[0], key, self.name, self.key, names, days=days)
        text = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        return pem(own) + pem(self.intermediate), text.decode()


def certificate(name, key, issuer, issuer_key, names=(), authority=False, days=90):
    """Returns a certificate for `name` and the host names `names`, signed by `issuer`."""
    now = datetime.datetime.utcnow()
    draft = (
        x509.CertificateBuilder().subject_name(called(name)).issuer_name(called(issuer)).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - DAY).not_valid_after(now + days * DAY)
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True))
    if names:
        draft = draft.add_extension(x509.SubjectAlternativeName([x509.DNSName(each) for each in names]), critical=False)
    return draft.sign(issuer_key, hashes.SHA256())


def called(name):
    """Returns `name` as the name of a subject or issuer."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def pem(found):
    """Returns the certificate `found` in PEM."""
    return found.public_bytes(serialization.Encoding.PEM).decode()
