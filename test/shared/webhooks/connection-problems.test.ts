import { expect, it } from 'vitest';
import { connectionProblem } from '#shared/platform/http/connection-problem.ts';

const failed = (code: unknown, syscall?: string) => Object.assign(new Error('secret 10.0.0.1'), { code, syscall });

it.each([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'the connection was closed before the answer was complete'],
  ['ETIMEDOUT', 'the connection timed out'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENOTFOUND', 'the host name does not exist'],
  ['ENODATA', 'the host name has no address'],
  ['EAI_AGAIN', 'the name server did not answer'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another host name'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate chain is incomplete'],
  ['CERT_CHAIN_TOO_LONG', 'the certificate is not valid'],
  ['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'the certificate is not valid'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the TLS handshake failed'],
  ['EPROTO', 'the TLS handshake failed'],
  ['HPE_INVALID_CONSTANT', 'the answer is not valid HTTP'],
  ['ESOMETHING', 'the request failed'],
])('says what %s means: %s', (code, text) => {
  expect(connectionProblem(failed(code))).toBe(`${text} (${code})`);
});

it('tells a name server that refuses the connection from a receiver that does', () => {
  expect(connectionProblem(failed('ECONNREFUSED', 'queryA'))).toBe('the name server cannot be reached (ECONNREFUSED)');
  expect(connectionProblem(failed('ECONNREFUSED', 'connect'))).toBe('connection refused (ECONNREFUSED)');
});

it.each([failed(undefined), failed(7), 'text', undefined])('says nothing of an error without code: %s', (error) => {
  expect(connectionProblem(error)).toBe('the request failed');
});
