import { describe, expect, it } from 'vitest';
import { proxyOf } from '#clients/typescript/src/proxy.ts';

const proxy = 'http://proxy.example.com:8080';
const api = 'https://calls.example.com/api/user/me';

const hrefOf = (url: string, environment: Record<string, string>) => proxyOf(new URL(url), environment)?.href;

describe('a request has the proxy', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['of HTTPS_PROXY for https', api, { HTTPS_PROXY: proxy, HTTP_PROXY: 'http://other' }, `${proxy}/`],
    [
      'of HTTP_PROXY for http',
      'http://calls.example.com/',
      { HTTP_PROXY: proxy, HTTPS_PROXY: 'http://other' },
      `${proxy}/`,
    ],
    ['of the variable in lower case', api, { https_proxy: proxy }, `${proxy}/`],
    [
      'of the variable in lower case, though there is the other one',
      api,
      { https_proxy: proxy, HTTPS_PROXY: 'x' },
      `${proxy}/`,
    ],
    ['without a scheme, as curl takes it', api, { HTTPS_PROXY: 'proxy.example.com:8080' }, `${proxy}/`],
    [
      'with a name and a password',
      api,
      { HTTPS_PROXY: 'http://ada:secret@proxy:8080' },
      'http://ada:secret@proxy:8080/',
    ],
    ['if NO_PROXY is empty', api, { HTTPS_PROXY: proxy, NO_PROXY: ' , ' }, `${proxy}/`],
    [
      'if NO_PROXY names a part of the name',
      api,
      { HTTPS_PROXY: proxy, NO_PROXY: 'ample.com,s.example.com' },
      `${proxy}/`,
    ],
    ['if NO_PROXY names another port', api, { HTTPS_PROXY: proxy, NO_PROXY: 'example.com:8443' }, `${proxy}/`],
    ['outside of a network', 'https://10.9.0.1/api', { HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.0/16' }, `${proxy}/`],
    ['for a name that only looks local', 'https://localhost.example.com', { HTTPS_PROXY: proxy }, `${proxy}/`],
    ['for a name that begins with 127', 'https://127.example.com', { HTTPS_PROXY: proxy }, `${proxy}/`],
  ])('%s', (_case, url, environment, expected) => {
    expect(hrefOf(url, environment)).toBe(expected);
  });
});

describe('a request has no proxy', () => {
  it.each<[string, string, Record<string, string>]>([
    ['without variables', api, {}],
    ['with an empty variable', api, { HTTPS_PROXY: '' }],
    ['with an empty variable in lower case', api, { https_proxy: '', HTTPS_PROXY: proxy }],
    ['for https with HTTP_PROXY only', api, { HTTP_PROXY: proxy }],
    ...['localhost', 'LOCALHOST', 'studio.localhost', '127.0.0.1', '127.8.0.9', '[::1]', '2130706433'].map(
      (host): [string, string, Record<string, string>] => [
        `to ${host}`,
        `http://${host}:3000/api`,
        { HTTP_PROXY: proxy, NO_PROXY: 'example.com' },
      ],
    ),
    ...[
      '*',
      'calls.example.com',
      'example.com',
      '.example.com',
      '*.example.com',
      'EXAMPLE.com',
      'a.com, example.com',
    ].map((list): [string, string, Record<string, string>] => [
      `with NO_PROXY=${list}`,
      api,
      { HTTPS_PROXY: proxy, NO_PROXY: list },
    ]),
    ['with the port in NO_PROXY', 'https://a.com:8443/', { HTTPS_PROXY: proxy, no_proxy: 'b.com a.com:8443' }],
    ['with the usual port in NO_PROXY', api, { HTTPS_PROXY: proxy, NO_PROXY: 'example.com:443' }],
    ['with an address in NO_PROXY', 'https://10.0.0.7/api', { HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.7' }],
    ['in a network of NO_PROXY', 'https://10.0.200.7/api', { HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.0/16' }],
    ['in an IPv6 network', 'https://[fd00::7]/api', { HTTPS_PROXY: proxy, NO_PROXY: 'fd00::/8' }],
    ['with an IPv6 address', 'https://[fd00::7]:8443/', { HTTPS_PROXY: proxy, NO_PROXY: '[fd00::7]:8443' }],
  ])('%s', (_case, url, environment) => {
    expect(hrefOf(url, environment)).toBeUndefined();
  });
});

it.each(['ftp://proxy:21', 'http://', 'http://pro xy', 'mailto://secret'])(
  '%s is no proxy, and is not repeated',
  (value) => {
    expect(() => hrefOf(api, { HTTPS_PROXY: value })).toThrow('HTTPS_PROXY must be like http://proxy.example.com:8080');
  },
);
