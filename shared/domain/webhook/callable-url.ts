import ipaddr from 'ipaddr.js';

/** Names that mean a machine of the network around us, never a host on the internet. */
const privateSuffixes = ['local', 'localdomain', 'internal', 'intranet', 'lan', 'home.arpa'];

/**
 * Whether a customer's URL may be called: http or https, and a public host as far as the text tells.
 * A public name may still resolve to a private address; the transport looks at that when it calls.
 */
export function isCallableUrl(text: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return ipaddr.isValid(host) ? isCallableAddress(host, allowLoopback) : isCallableName(host, allowLoopback);
}

function isCallableAddress(host: string, allowLoopback: boolean): boolean {
  // `process` reads an IPv4 address that is wrapped in IPv6 as the IPv4 address that it is.
  const range = ipaddr.process(host).range();
  return range === 'unicast' || (allowLoopback && range === 'loopback');
}

function isCallableName(host: string, allowLoopback: boolean): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return allowLoopback;
  return host.includes('.') && !privateSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
}
