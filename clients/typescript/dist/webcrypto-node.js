// clients/typescript/src/webcrypto-node.ts
import { webcrypto } from "node:crypto";
export {
  webcrypto
};
