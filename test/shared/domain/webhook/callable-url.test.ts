import { describe, expect, it } from 'vitest';
import { isCallableUrl } from '#shared/domain/webhook/callable-url.ts';

const callable = (url: string, allowLoopback = false) => isCallableUrl(url, { allowLoopback });

describe('isCallableUrl', () => {
  it.each([
    'https://hooks.example.com/calls?x=1',
    'http://example.com:8080',
    'HTTPS://EXAMPLE.COM',
    'https://bücher.example/hook',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://locals.example.com',
    'https://example.com./hook',
  ])('lets %s through', (url) => {
    expect(callable(url)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['example.com', 'no URL'],
    ['ftp://example.com', 'another scheme'],
    ['javascript:alert(1)', 'another scheme'],
    ['https://', 'no host'],
    ['http://10.1.2.3/', 'private'],
    ['http://172.16.0.1/', 'private'],
    ['http://192.168.1.1/', 'private'],
    ['http://169.254.169.254/latest/meta-data', 'link-local'],
    ['http://100.64.0.1/', 'carrier-grade NAT'],
    ['http://0.0.0.0/', 'unspecified'],
    ['http://255.255.255.255/', 'broadcast'],
    ['http://224.0.0.1/', 'multicast'],
    ['http://[fe80::1]/', 'link-local'],
    ['http://[fd00::1]/', 'unique local'],
    ['http://[::]/', 'unspecified'],
    ['http://[::ffff:10.0.0.1]/', 'private, wrapped in IPv6'],
    ['http://[64:ff9b::7f00:1]/', 'translated from IPv4'],
    ['http://intranet/', 'a bare name'],
    ['http://printer.local/', 'a name of the local network'],
    ['http://db.internal/', 'a name of the local network'],
    ['http://nas.home.arpa/', 'a name of the local network'],
    ['http://db.internal./', 'a name of the local network with a dot'],
  ])('refuses %s: %s, also where loopback is allowed', (url) => {
    expect(callable(url)).toBe(false);
    expect(callable(url, true)).toBe(false);
  });

  it.each([
    'http://127.0.0.1:3000/hook',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://[::1]:3000/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost:3000/hook',
    'http://LOCALHOST./hook',
    'http://hooks.localhost/',
  ])('lets %s through only where loopback is allowed', (url) => {
    expect(callable(url)).toBe(false);
    expect(callable(url, true)).toBe(true);
  });
});
