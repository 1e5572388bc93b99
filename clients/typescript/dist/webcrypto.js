// clients/typescript/src/webcrypto.ts
var webcrypto = globalThis.crypto;
export {
  webcrypto
};
