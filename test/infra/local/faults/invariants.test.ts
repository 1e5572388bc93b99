import { describe, expect, it } from 'vitest';
import { checkInvariants, excusedSentences, type Evidence } from '#test/chaos/invariants.ts';

const call = {
  id: 1,
  type: 'outbound',
  status: 'ended_by_customer',
  client_phone_number: '+12025560001',
  total_cost: 0.1,
  end_reason: 'hang_up',
};
const attempt = { url: 'https://service/calls/1/1', to: '+12025560001', httpStatus: 201 };
const user = {
  userId: 1,
  calls: [call],
  total: 1,
  carrierCallIds: new Map([['1', 'CA1']]),
  sms: [],
  balance: 900_000,
  available: 900_000,
  ledger: 900_000,
  toppedUp: 1_000_000,
  leads: [],
};
const said = (who: 'customer' | 'assistant', at: number) => ({ who, at, text: who });
const carrierCall = {
  sid: 'CA1',
  to: '',
  from: '',
  direction: 'outbound-api',
  createdAt: 0,
  endedAt: 60_000,
  finished: true,
  dialogue: [said('assistant', 1000)],
};
const answered = { calls: [1], sms: new Map<number, string>(), campaigns: [], unanswered: [], refused: [] };

/** What was observed of one good call, with changes. */
function evidence(changes: Partial<Evidence['observed']> = {}, others: Partial<Evidence> = {}): Evidence {
  const calls = { users: [user], carrierCalls: [carrierCall], dialAttempts: [attempt] };
  const observed = { ...calls, carrierMessages: [], deadLetters: {}, ...changes };
  return { observed, answered: [answered], webhooks: new Map([[1, new Set(['evt_1'])]]), ...others };
}
const withUser = (changes: Partial<typeof user>) => evidence({ users: [{ ...user, ...changes }] });
const calledAgain = (end_reason: string) =>
  evidence({
    users: [{ ...user, calls: [{ ...call, end_reason }] }],
    dialAttempts: [attempt, { ...attempt, url: 'https://service/calls/1/2' }],
  });
const withDialogue = (...dialogue: ReturnType<typeof said>[]) =>
  evidence({ carrierCalls: [{ ...carrierCall, dialogue }] });

describe('what must hold after chaos', () => {
  it.each([
    { what: 'one good call', of: evidence(), broken: [] },
    {
      what: 'a customer who is called again, as the model failed',
      of: calledAgain('model_failed'),
      broken: [],
    },
    {
      what: 'a customer who is called again after a good call',
      of: calledAgain('hang_up'),
      broken: ['nobody is called twice for one request'],
    },
    { what: 'a sentence before a hang-up', of: withDialogue(said('customer', 59_000)), broken: [] },
    {
      what: 'a sentence that is answered late',
      of: withDialogue(said('customer', 1), said('assistant', 50_000)),
      broken: [],
    },
    {
      what: 'a sentence without an answer',
      of: withDialogue(said('customer', 1000)),
      broken: ['every sentence is answered, or cut by a newer one'],
    },
    {
      what: 'a sentence without an answer on a machine that was rather idle',
      of: { ...withDialogue(said('customer', 1000)), lateness: { shareOf: () => 0.4 } },
      broken: ['every sentence is answered, or cut by a newer one'],
    },
    {
      what: 'a sentence without an answer on a machine without a processor for the service',
      of: { ...withDialogue(said('customer', 1000)), lateness: { shareOf: () => 0.6 } },
      broken: [],
    },
    {
      what: 'a second request to dial',
      of: evidence({ dialAttempts: [attempt, attempt] }),
      broken: ['no call is dialled twice', 'nobody is called twice for one request'],
    },
    {
      what: 'a refused request to dial',
      of: evidence({ dialAttempts: [attempt, { ...attempt, httpStatus: 429 }] }),
      broken: [],
    },
    {
      what: 'an SMS that is not recorded',
      of: evidence({ carrierMessages: [{ sid: 'SM1', body: 'x' }] }),
      broken: ['the carrier has each SMS that is recorded as sent, and no other'],
    },
    {
      what: 'a second webhook id',
      of: evidence({}, { webhooks: new Map([[1, new Set(['a', 'b'])]]) }),
      broken: ['every call has sent its webhooks, each under one id'],
    },
    {
      what: 'no webhook',
      of: evidence({}, { webhooks: new Map() }),
      broken: ['every call has sent its webhooks, each under one id'],
    },
    {
      what: 'held money',
      of: withUser({ available: 800_000 }),
      broken: ['balance and ledger are equal, and nothing is held'],
    },
    {
      what: 'a call that cost nothing',
      of: withUser({ calls: [{ ...call, total_cost: 0 }] }),
      broken: ['the balance is what calls and SMS have left'],
    },
    {
      what: 'an open call',
      of: withUser({ calls: [{ ...call, status: 'ended' }] }),
      broken: ['every call is in a final status'],
    },
    {
      what: 'a lost call',
      of: evidence({}, { answered: [{ ...answered, calls: [1, 2] }] }),
      broken: ['every answered call exists'],
    },
    {
      what: 'an id of the carrier that two calls have',
      of: withUser({ carrierCallIds: new Map([1, 2].map((id) => [String(id), 'CA1'])) }),
      broken: ['no id of the carrier belongs to two calls'],
    },
    {
      what: 'more calls at once than allowed',
      of: evidence(
        { carrierCalls: [carrierCall, { ...carrierCall, sid: 'CA2', createdAt: 59_999 }] },
        { conversationsAtOnce: 1 },
      ),
      broken: ['never more than 1 calls at once'],
    },
    {
      what: 'as many calls at once as allowed',
      of: evidence(
        { carrierCalls: [carrierCall, { ...carrierCall, sid: 'CA2', createdAt: 60_000 }] },
        { conversationsAtOnce: 1 },
      ),
      broken: [],
    },
    { what: 'a wrong total', of: withUser({ total: 2 }), broken: ['the list of calls states its total'] },
    {
      what: 'a dead letter',
      of: evidence({ deadLetters: { 'send-sms': 1 } }),
      broken: ['no message is on a dead-letter queue'],
    },
  ])('$what', ({ of, broken }) => {
    expect(checkInvariants(of).flatMap((one) => (one.broken.length > 0 ? [one.name] : []))).toEqual(broken);
  });

  it.each([
    { busy: 0.4, excused: 0 },
    { busy: 0.6, excused: 1 },
  ])('counts $excused sentences that a machine busy for $busy of the wait excuses', ({ busy, excused }) => {
    const of = { ...withDialogue(said('customer', 1000)), lateness: { shareOf: () => busy } };
    expect(excusedSentences(of)).toBe(excused);
  });
});
