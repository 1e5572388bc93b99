import { describe, expect, it } from 'vitest';
import { type Admission, refusalOf } from '#infra/simulators/line/local-requests.ts';

const ask = (headers: Record<string, string | undefined>, method = 'POST', admission: Admission = {}) =>
  refusalOf({ method, url: '/', headers: { host: 'localhost:3000', ...headers } }, admission)?.status;

describe('a request', () => {
  it.each(['localhost', 'LocalHost:3000', 'bucket.localhost:80', '127.0.0.1', '127.83.2.9:1', '[::1]', '[::1]:3000'])(
    'to %s is answered',
    (host) => {
      expect(ask({ host })).toBeUndefined();
      expect(ask({ origin: `http://${host}` })).toBeUndefined();
      expect(ask({ host: 'localhost:3000', origin: `https://${host}` }, 'PUT')).toBeUndefined();
    },
  );

  it.each([
    undefined,
    '',
    'evil.test',
    'evil.test:3000',
    'localhost.evil.test',
    'evillocalhost',
    'evil.test@localhost',
    'localhost@evil.test',
    'localhost:evil.test',
    '127.0.0.1.nip.io',
    '127.0.0.1:80.evil.test',
    '0.0.0.0',
    '10.0.0.1',
    '[::]',
    '[::ffff:7f00:1]',
    'localhost,evil.test',
    'localhost evil.test',
    'localhost\u0000',
    'a b',
    ':::',
    '[',
  ])('to the host %j is refused, whatever its method', (host) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'])
      expect(ask({ host, origin: undefined }, method), method).toBe(421);
    expect(ask({ host, origin: `http://${host}` })).toBe(421);
    expect(ask({ host }, 'GET', { isPublic: () => true })).toBe(421);
  });

  it.each([
    'null',
    '',
    'file://',
    'http://evil.test',
    'https://localhost.evil.test',
    'http://localhost:3000.evil.test',
    'http://evil.test/http://localhost',
    'http://localhost@evil.test',
    'http://192.168.0.1:3000',
    'chrome-extension://localhost',
    'http://localhost http://evil.test',
  ])('of a page at %j is refused, unless it is public', (origin) => {
    for (const method of ['GET', 'OPTIONS', 'POST', 'DELETE']) {
      expect(ask({ origin }, method), method).toBe(403);
      expect(ask({ origin, 'sec-fetch-site': 'same-origin' }, method), method).toBe(403);
    }
    expect(ask({ origin }, 'POST', { isPublic: () => true })).toBeUndefined();
  });

  it.each([
    ['POST', 'empty', 403],
    ['POST', 'document', 403],
    ['GET', 'empty', 403],
    ['GET', 'script', 403],
    ['GET', 'image', 403],
    ['GET', 'iframe', 403],
    ['GET', 'style', 403],
    ['GET', 'websocket', 403],
    ['GET', '', 403],
    ['GET', 'document', undefined],
    ['GET', 'audio', undefined],
  ])('of another site without an origin: %s for %j: %s', (method, destination, status) => {
    expect(ask({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': destination }, method)).toBe(status);
    for (const site of ['same-origin', 'same-site', 'none'])
      expect(ask({ 'sec-fetch-site': site, 'sec-fetch-dest': destination }, method)).toBeUndefined();
  });

  it('of a page on 127.0.0.1 to localhost is answered: browsers call these two sites', () => {
    expect(ask({ origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'cross-site' })).toBeUndefined();
  });
});

describe('a server that was opened to other machines', () => {
  it.each([
    ['0.0.0.0', '192.168.0.7:3000', undefined],
    ['0.0.0.0', '[fd00::7]:3000', undefined],
    ['0.0.0.0', 'evil.test:3000', 421],
    ['laptop.lan', 'Laptop.lan:3000', undefined],
    ['laptop.lan', 'evil.test', 421],
    ['127.0.0.1', '192.168.0.7', 421],
    ['localhost', '192.168.0.7', 421],
    [undefined, '192.168.0.7', 421],
  ])('as %s answers under %s: %s', (openedAs, host, status) => {
    const admission = { openedAs };
    expect(ask({ host }, 'POST', admission)).toBe(status);
    expect(ask({ host, origin: `http://${host}` }, 'POST', admission)).toBe(status);
    expect(ask({ host, origin: 'http://192.168.0.8' }, 'POST', admission)).toBe(status ?? 403);
  });
});
