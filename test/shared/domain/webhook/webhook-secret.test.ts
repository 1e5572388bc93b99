import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { rotatedVersions, webhookSecret } from '#shared/domain/webhook/webhook-secret.ts';

describe('webhook secret', () => {
  it('is whsec_ and 32 bytes in base64', () => {
    const secret = webhookSecret('key', 7, 1);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  });

  it('is always the same for a user and a version, and different from every other', () => {
    const secrets = [webhookSecret('key', 7, 1), webhookSecret('key', 7, 2), webhookSecret('key', 8, 1)];
    expect(new Set([...secrets, webhookSecret('other key', 7, 1)]).size).toBe(4);
    expect(webhookSecret('key', 7, 1)).toBe(secrets[0]);
  });

  it('signs what a Standard Webhooks receiver verifies', () => {
    const webhook = new Webhook(webhookSecret('key', 7, 1));
    const at = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': webhook.sign('evt_1', at, '{"a":1}'),
    };
    expect(webhook.verify('{"a":1}', headers)).toEqual({ a: 1 });
  });

  it.each([
    { versions: [1], rotated: [2, 1] },
    { versions: [2, 1], rotated: [3, 2] },
    { versions: [5], rotated: [6, 5] },
    { versions: [], rotated: [1] },
  ])('rotates $versions to $rotated', ({ versions, rotated }) => {
    expect(rotatedVersions(versions)).toEqual(rotated);
  });
});
