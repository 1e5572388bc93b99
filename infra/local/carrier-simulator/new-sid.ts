import { randomBytes } from 'node:crypto';

/** CA: call, PN: phone number, RE: recording, SM: message, VX: conversation. */
export type SidPrefix = 'CA' | 'GT' | 'PN' | 'RE' | 'SM' | 'VX';

export const newSid = (prefix: SidPrefix): string => prefix + randomBytes(16).toString('hex');
