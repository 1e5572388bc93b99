// clients/typescript/src/proxy.ts
import { BlockList, isIP } from "node:net";
function proxyFetch(environment = process.env) {
  const agents = /* @__PURE__ */ new Map();
  return async (url, init) => {
    const proxy = proxyOf(url, environment);
    if (proxy === void 0) return globalThis.fetch(url, init);
    const through = agents.get(proxy.href) ?? fetchThrough(proxy);
    agents.set(proxy.href, through);
    try {
      return await (await through)(url, init);
    } catch (error) {
      if (init.signal.aborted) throw error;
      const cause = new Error(`through the proxy ${proxy.host}: ${reasonOf(error)}`, { cause: error });
      throw new TypeError("fetch failed", { cause });
    }
  };
}
async function fetchThrough(proxy) {
  void globalThis.Response;
  const { fetch, ProxyAgent } = await import("undici");
  const dispatcher = new ProxyAgent({ uri: proxy.href, proxyTunnel: false });
  return (url, init) => fetch(url, { ...init, dispatcher });
}
function proxyOf(url, environment) {
  const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const value = variableOf(environment, name);
  if (value === "" || isLoopback(url.hostname) || isExcluded(url, variableOf(environment, "no_proxy")))
    return void 0;
  const address = value.includes("://") ? value : `http://${value}`;
  if (!/^(?:https?|socks5?):\/\//i.test(address) || !URL.canParse(address)) {
    throw new TypeError(`${name.toUpperCase()} must be like http://proxy.example.com:8080`);
  }
  return new URL(address);
}
function variableOf(environment, name) {
  return (environment[name] ?? environment[name.toUpperCase()] ?? "").trim();
}
function isLoopback(hostname) {
  return /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost\.?)$/.test(hostname);
}
function isExcluded({ hostname, port, protocol }, list) {
  const host = hostname.replace(/^\[|\]$/g, "");
  return list.toLowerCase().split(/[\s,]+/).some((entry) => {
    const { name, only } = entryOf(entry);
    if (name === "") return false;
    if (only !== void 0 && only !== (port || (protocol === "https:" ? "443" : "80"))) return false;
    return name === "*" || host === name || host.endsWith(`.${name}`) || isInNetwork(host, name);
  });
}
function entryOf(entry) {
  const [, bracketed, plain, only] = /^(?:\[([^\]]*)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
  return { name: (bracketed ?? plain ?? "").replace(/^\*?\./, ""), only };
}
function isInNetwork(host, network) {
  const [address = "", bits = ""] = network.split("/");
  const family = isIP(address);
  if (family === 0 || family !== isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) {
    return false;
  }
  const type = family === 4 ? "ipv4" : "ipv6";
  const networks = new BlockList();
  networks.addSubnet(address, Number(bits), type);
  return networks.check(host, type);
}
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name;
}
export {
  proxyFetch,
  proxyOf
};
