import ipaddr from 'ipaddr.js';

const privateSuffixes = ['local', 'localdomain', 'internal', 'intranet', 'lan', 'home.arpa'];

/** http or https, and a host that is not obviously private. The transport checks what its name resolves to. */
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
