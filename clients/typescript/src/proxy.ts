import { BlockList, isIP } from 'node:net';
import type { Fetch } from './http.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A `fetch` for Node that uses the proxies of the environment: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case; the lower case comes first,
 * as for curl. It changes nothing that the program shares. It needs the package `undici`, and loads it for the first request through a proxy.
 */
export function proxyFetch(environment: Environment = process.env): Fetch {
  const agents = new Map<string, Promise<Fetch>>();
  return async (url, init) => {
    const proxy = proxyOf(url, environment);
    if (proxy === undefined) return globalThis.fetch(url, init);
    const through = agents.get(proxy.href) ?? fetchThrough(proxy);
    agents.set(proxy.href, through);
    try {
      return await (
        await through
      )(url, init);
    } catch (error) {
      if (init.signal.aborted) throw error;
      const cause = new Error(`through the proxy ${proxy.host}: ${reasonOf(error)}`, { cause: error });
      // oxlint-disable-next-line preserve-caught-error -- it is the cause of the cause, as of `fetch`.
      throw new TypeError('fetch failed', { cause });
    }
  };
}

async function fetchThrough(proxy: URL): Promise<Fetch> {
  // Node's own `fetch` is loaded first, and keeps its dispatcher. Else the package sets its own, for the whole program.
  void globalThis.Response;
  const { fetch, ProxyAgent } = await import('undici');
  // Plain HTTP is sent to the proxy with its whole address, as proxies often refuse CONNECT to port 80.
  const dispatcher = new ProxyAgent({ uri: proxy.href, proxyTunnel: false });
  return (url, init) => fetch(url, { ...init, dispatcher });
}

/** The proxy of a request; undefined: it has none. @throws TypeError if the variable is not an address */
export function proxyOf(url: URL, environment: Environment): URL | undefined {
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const value = variableOf(environment, name);
  if (value === '' || isLoopback(url.hostname) || isExcluded(url, variableOf(environment, 'no_proxy')))
    return undefined;
  const address = value.includes('://') ? value : `http://${value}`;
  if (!/^(?:https?|socks5?):\/\//i.test(address) || !URL.canParse(address)) {
    throw new TypeError(`${name.toUpperCase()} must be like http://proxy.example.com:8080`);
  }
  return new URL(address);
}

function variableOf(environment: Environment, name: string): string {
  return (environment[name] ?? environment[name.toUpperCase()] ?? '').trim();
}

function isLoopback(hostname: string): boolean {
  return /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost\.?)$/.test(hostname);
}

/** `NO_PROXY` lists names, which stand for their subdomains too, addresses and networks, each with a port if it is for that port only. */
function isExcluded({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const { name, only } = entryOf(entry);
      if (name === '') return false;
      if (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
      return name === '*' || host === name || host.endsWith(`.${name}`) || isInNetwork(host, name);
    });
}

/** `*.example.com:443` without its star and dot, and its port. */
function entryOf(entry: string): { name: string; only: string | undefined } {
  const [, bracketed, plain, only] = /^(?:\[([^\]]*)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
  return { name: (bracketed ?? plain ?? '').replace(/^\*?\./, ''), only };
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(address);
  if (family === 0 || family !== isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) {
    return false;
  }
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const networks = new BlockList();
  networks.addSubnet(address, Number(bits), type);
  return networks.check(host, type);
}

/** The innermost cause: the package wraps what the proxy has answered. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name;
}
