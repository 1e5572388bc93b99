import { describe, expect, it } from 'vitest';
import { authenticate } from '#shared/accounts/authenticate.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { setupAdmin } from '#test/infra/admin/admin.ts';
import { buildAccessToken, buildAssistant } from '#test/support/builders.ts';

const prompt = { systemPrompt: 'x'.repeat(100_000) };

async function setup() {
  const admin = setupAdmin();
  await admin.json('user', 'create', '--name', 'Acme');
  return admin;
}

describe('admin user', () => {
  it('creates users with the next ids and lists them with their money', async () => {
    const { json } = await setup();
    const second = await json('user', 'create', '--name', ' Beta ', '--email', 'ops@beta.example');
    expect(second).toEqual({
      id: 2,
      name: 'Beta',
      email: 'ops@beta.example',
      default_country: 'none',
      created_at: '2026-06-30T11:53:20.000Z',
    });
    await json('balance', 'add', '--user', '2', '--amount', '0.000001');
    const list = await json<Array<Record<string, unknown>>>('user', 'list');
    expect(list.map(({ id, balance, available }) => ({ id, balance, available }))).toEqual([
      { id: 1, balance: 0, available: 0 },
      { id: 2, balance: 0.000001, available: 0.000001 },
    ]);
  });

  it('shows how much of its limits a user has in use', async () => {
    const { json, deps } = await setup();
    for (const id of [1, 2]) await deps.assistants.create(buildAssistant({ id, userId: 1, ...prompt }));
    await deps.tokens.add(buildAccessToken({ userId: 1, revokedAt: 1 }));
    const rows = await json<Array<{ list: string; used: number; most: number }>>('user', 'limits', '--user', '1');
    expect(Object.fromEntries(rows.map(({ list, used, most }) => [list, `${used} of ${most}`]))).toEqual({
      assistants: '2 of 1000',
      'assistants, kilobytes': '208 of 4900',
      campaigns: '0 of 1000',
      'tokens, live': '0 of 50',
      'tokens, expired or revoked': '1 of 200',
      numbers: '0 of 10000',
      voices: '0 of 1000',
    });
  });

  it('rotates the webhook secret, with the last one live until the rotation is finished', async () => {
    const { json } = await setup();
    const secretsOf = async (...args: string[]) =>
      (await json<Array<{ secret: string }>>('user', ...args, '--user', '1')).map(({ secret }) => secret);
    const [first, second, third] = [1, 2, 3].map((version) => webhookSecret('key', 1, version));
    await expect(secretsOf('webhook-secret')).resolves.toEqual([first]);
    await expect(secretsOf('rotate-webhook-secret')).resolves.toEqual([second, first]);
    await expect(secretsOf('rotate-webhook-secret')).resolves.toEqual([third, second]);
    await expect(secretsOf('rotate-webhook-secret', '--finish')).resolves.toEqual([third]);
    await expect(secretsOf('webhook-secret')).resolves.toEqual([third]);
  });
});

describe('admin token', () => {
  it('issues a token that lets its user in until it is revoked', async () => {
    const { json, deps } = await setup();
    const { id, token, ...rest } = await json(...'token issue --user 1 --name ci --expires 2027-01-01'.split(' '));
    expect(rest).toEqual({
      user_id: 1,
      name: 'ci',
      scopes: 'all',
      expires_at: '2027-01-01T00:00:00.000Z',
      created_at: '2026-06-30T11:53:20.000Z',
    });
    const login = () => authenticate({ authorization: `Bearer ${String(token)}` }, deps);
    await expect(login()).resolves.toMatchObject({ userId: 1 });
    await json('token', 'revoke', '--user', '1', String(id));
    await expect(login()).resolves.toBeUndefined();
  });

  it('shows the last use of a token', async () => {
    const { json, deps, clock } = await setup();
    const { token } = await json('token', 'issue', '--user', '1', '--name', 'ci');
    const client = { address: '192.0.2.7', userAgent: 'curl/8.9.1' };
    await authenticate({ authorization: `Bearer ${String(token)}`, ...client }, deps);
    const [listed] = await json<unknown[]>('token', 'list', '--user', '1');
    expect(listed).toMatchObject({
      last_used_at: new Date(clock.now()).toISOString(),
      last_used_address: '192.0.2.7',
      last_used_agent: 'curl/8.9.1',
    });
  });

  it.each([
    { args: ['token', 'revoke', '--user', '1', '5'], live: [7] },
    { args: ['token', 'revoke', '--user', '1', '5', '--no-cascade'], live: [6, 7] },
    { args: ['token', 'revoke-all', '--user', '1'], live: [] },
    { args: ['token', 'revoke-all', '--user', '1', '--except', '6'], live: [6] },
  ])('$args leaves the tokens $live', async ({ args, live }) => {
    const { json, deps } = await setup();
    for (const id of [5, 6, 7]) {
      await deps.tokens.add(buildAccessToken({ userId: 1, id, hash: `hash-${id}`, ancestors: id === 6 ? [5] : [] }));
    }
    const revoked = [5, 6, 7].filter((id) => !live.includes(id));
    expect(await json(...args)).toMatchObject({ user_id: 1, revoked: revoked.join(' ') });
    const rows = await json<Array<{ id: number; live: boolean; created_by: unknown }>>('token', 'list', '--user', '1');
    expect(rows.filter((row) => row.live).map(({ id }) => id)).toEqual(live);
    expect(rows.map(({ created_by }) => created_by)).toEqual(['operator', 5, 'operator']);
  });

  it('lists tokens without ever showing one', async () => {
    const { json, run, clock } = await setup();
    const { id, token } = await json('token', 'issue', '--user', '1', '--name', 'ci', '--expires', '2026-07-01');
    const [listed] = await json<unknown[]>('token', 'list', '--user', '1');
    expect(listed).toEqual({
      id,
      name: 'ci',
      begins_with: String(token).slice(0, 9),
      live: true,
      scopes: 'all',
      created_by: 'operator',
      last_used_at: null,
      last_used_address: null,
      last_used_agent: null,
      expires_at: '2026-07-01T00:00:00.000Z',
      revoked_at: null,
      created_at: '2026-06-30T11:53:20.000Z',
    });
    clock.move(86_400_000);
    const { out } = await run('token', 'list', '--user', '1');
    expect(out).not.toContain(String(token));
    expect(out).toMatch(/ci .* no /);
  });
});

describe('admin number', () => {
  it('adds numbers in E.164 with their country', async () => {
    const { json } = await setup();
    const number = await json(
      'number',
      'add',
      '--user',
      '1',
      '--number',
      '+44 20 7946 0000',
      '--type',
      'caller id',
      '--sms',
      '--expires',
      '2026-06-30T11:53:20Z',
    );
    expect(number).toEqual({
      id: expect.any(Number),
      phone_number: '+442079460000',
      carrier_account: 'default',
      country_code: 'GB',
      type_label: 'Caller ID',
      sms_capable: true,
      subscription_active: false,
      subscription_expires_at: '2026-06-30T11:53:20.000Z',
      inbound_assistant_id: null,
    });
    await expect(json('number', 'list', '--user', '1')).resolves.toEqual([number]);
  });

  it('refuses a number that is in use', async () => {
    const { run } = await setup();
    const add = () => run('number', 'add', '--user', '1', '--number', '+12025550001');
    await add();
    await expect(add()).resolves.toEqual({ exitCode: 1, out: '', error: 'error: +12025550001 is already in use\n' });
  });
});

describe('admin balance', () => {
  it('books money in and out, and the ledger adds up to the balance', async () => {
    const { json, run, clock } = await setup();
    await json('balance', 'add', '--user', '1', '--amount', '25', '--note', 'invoice 1042');
    clock.move(1);
    const correction = await json('balance', 'add', '--user', '1', '--amount', '-5.5');
    expect(correction).toMatchObject({ kind: 'correction', amount: -5.5, balance: 19.5, available: 19.5 });
    await expect(json('ledger', 'list', '--user', '1')).resolves.toMatchObject([
      { kind: 'top_up', reference: 'invoice 1042', amount: 25, balance: 25 },
      { kind: 'correction', reference: 'booked by an operator', amount: -5.5, balance: 19.5 },
    ]);
    const refused = await run('balance', 'add', '--user', '1', '--amount', '-20');
    expect(refused).toEqual({ exitCode: 1, out: '', error: 'error: only 19.5 is available\n' });
  });
});

describe('admin model', () => {
  const add = ['model', 'add', '--provider', 'openai', '--provider-model', 'llama3.3', '--name'];

  it('adds models for all users, and retires them for others', async () => {
    const { json, clock } = await setup();
    await expect(json(...add, 'own', '--reasoning', 'low')).resolves.toMatchObject({ id: 1001, reasoning: 'low' });
    await expect(json(...add, 'other')).resolves.toMatchObject({ id: 1002, mode: 'pipeline', reasoning: null });
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    await expect(json('model', 'retire', 'OWN', '--successor', 'other')).resolves.toMatchObject({ retires_on: today });
    await json('model', 'retire', 'gpt-4o', '--on', '2026-12-01');
    const listed = await json<Array<{ name: string }>>('model', 'list');
    const [own, known] = ['own', 'gpt-4o'].map((name) => listed.find((one) => one.name === name));
    expect(own).toMatchObject({ is_retired: true, successor: 'other' });
    expect(known).toMatchObject({ is_retired: false, successor: 'gpt-6-luna', retires_on: '2026-12-01' });
  });

  it.each([
    [[...add, 'GPT-4o'], 'there is a model GPT-4o already'],
    [[...add, 'own', '--mode', 'multimodal', '--provider', 'bedrock'], 'a multimodal model must be of openai'],
    [[...add, 'own', '--provider', 'bedrock'], /functions may invoke amazon\.nova-… and anthropic\.claude-… only/],
    [['model', 'retire', 'own'], 'there is no model own'],
    [['model', 'retire', 'nova-pro'], 'name the model that replaces nova-pro: --successor <name>'],
    [['model', 'retire', 'nova-pro', '--successor', 'nova-pro'], /nova-pro cannot replace nova-pro/],
    [['model', 'retire', 'nova-pro', '--successor', 'gpt-realtime'], 'take a current model of pipeline mode'],
    [['model', 'retire', 'gpt-6-luna', '--successor', 'gpt-4o', '--on', '2027-02-01'], /gpt-4o cannot replace/],
  ])('refuses %j', async (args, problem) => {
    const { run, deps } = await setup();
    const { exitCode, error } = await run(...args);
    expect(exitCode).toBe(1);
    expect(error).toMatch(problem);
    await expect(deps.models.list()).resolves.toEqual([]);
  });
});

describe('admin campaign and voice', () => {
  it('adds a voice that is one of the user alone', async () => {
    const { json, deps } = await setup();
    const voice = ['--name', 'Anna', '--provider', 'elevenlabs', '--provider-voice', 'EXAV'];
    const added = await json('voice', 'add', '--user', '1', ...voice);
    expect(added).toMatchObject({ user_id: 1, name: 'Anna', mode: 'pipeline', provider: 'ElevenLabs' });
    await expect(deps.voices.list(1)).resolves.toMatchObject([{ id: added['id'], providerVoice: 'EXAV' }]);
  });

  it('refuses a provider that does not speak in the mode', async () => {
    const { run } = await setup();
    const voice = ['--name', 'A', '--mode', 'multimodal', '--provider', 'Google', '--provider-voice', 'x'];
    const { exitCode, error } = await run('voice', 'add', '--user', '1', ...voice);
    expect({ exitCode, error }).toEqual({
      exitCode: 1,
      error: 'error: Google does not speak in multimodal mode: choose OpenAI\n',
    });
  });
});
