/** Node 18 has the Web Crypto API in a module only. */
export { webcrypto } from 'node:crypto';
