import { randomBytes } from 'node:crypto';

/** CA: call, RE: recording, SM: message, VX: conversation. */
export type SidPrefix = 'CA' | 'RE' | 'SM' | 'VX';

export const newSid = (prefix: SidPrefix): string => prefix + randomBytes(16).toString('hex');
