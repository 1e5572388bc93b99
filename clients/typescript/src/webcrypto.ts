/** The Web Crypto API of browsers, edge runtimes, Deno and Bun. */
export const webcrypto = globalThis.crypto;
