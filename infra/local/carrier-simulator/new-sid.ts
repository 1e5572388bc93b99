import { randomBytes } from 'node:crypto';

/** CA: call, RE: recording, VX: conversation. */
export type SidPrefix = 'CA' | 'RE' | 'VX';

export const newSid = (prefix: SidPrefix): string => prefix + randomBytes(16).toString('hex');
