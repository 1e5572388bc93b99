import { expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { askForCall, stayOnLine } from '#test/support/visitor.ts';

process.env['SIMULATOR_WEB_SPEED'] = '5';
const running = useLocalStack();
const SHOP = 'https://shop.example.com';

interface CallRecord {
  status: string;
  total_cost: number;
  end_reason: string | null;
  transcript: string;
  variables: Record<string, unknown>;
  visitor_variables?: string[];
}

async function widgetWith(settings: Record<string, unknown>, changes: Record<string, unknown> = {}): Promise<string> {
  const { api } = running();
  const widget_settings = { allowed_origins: [SHOP], ...settings };
  const request = assistantRequest({ initial_message: 'Welcome.', ...changes, widget_settings });
  const { status, body } = await api<{ data: { id: number } }>('POST', '/user/assistant', request);
  expect(status).toBe(201);
  const { body: record } = await api<{ user_id: number; uuid: string }>('GET', `/user/assistants/${body.data.id}`);
  expect(record).toMatchObject({ widget_settings });
  return `${record.user_id}.${body.data.id}.${record.uuid}`;
}

const ask = (widget: string, address: string, variables: Record<string, unknown> = {}) =>
  askForCall({ baseUrl: running().baseUrl, widget, origin: SHOP, address, body: { variables } });

const settled = (callId: number) =>
  waitFor('the record', async () => {
    const { body } = await running().api<CallRecord>('GET', `/user/calls/${callId}`);
    return /^(completed|ended_by|failed|no-answer)/.test(body.status) && body;
  });

it('a visitor gives only listed variables, which record and webhook name, and stays no longer than allowed', async () => {
  const { stack, webhooks } = running();
  const widget = await widgetWith(
    { visitor_variables: ['page'], max_call_seconds: 40 },
    {
      initial_message: 'Welcome to {page}, {tier} customer.',
      variables: { tier: 'silver' },
      is_webhook_active: true,
      webhook_url: `${stack.address.webhook_sink_url}/visitor`,
    },
  );
  expect(await ask(widget, '127.0.0.2', { tier: 'gold' })).toEqual({
    status: 422,
    body: {
      message: 'The given data was invalid.',
      errors: { 'variables.tier': ['The variables.tier field is not supported.'] },
    },
  });
  const { status, body } = await ask(widget, '127.0.0.2', { page: '{tier}' });
  expect(status).toBe(200);
  expect(await stayOnLine(body.data!)).toBe('assistant');
  const callId = body.data!.call_id;
  const record = await settled(callId);
  expect(record).toMatchObject({
    status: 'ended_by_assistant',
    variables: { tier: 'silver', page: '{tier}' },
    visitor_variables: ['page'],
  });
  expect(record.transcript).toContain('Welcome to {tier}, silver customer.');
  expect(record.total_cost).toBeLessThanOrEqual(0.044);
  const [sent] = await waitFor('the webhook', () => webhooks('/visitor').length > 0 && webhooks('/visitor'));
  const input_variables = { tier: 'silver', page: '{tier}' };
  expect(sent).toMatchObject({ verified: true, body: { id: callId, visitor_variables: ['page'], input_variables } });
});

it('a visitor has two calls of all widgets of a user, while the calls of others and of the user go on', async () => {
  const { api } = running();
  const [one, other] = [await widgetWith({}), await widgetWith({})];
  const answers = [await ask(one, '127.0.0.3'), await ask(one, '127.0.0.3'), await ask(other, '127.0.0.3')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[2]?.body.message).toBe('Too many calls are in progress');
  expect(await ask(one, '127.0.0.4')).toMatchObject({ status: 200 });
  const [, assistantId] = other.split('.');
  expect(await api('POST', `/user/assistants/${assistantId}/web-call`, {})).toMatchObject({ status: 200 });
});
