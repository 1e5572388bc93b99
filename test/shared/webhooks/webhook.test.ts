import { expect, it } from 'vitest';
import { rotatedVersions, webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { callStatuses, isFinal } from '#shared/calls/call-status.ts';
import { isCallableUrl } from '#shared/platform/http/callable-url.ts';
import { webhookTargets } from '#shared/webhooks/webhook.ts';
import { buildAssistant } from '#test/support/builders.ts';

const callable = (url: string, allowLoopback = false) => isCallableUrl(url, { allowLoopback });

const list = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

it.each(
  list(
    'https://hooks.example.com/calls?x=1 http://example.com:8080 HTTPS://EXAMPLE.COM https://bücher.example/hook',
    'https://8.8.8.8/hook https://[2606:4700:4700::1111]/hook https://locals.example.com https://example.com./hook',
  ),
)('lets %s through', (url) => expect(callable(url)).toBe(true));

it.each([
  '',
  ...list(
    'example.com https:// ftp://example.com javascript:alert(1)',
    // Private, link-local and translated addresses, in both families.
    'http://10.1.2.3/ http://172.16.0.1/ http://192.168.1.1/ http://169.254.169.254/latest/meta-data http://100.64.0.1/',
    'http://[fe80::1]/ http://[fd00::1]/ http://[::]/ http://[::ffff:10.0.0.1]/ http://[64:ff9b::7f00:1]/',
    // Unspecified, broadcast and multicast ones.
    'http://0.0.0.0/ http://255.255.255.255/ http://224.0.0.1/',
    // Names of the local network.
    'http://intranet/ http://printer.local/ http://db.internal/ http://nas.home.arpa/ http://db.internal./',
  ),
])('isCallableUrl refuses %s, also where loopback is allowed', (url) => {
  expect(callable(url)).toBe(false);
  expect(callable(url, true)).toBe(false);
});

it.each(
  list(
    'http://127.0.0.1:3000/hook http://127.1/ http://2130706433/ http://0x7f000001/ http://0177.0.0.1/ http://[::1]:3000/',
    'http://[::ffff:127.0.0.1]/ http://localhost:3000/hook http://LOCALHOST./hook http://hooks.localhost/',
  ),
)('lets %s through only where loopback is allowed', (url) => {
  expect(callable(url)).toBe(false);
  expect(callable(url, true)).toBe(true);
});

it('a webhook secret is whsec_ and 32 bytes in base64', () => {
  const secret = webhookSecret('key', 7, 1);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
});

it('a webhook secret is always the same for a user and a version, and different from every other', () => {
  const secrets = [webhookSecret('key', 7, 1), webhookSecret('key', 7, 2), webhookSecret('key', 8, 1)];
  expect(new Set([...secrets, webhookSecret('other key', 7, 1)]).size).toBe(4);
  expect(webhookSecret('key', 7, 1)).toBe(secrets[0]);
});

it.each([
  { versions: [1], rotated: [2, 1] },
  { versions: [2, 1], rotated: [3, 2] },
  { versions: [5], rotated: [6, 5] },
  { versions: [], rotated: [1] },
])('a webhook secret rotates $versions to $rotated', ({ versions, rotated }) =>
  expect(rotatedVersions(versions)).toEqual(rotated),
);

const webhookUrl = 'https://example.com/post-call';
const inboundWebhookUrl = 'https://example.com/inbound';
const postCall = { event: 'call.completed', url: webhookUrl };
const inbound = { event: 'inbound_call.completed', url: inboundWebhookUrl };
const talked = new Set(['completed', 'ended_by_customer', 'ended_by_assistant']);

it.each(callStatuses.filter(isFinal))('tells of a call that is %s as the assistant wants', (status) => {
  const targets = (sendWebhookOnlyOnCompleted: boolean) =>
    webhookTargets(
      { type: 'outbound', status },
      buildAssistant({ isWebhookActive: true, webhookUrl, sendWebhookOnlyOnCompleted }),
    );
  expect(targets(true)).toEqual(talked.has(status) ? [postCall] : []);
  expect(targets(false)).toEqual([postCall]);
});

it.each([
  { name: 'a webhook that is switched off', assistant: { isWebhookActive: false, webhookUrl } },
  { name: 'a webhook without address', assistant: { isWebhookActive: true, webhookUrl: null } },
  { name: 'the inbound webhook of an outbound call', assistant: { inboundWebhookUrl } },
])('leaves out $name', ({ assistant }) => {
  expect(webhookTargets({ type: 'outbound', status: 'completed' }, buildAssistant(assistant))).toEqual([]);
});

it('tells both webhooks of an inbound call', () => {
  const assistant = buildAssistant({ type: 'inbound', isWebhookActive: true, webhookUrl, inboundWebhookUrl });
  expect(webhookTargets({ type: 'inbound', status: 'completed' }, assistant)).toEqual([postCall, inbound]);
});
