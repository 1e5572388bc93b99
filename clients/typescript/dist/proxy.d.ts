import type { Fetch } from './http.js';
type Environment = Readonly<Record<string, string | undefined>>;
/**
 * A `fetch` for Node that uses the proxies of the environment: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case; the lower case comes first,
 * as for curl. It changes nothing that the program shares. It needs the package `undici`, and loads it for the first request through a proxy.
 */
export declare function proxyFetch(environment?: Environment): Fetch;
/** The proxy of a request; undefined: it has none. @throws TypeError if the variable is not an address */
export declare function proxyOf(url: URL, environment: Environment): URL | undefined;
export {};
