import { randomBytes } from 'node:crypto';

/** CA: call, PN: phone number, RE: recording, SM: message, VX: conversation. */
type SidPrefix = 'CA' | 'GT' | 'PN' | 'RE' | 'SM' | 'VX';

export const newSid = (prefix: SidPrefix): string => prefix + randomBytes(16).toString('hex');

/** The carrier's dates: `Tue, 31 Aug 2010 20:36:28 +0000`. */
export const toRfc2822 = (epochMs: number): string => new Date(epochMs).toUTCString().replace('GMT', '+0000');

/** `CallSid` as `call_sid`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

export const isOneOf =
  (...allowed: string[]) =>
  (value: string): boolean =>
    allowed.includes(value);

/** Absolute, http or https, and a host without underscores: the carrier calls nothing else. */
export function isCallbackUrl(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  return !new URL(address).hostname.includes('_');
}

/** Whether a host is this machine; only there may a conversation go without TLS. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
