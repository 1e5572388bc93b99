import { expect } from 'vitest';
import { toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Setting } from '#shared/assistants/setting.ts';
import { settings } from '#shared/assistants/settings.ts';
import { makeCall } from '#shared/call-life/make-call.ts';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import { buildScript } from '#shared/conversations/script.ts';
import { isAllowed, toPublicWidget } from '#shared/web-calls/widget.ts';
import type { Proofs } from '#test/settings/proof.ts';
import { assistantOf, callOf, configurationOf, twimlOf, type Request } from '#test/settings/wire.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';
import { memoryService } from '#test/support/in-memory/service.ts';

const numbers = [
  buildPhoneNumber({ id: 1, phoneNumber: '+12025550201' }),
  buildPhoneNumber({ id: 2, phoneNumber: '+12025550202' }),
];

export const identityProofs: Proofs = {
  assistant_name: (mode) => {
    const assistant = assistantOf(mode, { assistant_name: 'Mia', system_prompt: 'I am {assistant_name}.' });
    const asked = { call: callOf(assistant), configuration: configurationOf(assistant) };
    const script = buildScript({ ...asked, locale: 'en-US', now: 0 });
    expect(script.systemPrompt).toBe('I am Mia.');
  },
  calls_direction: async (mode) => {
    expect((await callFrom(mode, { calls_direction: 'make' })).type).toBe('outbound');
    await expect(callFrom(mode, { calls_direction: 'receive' })).rejects.toMatchObject({ code: 'validation_failed' });
  },
  engine_type: {
    pipeline: async () => expect(await twimlOf(assistantOf('pipeline'))).toContain('<ConversationRelay '),
    multimodal: async () => expect(await twimlOf(assistantOf('multimodal'))).toContain('@sip.api.openai.com'),
  },
  phone_number_id: async (mode) => {
    expect((await callFrom(mode, { phone_number_id: 2 })).assistantPhoneNumber).toBe('+12025550202');
    expect((await callFrom(mode, {})).assistantPhoneNumber).toBe('+12025550201');
  },
  widget_settings: (mode) => {
    const origin = 'https://shop.example.com';
    const shown = assistantOf(mode, { widget_settings: { color: '#AA0000', allowed_origins: [origin] } });
    expect(toPublicWidget(shown)).toMatchObject({ theme: 'light', color: '#aa0000' });
    expect([isAllowed(origin, shown), isAllowed(origin, assistantOf(mode))]).toEqual([true, false]);
  },
  status: async (mode) => {
    await expect(callFrom(mode, {}, { status: 'inactive' })).rejects.toMatchObject({ code: 'validation_failed' });
  },
  ...Object.fromEntries(
    Object.values<Setting>(settings)
      .filter(({ fixed }) => fixed !== undefined)
      .map(({ record = '' }) => [record, (mode: EngineMode) => isFixed(mode, record)]),
  ),
};

/** Whatever an assistant is like, its record shows the same. */
function isFixed(mode: EngineMode, field: string): void {
  const shown = (assistant: Assistant) => (toAssistantRecord(assistant) as Record<string, unknown>)[field];
  const other = assistantOf(mode, {
    assistant_name: 'Other',
    language: 'German',
    record_call: true,
    variables: { a: 1 },
  });
  expect(shown(assistantOf(mode))).toEqual(shown(other));
  expect(shown(other)).toBeDefined();
}

async function callFrom(mode: EngineMode, request: Request, changes: Partial<Assistant> = {}) {
  const assistant = assistantOf(mode, request, changes);
  const deps = { ...memoryService({ assistants: [assistant], numbers }), waitingCallsPerUser: 900 };
  const asked = { userId: 7, phoneNumber: '+12025550100', assistantId: assistant.id, variables: {} };
  return (await makeCall(asked, deps)).call;
}
