import { createHmac } from 'node:crypto';

/** The signing secret of a user's webhooks, in the form of Standard Webhooks. It is derived, so that none has to be stored. */
export function webhookSecret(signingKey: string, userId: number, version: number): string {
  return `whsec_${createHmac('sha256', signingKey).update(`webhook:${userId}:${version}`).digest('base64')}`;
}

/** Two secrets are live while receivers change over: the new one signs, the one before it still verifies. */
export function rotatedVersions(versions: readonly number[]): number[] {
  const [current = 0] = versions;
  return current === 0 ? [1] : [Math.max(...versions) + 1, current];
}
