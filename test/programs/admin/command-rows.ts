import { expect } from 'vitest';

/** What the rows name: all of it is stored before each run. */
export interface World {
  folder: string;
  sink: string;
  call: number;
  openCall: number;
  token: number;
  campaign: number;
  assistant: number;
  number: string;
}

export interface CommandRow {
  args: (world: World) => string[];
  /** A pattern for the keys of the items that the command changes; each of them changes one at least. Empty: it only reads. */
  writes: RegExp[];
  /** What it prints with `--json`. */
  prints: object;
  /** A second run: it does the same again, finds nothing to do, or is refused. */
  twice: 'again' | 'nothing to do' | RegExp;
  /** Of commands that name a user: why this one is not refused for a user who was deleted. */
  forDeletedUsers?: string;
}

const reads = (args: CommandRow['args'], prints: object): CommandRow => ({
  args,
  writes: [],
  prints,
  twice: 'nothing to do',
});

const user = ['--user', '1'];

/** By the name of the command. */
export const commandRows: Record<string, CommandRow> = {
  'user create': {
    args: () => ['--name', 'Riverside', '--email', 'ops@riverside.example'],
    writes: [/^USERS /, /^USER#\d+ WALLET$/],
    prints: { name: 'Riverside', email: 'ops@riverside.example' },
    twice: 'again',
  },
  'user list': reads(() => [], expect.arrayContaining([expect.objectContaining({ id: 1 })])),
  'user update': {
    args: () => [...user, '--email', 'office@northwind.example', '--requests-per-minute', '3000'],
    writes: [/^USERS 0*1$/, /^USER#1#TOKEN /, /^TOKEN#/],
    prints: { id: 1, email: 'office@northwind.example', requests_per_minute: 3000 },
    twice: 'nothing to do',
  },
  'user limits': reads(() => user, expect.arrayContaining([expect.objectContaining({ list: 'campaigns' })])),
  'user set-calls-allowed': {
    args: () => [...user, '--calls', '50'],
    writes: [/^USERS 0*1$/],
    prints: { id: 1, calls_allowed: 50 },
    twice: 'nothing to do',
  },
  'user destinations': {
    args: () => [...user, '--countries', 'US,CA', '--spend-per-day', '200'],
    writes: [/^USERS 0*1$/],
    prints: { id: 1, countries: 'US,CA', expensive_per_day: 200 },
    twice: 'nothing to do',
  },
  'carrier check': reads(() => [], expect.any(Array)),
  'user webhook-secret': reads(() => user, [expect.objectContaining({ user_id: 1, role: 'newest' })]),
  'user rotate-webhook-secret': {
    args: () => user,
    writes: [/^USERS 0*1$/],
    prints: [expect.objectContaining({ role: 'newest' }), expect.objectContaining({ user_id: 1 })],
    twice: 'again',
  },
  'user export': {
    ...reads(({ folder }) => [...user, '--to', `${folder}/export`], { user_id: 1 }),
    forDeletedUsers: 'the law wants the ledger kept, and whoever asks for it must get it',
  },
  'user delete': {
    args: () => ['--user', '2', '--yes', '--wait', '1', '--grace', '0'],
    writes: [/^USERS 0*2$/, /^USER#2#/, /^TOKEN#/, /^NUMBER#/],
    prints: { user_id: 2, kept: 'ledger' },
    twice: 'nothing to do',
    forDeletedUsers: 'it finishes a deletion',
  },
  'token issue': {
    args: () => [...user, '--name', 'ci', '--scopes', 'read'],
    writes: [/^TOKEN#/, /^USER#1#TOKEN /, /^USER#1#TOKEN\S* VERSION/],
    prints: { user_id: 1, name: 'ci', scopes: 'read', token: expect.stringMatching(/^rb_/) },
    twice: 'again',
  },
  'token list': reads(() => user, expect.arrayContaining([expect.objectContaining({ live: true })])),
  'token revoke': {
    args: ({ token }) => [...user, String(token)],
    writes: [/^TOKEN#/, /^USER#1#TOKEN /],
    prints: { user_id: 1, live: false, revoked: expect.stringMatching(/^\d+$/) },
    twice: 'nothing to do',
    forDeletedUsers: 'it takes a right away',
  },
  'token revoke-all': {
    args: () => user,
    writes: [/^TOKEN#/, /^USER#1#TOKEN /],
    prints: { user_id: 1, revoked: expect.stringMatching(/^\d+( \d+)*$/) },
    twice: 'nothing to do',
    forDeletedUsers: 'it takes rights away',
  },
  'number add': {
    args: () => [...user, '--number', '+12025550444', '--sms'],
    writes: [/^USER#1#NUMBER /, /^NUMBER#\+12025550444 OWNER$/],
    prints: { phone_number: '+12025550444', sms_capable: true },
    twice: /^\+12025550444 is already in use$/,
  },
  'number list': reads(() => user, expect.arrayContaining([expect.objectContaining({ country_code: 'US' })])),
  'number point': reads(
    ({ number }) => [number, '--dry-run'],
    [expect.objectContaining({ outcome: expect.any(String) })],
  ),
  'number remove': {
    args: ({ number }) => [number, ...user],
    writes: [/^USER#1#NUMBER /, /^NUMBER#\S+ OWNER$/],
    prints: { removed: true },
    twice: /^user 1 has no number \+/,
  },
  'balance add': {
    args: () => [...user, '--amount', '25', '--note', 'invoice 1042'],
    writes: [/^USER#1 WALLET/, /^USER#1#LEDGER /],
    prints: { user_id: 1, kind: 'top_up', amount: 25 },
    twice: 'again',
  },
  'ledger list': {
    ...reads(() => user, expect.arrayContaining([expect.objectContaining({ kind: 'top_up' })])),
    forDeletedUsers: 'the law wants it kept',
  },
  'usage show': {
    ...reads(() => user, [expect.objectContaining({ user_id: 1 })]),
    forDeletedUsers: 'the law wants it kept',
  },
  'campaign create': {
    args: () => [...user, '--name', 'Check-ups'],
    writes: [/^USER#1#CAMPAIGN /, /^USER#1#CAMPAIGN_TOTAL /],
    prints: { user_id: 1, name: 'Check-ups' },
    twice: 'again',
  },
  'campaign list': reads(() => user, expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })])),
  'leads import': {
    args: ({ folder, campaign }) => [`${folder}/customers.csv`, '--campaign', String(campaign), ...user],
    writes: [/^USER#1#LEAD /, /^USER#1#/],
    prints: { created: 2, refused: 1 },
    twice: 'nothing to do',
  },
  'leads list-again': {
    args: () => [],
    writes: [],
    prints: { listed: 0 },
    twice: 'nothing to do',
  },
  'do-not-call add': {
    args: () => ['+12025550155', ...user, '--reason', 'Asked us.'],
    writes: [/^USER#1#DO_NOT_CALL /, /^USER#1#DO_NOT_CALL/],
    prints: { phone_number: '+12025550155' },
    twice: 'nothing to do',
  },
  'do-not-call list': reads(() => user, expect.any(Array)),
  'do-not-call remove': {
    args: () => ['+12025550166', ...user],
    writes: [/^USER#1#DO_NOT_CALL/],
    prints: { phone_number: '+12025550166', removed: true },
    twice: /is not on the list of user 1$/,
  },
  'do-not-call import': {
    args: ({ folder }) => [`${folder}/opted-out.csv`, ...user],
    writes: [/^USER#1#DO_NOT_CALL/],
    prints: { added: 2, refused: 0 },
    twice: 'nothing to do',
  },
  'voice add': {
    args: () => [...user, '--name', 'Anna', '--provider', 'ElevenLabs', '--provider-voice', 'EXAVITQu4vr4xnSDxMaL'],
    writes: [/^USER#1#VOICE /],
    prints: { user_id: 1, name: 'Anna' },
    twice: 'again',
  },
  'voice sample': reads(({ folder }) => ['1', `${folder}/sarah.mp3`], { name: 'Sarah', sample: 'audio/mpeg' }),
  'model add': {
    args: () => ['--name', 'gpt-7-luna', '--provider', 'openai', '--provider-model', 'gpt-7-luna'],
    writes: [/^MODELS /],
    prints: { name: 'gpt-7-luna' },
    twice: /^there is a model gpt-7-luna already$/,
  },
  'model retire': {
    args: () => ['gpt-4o', '--successor', 'gpt-6-luna', '--on', '2027-01-14'],
    writes: [/^MODELS /],
    prints: { name: 'gpt-4o', retires_on: '2027-01-14' },
    twice: 'nothing to do',
  },
  'model list': reads(() => [], expect.arrayContaining([expect.objectContaining({ name: 'gpt-4o' })])),
  'call list': reads(() => user, expect.arrayContaining([expect.objectContaining({ status: 'ended_by_customer' })])),
  'call show': reads(({ call }) => [`1/${call}`], { call: expect.objectContaining({ status: 'ended_by_customer' }) }),
  'call trace': reads(({ call }) => [`1/${call}`, '--transcript'], { call: expect.objectContaining({ user_id: 1 }) }),
  'call watch': reads(
    ({ call }) => [`1/${call}`, '--wait', '1'],
    [expect.objectContaining({ status: 'ended_by_customer' })],
  ),
  'call end': {
    args: ({ openCall }) => [`1/${openCall}`],
    writes: [/^USER#1#CALL /],
    prints: { user_id: 1 },
    twice: /^The call is over\.$/,
    forDeletedUsers: 'it ends what a deletion waits for',
  },
  'erase number': {
    args: () => ['+12025550188', ...user, '--yes', '--wait', '1'],
    writes: [/^USER#1#DO_NOT_CALL/, /^USER#1 DO_NOT_CALL_ERASED$/],
    prints: { left: [] },
    twice: 'nothing to do',
  },
  'audit list': reads(() => [], expect.any(Array)),
  'dlq list': reads(() => [], expect.arrayContaining([expect.objectContaining({ queue: 'finish-call' })])),
  'dlq show': reads(() => ['finish-call'], []),
  'dlq redrive': reads(() => ['finish-call'], []),
  'webhook list': reads(() => user, [expect.objectContaining({ status: 'exhausted' })]),
  'webhook deliveries': reads(
    ({ call }) => [String(call), ...user],
    [expect.objectContaining({ status: 'exhausted' })],
  ),
  'webhook endpoints': reads(() => user, expect.any(Array)),
  'webhook replay': {
    args: ({ call }) => [String(call), ...user],
    writes: [/^USER#1#WEBHOOK/],
    prints: [expect.objectContaining({ status: 'pending' })],
    // It is sent again, and the table knows that it waits.
    twice: 'nothing to do',
  },
  'webhook test': reads(({ sink }) => [...user, '--url', sink], { status: 200 }),
  'webhook secret': {
    args: () => [...user, '--rotate', '86400'],
    writes: [/^USERS 0*1$/],
    prints: [expect.objectContaining({ role: 'newest' }), expect.objectContaining({ role: 'previous' })],
    twice: 'again',
  },
};
