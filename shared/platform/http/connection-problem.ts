// https://nodejs.org/api/errors.html#common-system-errors
// https://nodejs.org/api/dns.html#error-codes
// https://nodejs.org/api/tls.html#x509-certificate-error-codes
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EPIPE: 'the connection was closed before the answer was complete',
  ECONNABORTED: 'the connection was closed before the answer was complete',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  EHOSTDOWN: 'the host cannot be reached',
  ENETUNREACH: 'the network of the host cannot be reached',
  EADDRNOTAVAIL: 'the address of the host cannot be used',

  ENOTFOUND: 'the host name does not exist',
  ENODATA: 'the host name has no address',
  EBADNAME: 'the host name is not valid',
  EAI_AGAIN: 'the name server did not answer',
  ETIMEOUT: 'the name server did not answer',
  ESERVFAIL: 'the name server failed',
  EREFUSED: 'the name server refused to answer',

  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  CERT_REVOKED: 'the certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'a certificate of the chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of the certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of the certificate is not known',
  CERT_UNTRUSTED: 'the certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  HOSTNAME_MISMATCH: 'the certificate is for another host name',
  EPROTO: 'the TLS handshake failed',

  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
};

const groups: ReadonlyArray<[RegExp, string]> = [
  [/^HPE_/, 'the answer is not valid HTTP'],
  [/^(?:CERT|CRL|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|UNABLE_TO|ERROR_IN_C)/, 'the certificate is not valid'],
  [/^ERR_(?:SSL|TLS)_/, 'the TLS handshake failed'],
];

/** For users, with the code by which it can be looked up: `connection refused (ECONNREFUSED)`. */
export function connectionProblem(error: unknown): string {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return 'the request failed';
  const { code } = error;
  // A name server that refuses the connection has the same code as a receiver that does.
  const isQuery = 'syscall' in error && String(error.syscall).startsWith('query');
  const text = isQuery && code === 'ECONNREFUSED' ? 'the name server cannot be reached' : words[code];
  return `${text ?? groups.find(([form]) => form.test(code))?.[1] ?? 'the request failed'} (${code})`;
}
