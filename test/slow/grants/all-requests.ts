import { builtInModels, isRetired } from '#shared/catalog/models.ts';
import { voices } from '#shared/container.ts';
import { deliver, storeCall } from '#test/slow/grants/lost-and-late.ts';
import { callBack } from '#test/slow/grants/signed-callbacks.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { buildCall } from '#test/support/builders.ts';
import { waitFor, type ApiClient, type RunningStack } from '#test/support/local-stack.ts';
import { createAssistant, isOpen, listCalls } from '#test/support/over-http.ts';

const ownVoice = { id: 900_001, name: 'Own', mode: 'pipeline', provider: 'Google', providerVoice: 'own' } as const;
const ownSpeech = { id: 900_002, name: 'Own', mode: 'multimodal', provider: 'OpenAI', providerVoice: 'alloy' } as const;

/** Requests that are refused although they are well-formed: a key that came with them is free again. */
export async function refuseWithKeys(api: ApiClient): Promise<void> {
  const refused: Array<[string, object]> = [
    ['/user/make_call', { phone_number: '+12025550100', assistant_id: 999 }],
    ['/user/sms', { from: 999, to: '+12025550100', body: 'Hello' }],
    ['/user/assistant', assistantRequest({ voice_id: 999_999 })],
    ['/user/leads', { phone_number: '+12025550100', campaign_id: 999_999 }],
    ['/user/campaigns', { name: 'Spring', assistant_id: 999_999 }],
  ];
  for (const [path, body] of refused) await api('POST', path, body, { 'idempotency-key': 'refused' });
}

/** Some clients name assistants by UUID. */
export async function nameByUuid(api: ApiClient): Promise<void> {
  const path = `/user/assistants/${crypto.randomUUID()}`;
  for (const kind of ['webhook', 'inbound-webhook']) {
    await api('POST', `${path}/${kind}`, { webhook_url: 'https://example.com/hook' });
    await api('DELETE', `${path}/${kind}`);
  }
}

/** A tool is created, attached, renamed, tried and deleted. */
export async function manageTools(api: ApiClient): Promise<void> {
  // Names have letters only, and the flows run more than once.
  const name = String(Date.now()).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const tool = {
    name: `find_${name}`,
    description: 'Finds slots.',
    endpoint: 'https://example.com/slots',
    method: 'GET',
  };
  const { status, body } = await api<{ data: { id: number } }>('POST', '/user/tools', tool);
  if (status > 201) throw new Error(`a tool was answered with ${status}: ${JSON.stringify(body)}`);
  const path = `/user/tools/${body.data.id}`;
  const assistant = await createAssistant(api, { tool_ids: [body.data.id] });
  await api('PUT', path, { name: `list_${name}` });
  await api('POST', `${path}/test`, {});
  await api('GET', path);
  await api('GET', '/user/tools');
  await api('DELETE', path);
  for (const kind of ['webhook', 'inbound-webhook']) await api('DELETE', `/user/assistants/${assistant}/${kind}`);
}

/** Clients that call tokens API keys. */
export async function manageKeys(api: ApiClient): Promise<void> {
  await api('POST', '/user/api-keys', { name: 'key' });
  const { body } = await api<{ api_keys: Array<{ id: number; name: string }> }>('GET', '/user/api-keys');
  const key = body.api_keys.find(({ name }) => name === 'key');
  await api('DELETE', `/user/api-keys/${key?.id}`);
}

/** The owner of a token revokes another one that it does not need any more, and then all others. */
export async function revokeTokens(api: ApiClient): Promise<void> {
  await api('POST', '/user/tokens', { name: 'other', scopes: ['read'] });
  await api('DELETE', '/user/tokens?keep=current');
}

/** An assistant with a custom voice gets a number, is called, changes the number and releases it. */
export async function moveNumbers({ stack, as, users }: RunningStack): Promise<void> {
  const api = as(2);
  const [number] = users.find(({ id }) => id === 2)!.phone_numbers;
  await voices().add(2, ownVoice);
  const receives = { calls_direction: 'receive', phone_number_id: number!.id, voice_id: ownVoice.id };
  const id = await createAssistant(api, receives);
  const carrierCallId = `CA${'8'.repeat(32)}`;
  await callBack(stack, 'carrier/twilio-call-incoming', buildCall({ carrierCallId }), { To: number!.phone_number });
  const failed = { Direction: 'inbound', ErrorUrl: `${stack.address.base_url}/carrier/twilio/calls/2/1/answered` };
  await callBack(stack, 'carrier/twilio-call-fallback', buildCall({ carrierCallId }), failed);
  await api('PUT', `/user/assistant/${id}`, assistantRequest({ calls_direction: 'make' }));
  await api('PUT', `/user/assistant/${id}`, assistantRequest(receives));
  await api('DELETE', `/user/assistant/${id}`);
}

/** By way of AWS or with a key. */
export const askedModels = () =>
  builtInModels.filter(
    (model) => model.mode === 'pipeline' && model.provider !== 'rehearsal' && !isRetired(model, Date.now()),
  );

/** A call with every model of the catalogue that is asked by way of AWS or with a key, and one in each mode with a voice of the user's own. */
export async function callWithEveryModel({ api, stack }: RunningStack): Promise<void> {
  await voices().add(1, ownVoice);
  await voices().add(1, ownSpeech);
  const texts = askedModels();
  const fields = [{ name: 'interested', type: 'bool', description: 'Whether the customer is interested.' }];
  const webhook = { is_webhook_active: true, webhook_url: `${stack.address.webhook_sink_url}/models`, record: true };
  const speech = { engine_type: 'multimodal', llm_model: 'gpt-realtime-2.1', voice_id: ownSpeech.id };
  for (const changes of [...texts.map(({ name }) => ({ llm_model: name })), { voice_id: ownVoice.id }, speech]) {
    const assistant_id = await createAssistant(api, {
      post_call_evaluation: true,
      post_call_schema: fields,
      ...webhook,
      ...changes,
    });
    const patient = { expires_in_seconds: 3600, allow_parallel: true };
    await api('POST', '/user/make_call', { phone_number: '+12025550100', assistant_id, ...patient });
  }
}

/** Calls whose customers are busy, absent, silent or machines, and whose callbacks are lost or doubled. One waits for the other to end. */
export async function callDifficultCustomers({ api }: RunningStack): Promise<void> {
  const assistant_id = await createAssistant(api, { record_call: true });
  for (const end of [150, 151, 152, 153, 154, 155, 155, 156, 157, 158, 159]) {
    await api('POST', '/user/make_call', { phone_number: `+12025550${end}`, assistant_id });
  }
  for (const end of [100, 160, 161, 162])
    await api('POST', '/user/sms', { from: 1, to: `+12025550${end}`, body: 'Hello' });
}

/** Asks for the recording of a call that the carrier has not recorded, and for that of a call which is deleted. */
export async function fetchMissingRecordings({ stack }: RunningStack): Promise<void> {
  const { userId, id: callId } = await storeCall({ status: 'in-progress', carrierCallId: `CA${'7'.repeat(32)}` });
  await deliver(stack, 'fetch-recording', { userId, callId });
  await deliver(stack, 'fetch-recording', { userId: 1, callId: 1, carrierCallId: `CA${'0'.repeat(32)}` });
}

export async function untilAllCallsAreOver({ api }: RunningStack): Promise<void> {
  let open: unknown[] = [];
  await waitFor(
    () => `the end of ${JSON.stringify(open)}`,
    async () => {
      open = (await listCalls(api)).data.filter(isOpen);
      return open.length === 0;
    },
  );
}

/** Calls of invoked functions were never dialled, so that no watchdog closes them. Web calls last longest: in real time. */
export async function closeInvokedCalls({ api, stack }: RunningStack): Promise<void> {
  for (const { id } of (await listCalls(api)).data.filter(isOpen))
    await deliver(stack, 'check-call', { userId: 1, callId: id, waitedSeconds: 1e7 });
}
