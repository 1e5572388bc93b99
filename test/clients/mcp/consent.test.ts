import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  type CallToolResult,
  type ClientCapabilities,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServer } from '#clients/mcp/src/server.ts';
import { startService } from '#test/clients/scripted-service.ts';

type Elicitation = NonNullable<ClientCapabilities['elicitation']>;

/** A client that can ask its user so, connected to the server of a service that takes every call. */
async function connect(elicitation: Elicitation, ask?: () => Promise<ElicitResult>) {
  const service = await startService(() => ({ body: { call_id: 5, status: 'initiated', data: {} } }));
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation } });
  if (ask) client.setRequestHandler(ElicitRequestSchema, ask);
  const [one, other] = InMemoryTransport.createLinkedPair();
  await createServer({ baseUrl: service.url, token: 'rb_test' }).connect(one);
  await client.connect(other);
  onTestFinished(() => client.close());
  const makeCall = async (confirm: boolean | undefined, signal = new AbortController().signal) =>
    (await client.callTool(
      { name: 'make_call', arguments: { phone_number: '+12025550100', assistant_id: 1, confirm } },
      undefined,
      { signal, timeout: 20 * 60_000 },
    )) as CallToolResult;
  return { asked: service.asked, makeCall };
}

const agree = async (): Promise<ElicitResult> => ({ action: 'accept', content: { confirm: true } });
/** Long enough for a request to the service on this machine. */
const settle = () => new Promise((done) => setTimeout(done, 200));

describe('a call is not made', () => {
  it('after its request was cancelled, though the user agrees then', async () => {
    const question = Promise.withResolvers<ElicitResult>();
    const shown = vi.fn(() => question.promise);
    const { asked, makeCall } = await connect({ form: {} }, shown);
    const leaving = new AbortController();
    const making = makeCall(undefined, leaving.signal);
    await vi.waitFor(() => expect(shown).toHaveBeenCalled());
    leaving.abort();
    await expect(making).rejects.toThrow(/abort/i);
    question.resolve(await agree());
    await settle();
    expect(asked).toEqual([]);
  });

  it('when the client fails to ask: the answer says so', async () => {
    const { asked, makeCall } = await connect({ form: {} }, async () => {
      throw new Error('no window');
    });
    const result = await makeCall(true);
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Nothing was done') }] });
    expect(asked).toEqual([]);
  });
});

describe('a call is made', () => {
  it('when the user needs more than a minute to agree', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const question = Promise.withResolvers<ElicitResult>();
    const shown = vi.fn(() => question.promise);
    const { asked, makeCall } = await connect({ form: {} }, shown);
    const making = makeCall(undefined);
    while (shown.mock.calls.length === 0) await new Promise((done) => setImmediate(done));
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    question.resolve(await agree());
    vi.useRealTimers();
    expect(await making).toMatchObject({ structuredContent: { call_id: 5 } });
    expect(asked).toHaveLength(1);
  });

  it('with confirm by a client that can only open addresses', async () => {
    const { asked, makeCall } = await connect({ url: {} });
    expect(await makeCall(undefined)).toMatchObject({ isError: true });
    expect(await makeCall(true)).toMatchObject({ structuredContent: { call_id: 5 } });
    expect(asked).toHaveLength(1);
  });

  it('by a client that names no way to ask, after its question', async () => {
    const { asked, makeCall } = await connect({}, agree);
    expect(await makeCall(undefined)).toMatchObject({ structuredContent: { call_id: 5 } });
    expect(asked).toHaveLength(1);
  });
});
