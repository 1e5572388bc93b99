import { describe, expect, it } from 'vitest';
import { setupAdmin } from '#test/infra/admin/admin.ts';

const first = '+12025550001';
const second = '+12025550002';
const callerId = '+12025550003';
const notBought = '+12025550004';
const here = 'https://voice.example.com';

async function setup() {
  const admin = setupAdmin();
  await admin.json('user', 'create', '--name', 'Acme');
  await admin.json('user', 'create', '--name', 'Beta');
  await admin.json('number', 'add', '--user', '1', '--number', first);
  await admin.json('number', 'add', '--user', '1', '--number', callerId, '--type', 'Caller ID');
  await admin.json('number', 'add', '--user', '2', '--number', second);
  // Ids of one millisecond are in no order.
  admin.clock.move(1);
  await admin.json('number', 'add', '--user', '2', '--number', notBought);
  admin.deps.carrier.numbers.push(
    { carrierNumberId: 'PN1', phoneNumber: first, callsGoTo: null },
    { carrierNumberId: 'PN2', phoneNumber: second, callsGoTo: 'https://demo.twilio.com/welcome' },
  );
  return admin;
}

describe('admin number point', () => {
  it('points one number, once', async () => {
    const { json, deps } = await setup();
    expect(await json('number', 'point', '+1 202 555 0001')).toEqual([
      { number: first, outcome: 'pointed', before: null },
    ]);
    expect(deps.carrier.numbers.map(({ callsGoTo }) => callsGoTo)).toEqual([here, 'https://demo.twilio.com/welcome']);
    expect(await json('number', 'point', first)).toEqual([{ number: first, outcome: 'was_pointed', before: here }]);
  });

  it('points a number in the carrier account that has it', async () => {
    const { json, run, deps } = await setup();
    const third = '+12025550005';
    await json('number', 'add', '--user', '1', '--number', third, '--account', 'second');
    deps.carrier.numbers.push({ carrierNumberId: 'PN3', phoneNumber: third, callsGoTo: null });
    await json('number', 'point', third);
    expect(deps.carrier.accounts).toEqual(['second']);
    await json('number', 'point', third, '--account', 'default', '--dry-run');
    await expect(deps.phoneNumbers.findByNumber(third)).resolves.toMatchObject({ carrierAccount: 'second' });
    await json('number', 'point', third, '--account', 'default');
    await expect(deps.phoneNumbers.findByNumber(third)).resolves.toMatchObject({ carrierAccount: 'default' });
    await expect(run('number', 'point', third, '--account', 'third')).resolves.toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('there is default, second'),
    });
  });

  it('points all numbers of all users that calls come in on, and shows which the carrier does not have', async () => {
    const { json, deps } = await setup();
    expect(await json('number', 'point', '--all')).toEqual([
      { number: first, outcome: 'pointed', before: null },
      { number: second, outcome: 'pointed', before: 'https://demo.twilio.com/welcome' },
      { number: notBought, outcome: 'not_at_carrier', before: null },
    ]);
    expect(deps.carrier.numbers.map(({ callsGoTo }) => callsGoTo)).toEqual([here, here]);
  });

  it('changes nothing when it is only to look', async () => {
    const { json, deps } = await setup();
    expect(await json('number', 'point', '--all', '--dry-run')).toMatchObject([
      { number: first, outcome: 'points_elsewhere' },
      { number: second, outcome: 'points_elsewhere' },
      { number: notBought, outcome: 'not_at_carrier' },
    ]);
    expect(deps.carrier.numbers.map(({ callsGoTo }) => callsGoTo)).toEqual([null, 'https://demo.twilio.com/welcome']);
  });

  it.each([
    ['https://other.example.com', 'https://other.example.com'],
    ['https://other.example.com/', 'https://other.example.com'],
    ['https://other.example.com/api', 'https://other.example.com'],
  ])('takes %s for the origin %s', async (url, origin) => {
    const { json, deps } = await setup();
    await json('number', 'point', first, '--url', url);
    expect(deps.carrier.numbers[0]?.callsGoTo).toBe(origin);
  });

  it.each([
    { args: [], error: 'name a number, or use --all' },
    { args: [first, '--all'], error: 'name a number, or use --all' },
    { args: ['12'], error: 'It must be a number in E.164 format' },
    { args: [first, '--url', 'ftp://here'], error: 'It must be an address such as' },
    { args: ['+12025550099'], error: 'no user has +12025550099' },
    { args: [callerId], error: 'is a caller ID' },
    { args: [notBought], error: "the carrier's account has no number +12025550004" },
  ])('refuses $args', async ({ args, error }) => {
    const { run, deps } = await setup();
    const result = await run('number', 'point', ...args);
    expect(result).toMatchObject({ exitCode: 1, error: expect.stringContaining(error) as string });
    expect(deps.carrier.numbers[0]?.callsGoTo).toBeNull();
  });
});
