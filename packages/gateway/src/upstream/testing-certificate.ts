// Owns a self-signed certificate for upstream.test, made for tests only. The key is public, so nothing may ever trust it
// outside of a test.

export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzxIcDSeN9ufhFIsO
XcKxvm0b2Gcl4zXjWRujxau2GvahRANCAATVTiBN00Qx3/S8kPgSu6eqrRzjVqKU
P0n1vwBVgGISysiP38Lrdt9Sstq82pJkwYv99vVia3tR91fAcfymAfsY
-----END PRIVATE KEY-----
`;

export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUdf6/wH3RDYoje9ydqzbbIkNWvMYwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNdXBzdHJlYW0udGVzdDAgFw0yNjExMTUwMjIyMjFaGA8yMTI2
MTAyMjAyMjIyMVowGDEWMBQGA1UEAwwNdXBzdHJlYW0udGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABNVOIE3TRDHf9LyQ+BK7p6qtHONWopQ/SfW/AFWAYhLK
yI/fwut231Ky2rzakmTBi/329WJre1H3V8Bx/KYB+xijbTBrMB0GA1UdDgQWBBQs
DXhWDUblhSsP5INntf4D2z8bHzAfBgNVHSMEGDAWgBQsDXhWDUblhSsP5INntf4D
2z8bHzAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXVwc3RyZWFtLnRlc3Qw
CgYIKoZIzj0EAwIDSAAwRQIgLwssiG65nQgWEi2yVeeVQP/Z/07Pelp5TRRfioJY
SJECIQDz18FOI9z2Ns9vug4Vs1wi6Yi5oYgSjdXk80QzyrVbzw==
-----END CERTIFICATE-----
`;
