import { expect, it } from 'vitest';
import { handler as show } from '#functions/http/webhooks/get-webhook-secret.ts';
import { handler as rotate } from '#functions/http/webhooks/rotate-webhook-secret.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { deliverWebhook } from '#shared/webhooks/deliver-webhook.ts';
import { buildUser } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createSettledCall, SIGNING_KEY } from '#test/support/in-memory/ended-calls.ts';
import { createMemoryUserStore } from '#test/support/memory/accounts.ts';
import { createMemorySecrets } from '#test/support/memory/platform.ts';

const DAY_MS = 86_400_000;
const secretOf = (version: number) => webhookSecret(SIGNING_KEY, 1, version);

async function setup() {
  const users = createMemoryUserStore();
  await users.create(buildUser({ id: 1 }));
  const secrets = createMemorySecrets({ 'webhook-signing-key': SIGNING_KEY });
  const deps = { users, secrets, clock: createFixedClock() };
  const isoAfter = (ms: number) => new Date(deps.clock.now() + ms).toISOString().replace('Z', '000Z');
  return {
    ...deps,
    isoAfter,
    show: () => askerOf(show.with(deps))({ userId: 1 }),
    rotate: (body: unknown = {}) => askerOf(rotate.with(deps))({ userId: 1, method: 'POST', body }),
  };
}

it('shows the secret that signs', async () => {
  const subject = await setup();
  expect(await subject.show()).toEqual({ status: 200, body: { data: { secret: secretOf(1), previous: [] } } });
});

it('rotates: both sign for a day, then the new one alone', async () => {
  const subject = await setup();
  const data = { secret: secretOf(2), previous: [{ secret: secretOf(1), expires_at: subject.isoAfter(DAY_MS) }] };
  expect(await subject.rotate()).toEqual({
    status: 200,
    body: { message: 'Webhook secret rotated successfully', data },
  });
  subject.clock.move(DAY_MS - 1);
  expect((await subject.show()).body).toEqual({ data });
  subject.clock.move(1);
  expect((await subject.show()).body).toEqual({ data: { secret: secretOf(2), previous: [] } });
});

it('keeps the secret that receivers have when a request is repeated', async () => {
  const subject = await setup();
  await subject.rotate();
  await subject.rotate({ previous_expires_in_seconds: 7 * 86_400 });
  expect((await subject.show()).body).toMatchObject({
    data: {
      secret: secretOf(3),
      previous: [{ secret: secretOf(2) }, { secret: secretOf(1), expires_at: subject.isoAfter(DAY_MS) }],
    },
  });
});

it('keeps two old secrets at most', async () => {
  const subject = await setup();
  for (let rotation = 1; rotation <= 3; rotation += 1) await subject.rotate();
  expect((await subject.show()).body).toMatchObject({
    data: { secret: secretOf(4), previous: [{ secret: secretOf(3) }, { secret: secretOf(2) }] },
  });
});

it('ends the old ones at once after a leak', async () => {
  const subject = await setup();
  await subject.rotate();
  const data = { secret: secretOf(3), previous: [] };
  expect((await subject.rotate({ previous_expires_in_seconds: 0 })).body).toMatchObject({ data });
});

it('rotates once for requests at the same time', async () => {
  const subject = await setup();
  const answers = await Promise.all([subject.rotate(), subject.rotate(), subject.rotate()]);
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => answers[0]?.body));
  expect((await subject.users.get(1))?.webhookSecretVersions).toEqual([2, 1]);
});

it.each([-1, 604_801, 'soon'])('answers 422 for the time %s', async (previous_expires_in_seconds) => {
  const subject = await setup();
  expect((await subject.rotate({ previous_expires_in_seconds })).status).toBe(422);
});

it('a webhook is signed by all live secrets, and by none that has ended', async () => {
  const { deps, message, delivery } = await createSettledCall();
  const signatures = async (attempt: number) => {
    await deps.deliveries.reopen((await delivery())!);
    await deliverWebhook(message(attempt), deps);
    return deps.transport.requests.at(-1)!.headers['webhook-signature']!.split(' ').length;
  };
  // Two versions, by two signing keys.
  expect(await signatures(1)).toBe(4);
  await askerOf(rotate.with(deps))({ userId: 1, method: 'POST', body: { previous_expires_in_seconds: 60 } });
  expect(await signatures(2)).toBe(6);
  deps.clock.move(60_000);
  expect(await signatures(3)).toBe(2);
});
