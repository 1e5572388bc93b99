import { describe, expect, it } from 'vitest';
import { withCarrierAccounts } from '#infra/cloud/constructs/carrier-account-grants.ts';
import { setEnvironment } from '#infra/local/compose/stack-environment.ts';
import type { CallStatus } from '#shared/calls/call-status.ts';
import type { ReportedStatus } from '#shared/calls/carrier.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { carriers, useCarrierAccounts } from '#test/carriers/each-carrier.ts';
import { PAPER_ACCOUNT, paperUnderTest } from '#test/carriers/paper/paper-under-test.ts';
import { paperRows } from '#test/carriers/paper/rows.ts';
import { createService } from '#test/carriers/service.ts';
import { twilioUnderTest } from '#test/carriers/twilio-under-test.ts';

useCarrierAccounts();

describe.each(carriers)('a call in an account of $name', ({ under }) => {
  it('is dialled once, with its numbers and its time limit, and keeps the id of the carrier', async () => {
    const { dial, company, now, id } = await createService(under);
    await dial();
    await dial();
    expect(company.calls).toMatchObject([{ to: '+12025550100', from: '+12025550001', limitSeconds: 600 }]);
    expect(await now()).toMatchObject({ status: 'initiated', carrierCallId: id() });
  });

  it('is known to the carrier by its id, by its numbers, and by who asked for it', async () => {
    const { dial, carrier, carrierSide, id, key } = await createService(under);
    await dial();
    const own = carrier(carrierSide.account);
    await expect(own.fetchCall(id())).resolves.toMatchObject({ carrierCallId: id(), status: 'initiated' });
    await expect(own.findCalls('+12025550100', '+12025550001', 0)).resolves.toMatchObject([{ carrierCallId: id() }]);
    await expect(own.findOwner(id())).resolves.toEqual(key);
    await expect(own.fetchCall('unknown')).resolves.toBeUndefined();
  });

  it('waits when the carrier is busy, and is dialled later', async () => {
    const { dial, company, now } = await createService(under);
    company.moods.push('is busy');
    await dial();
    await dial();
    expect(company.calls).toHaveLength(1);
    expect(await now()).toMatchObject({ status: 'initiated' });
  });

  it('fails when the carrier refuses the number, and is no concern of the operator', async () => {
    const { dial, company, now, counts } = await createService(under);
    company.moods.push('refuses the number');
    await dial();
    expect(company.calls).toEqual([]);
    expect(await now()).toMatchObject({ status: 'failed' });
    expect(counts).toContainEqual({ name: 'CarrierRecipientRefused', dimensions: { of: 'call' } });
  });

  it('is not dialled again after a lost answer, and is found by a callback', async () => {
    const { dial, company, now, report, id } = await createService(under);
    company.moods.push('loses');
    await dial();
    await dial();
    expect(company.calls).toHaveLength(1);
    expect(await now()).toMatchObject({ carrierCallId: null });
    await report({ status: 'ringing' });
    expect(await now()).toMatchObject({ status: 'ringing', carrierCallId: id() });
  });

  it('is found by the watchdog once it is over, if its answer and all callbacks were lost', async () => {
    const { dial, company, now, check, clock, id } = await createService(under);
    company.moods.push('loses');
    await dial();
    clock.move(60_000);
    Object.assign(company.calls[0]!, { status: 'no-answer' });
    await check(30);
    expect(await now()).toMatchObject({ status: 'no-answer', carrierCallId: id() });
  });

  it('is limited and hung up', async () => {
    const { dial, carrier, carrierSide, company, id } = await createService(under);
    await dial();
    const own = carrier(carrierSide.account);
    await expect(own.limitDuration(id(), 120)).resolves.toBe('updated');
    await expect(own.limitDuration('unknown', 120)).resolves.toBe('not_live');
    await own.hangUp(id());
    await expect(own.hangUp(id())).resolves.toBeUndefined();
    expect(company.calls).toMatchObject([{ limitSeconds: 120, status: 'ended' }]);
  });
});

const reports: Array<{ reported: ReportedStatus[]; becomes: CallStatus }> = [
  { reported: ['initiated', 'ringing', 'in-progress'], becomes: 'in-progress' },
  { reported: ['ringing', 'in-progress', 'ended', 'ended'], becomes: 'ended' },
  { reported: ['ended', 'in-progress', 'ringing'], becomes: 'ended' },
  { reported: ['ringing', 'busy'], becomes: 'busy' },
  { reported: ['ringing', 'no-answer'], becomes: 'no-answer' },
  { reported: ['ringing', 'cancelled'], becomes: 'no-answer' },
  { reported: ['failed'], becomes: 'failed' },
];

describe.each(carriers)('a callback of $name', ({ under }) => {
  it.each(reports)('moves a call over $reported to $becomes', async ({ reported, becomes }) => {
    const { dial, report, now } = await createService(under);
    await dial();
    for (const status of reported) expect((await report({ status, durationSeconds: 42 })).statusCode).toBe(204);
    expect(await now()).toMatchObject({ status: becomes });
  });

  it('tells how long the call took', async () => {
    const { dial, report, now } = await createService(under);
    await dial();
    await report({ status: 'ended', durationSeconds: 42 });
    expect(await now()).toMatchObject({ durationSeconds: 42 });
  });

  it('gets 403 if a stranger has sealed it, and changes nothing', async () => {
    const { dial, report, now } = await createService(under);
    await dial();
    expect((await report({ status: 'failed', sealed: 'by a stranger' })).statusCode).toBe(403);
    expect(await now()).toMatchObject({ status: 'initiated' });
  });

  it('gets 403 if it is a replay of an old one', async () => {
    const { dial, report, now, clock } = await createService(under);
    await dial();
    expect((await report({ status: 'failed', at: clock.now() - 10 * 60_000 })).statusCode).toBe(403);
    expect(await now()).toMatchObject({ status: 'initiated' });
  });
});

it.each([
  { by: 'paper', about: 'twilio', caller: paperUnderTest, owner: twilioUnderTest },
  { by: 'twilio', about: 'paper', caller: twilioUnderTest, owner: paperUnderTest },
])('a callback of $by about a call of $about gets 403', async ({ caller, owner }) => {
  const { dial, key, now, id, ...deps } = await createService(owner);
  await dial();
  const other = caller(() => deps.clock.now());
  expect((await other.report(key, id(), { status: 'failed' }, deps)).statusCode).toBe(403);
  expect(await now()).toMatchObject({ status: 'initiated' });
});

it('a callback of paper gets 403 in a stage without an account of its desk', async () => {
  const { dial, report, now } = await createService(paperUnderTest);
  await dial();
  const restore = setEnvironment({ CARRIER_ACCOUNTS: '[]' });
  expect((await report({ status: 'failed' })).statusCode).toBe(403);
  restore();
  expect(await now()).toMatchObject({ status: 'initiated' });
});

async function answered(under: (typeof carriers)[number]['under']) {
  const service = await createService(under);
  await service.dial();
  await service.report({ status: 'ringing' });
  await service.report({ status: 'in-progress' });
  const next = await service.ask();
  if (next === 'hang up') throw new Error('the call has no conversation');
  const { greeting, call, token } = next.connect;
  return { ...service, greeting, pass: { kind: 'opened', carrierCallId: service.id(), call, token } as const };
}

describe.each(carriers)('a conversation over $name', ({ under }) => {
  it('is held from the greeting to the goodbye, and is in the transcript', async () => {
    const { greeting, pass, connect, happens, frames, askAgain, report, transcript, now } = await answered(under);
    expect(greeting).toBe('Hello, this is Mia.');
    await expect(connect('by the account')).resolves.toEqual({ statusCode: 200 });
    await happens(pass);
    await happens({ kind: 'said', text: 'When do you close?', isFinal: true });
    await happens({ kind: 'voice', of: 'assistant', voice: 'began' });
    await happens({ kind: 'voice', of: 'assistant', voice: 'stopped' });
    await happens({ kind: 'said', text: 'Thank you, bye.', isFinal: true });
    await happens({ kind: 'voice', of: 'assistant', voice: 'stopped' });
    const spoken = frames().map((frame) => (frame.kind === 'speech' ? frame.text.trim() : frame.kind));
    expect(spoken).toEqual(['We are open until six.', 'Goodbye then.', 'end']);
    await expect(askAgain({ outcome: 'ended', isCallUp: true })).resolves.toBe('hang up');
    await report({ status: 'ended', durationSeconds: 20 });
    expect(await now()).toMatchObject({ status: 'ended', endedBy: 'assistant', durationSeconds: 20 });
    expect(await transcript()).toEqual([
      'bot: Hello, this is Mia.',
      'human: When do you close?',
      'bot: We are open until six.',
      'human: Thank you, bye.',
      'bot: Goodbye then.',
    ]);
  });

  it('has only what the customer has heard, when they cut the voice', async () => {
    const { pass, happens, transcript } = await answered(under);
    await happens(pass);
    await happens({ kind: 'said', text: 'When do you close?', isFinal: true });
    await happens({ kind: 'interrupted', heard: 'We are open' });
    expect(await transcript()).toEqual(['bot: Hello, this is Mia.', 'human: When do you close?', 'bot: We are open']);
  });

  it('takes keys for words', async () => {
    const { pass, happens, transcript } = await answered(under);
    await happens(pass);
    await happens({ kind: 'key', digit: '7' });
    await happens({ kind: 'key', digit: '#' });
    expect((await transcript())?.[1]).toMatch(/^human: \[pressed 7\]/);
  });

  it('is opened by its account and its token only', async () => {
    const { pass, connect, happens, frames, now } = await answered(under);
    await expect(connect('by a stranger')).resolves.toEqual({ statusCode: 403 });
    await happens({ ...pass, token: `0.${'A'.repeat(43)}` });
    expect(frames()).toEqual([{ kind: 'end' }]);
    expect(await now()).toMatchObject({ connectionId: null });
  });

  it('is connected again when its session has failed, without a second greeting', async () => {
    const { pass, happens, askAgain } = await answered(under);
    await happens(pass);
    await expect(askAgain({ outcome: 'failed', isCallUp: true })).resolves.toMatchObject({
      connect: { greeting: null, call: pass.call },
    });
  });

  it('ends as one that the customer has hung up', async () => {
    const { pass, happens, disconnect, askAgain, now, timer } = await answered(under);
    await happens(pass);
    const before = timer.timers.length;
    await disconnect();
    expect(timer.timers.slice(before)).toMatchObject([{ queue: 'check-call' }]);
    await expect(askAgain({ outcome: 'hung_up', isCallUp: false })).resolves.toBe('hang up');
    expect(await now()).toMatchObject({ endedBy: 'customer' });
  });
});

/** Only Twilio bridges calls to a speech model. */
const bridges = ['realtime'];
/** The grants of Twilio's functions are proven in test/slow/grants.test.ts, on the template. */
const sameWork: Record<string, { as: string[]; without: string[] }> = {
  'carrier/paper-call': {
    as: ['twilio-call-answered', 'twilio-call-status', 'twilio-conversation-ended', 'twilio-recording-status'],
    without: bridges,
  },
  'carrier/paper-call-incoming': { as: ['twilio-call-incoming'], without: bridges },
  // Twilio signs the address, paper does not.
  'carrier/paper-text': { as: ['twilio-message-status'], without: ['public-url'] },
  'carrier/paper-text-incoming': { as: ['twilio-message-incoming'], without: [] },
};

describe('the functions of paper', () => {
  it.each(paperRows)('$id is one file, on a path of its own', async ({ id, path }) => {
    const module: object = await import(/* @vite-ignore */ `#test/carriers/paper/functions/${id.split('/')[1]}.ts`);
    expect(module).toHaveProperty('handler');
    expect(manifest.filter((row) => row.id === id || ('path' in row && row.path === path))).toEqual([]);
  });

  it.each(paperRows)('$id is granted what the functions of Twilio for the same work are', ({ id, uses }) => {
    const { as, without } = sameWork[id]!;
    const done = manifest.filter((row) => as.includes(row.id.replace('carrier/', '')));
    expect(done).toHaveLength(as.length);
    const granted = new Set<string>(done.flatMap((row) => row.uses));
    expect([...uses, ...without].toSorted()).toEqual([...granted].toSorted());
  });

  it('may read the secret of their account, as all functions that ask a carrier', () => {
    const accounts = { twilioAccountSid: 'AC1', carrierAccounts: [PAPER_ACCOUNT] };
    const { secrets, variables } = withCarrierAccounts('twilio-auth-token', accounts);
    expect(secrets).toEqual(['twilio-auth-token', 'carrier-secret-paper']);
    expect(JSON.parse(variables['CARRIER_ACCOUNTS'] ?? '')).toEqual([PAPER_ACCOUNT]);
  });
});
