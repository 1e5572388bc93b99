import ipaddr from 'ipaddr.js';

/** Name suffixes of private networks. */
const privateSuffixes = ['local', 'localdomain', 'internal', 'intranet', 'lan', 'home.arpa'];

/**
 * Whether a user's URL may be called: http or https, and a host that is not obviously private. A public name may still
 * resolve to a private address; the transport checks that on every request.
 */
export function isCallableUrl(text: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return ipaddr.isValid(host) ? isCallableAddress(host, allowLoopback) : isCallableName(host, allowLoopback);
}

function isCallableAddress(host: string, allowLoopback: boolean): boolean {
  // `process` converts an IPv4-mapped IPv6 address to IPv4.
  const range = ipaddr.process(host).range();
  return range === 'unicast' || (allowLoopback && range === 'loopback');
}

function isCallableName(host: string, allowLoopback: boolean): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return allowLoopback;
  return host.includes('.') && !privateSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
}
