/** The Web Crypto API of browsers, edge runtimes, Deno and Bun. */
export declare const webcrypto: import("crypto").webcrypto.Crypto;
