import { createRecords, type RecordsWorld } from '#test/slow/studio/records-world.ts';
import type { ApiClient } from '#test/support/api-client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

/** What the demo user has before the studio is opened. */
export interface World extends RecordsWorld {
  assistantId: number;
}

/** @param sinkUrl of the webhook sink of the stack */
export async function createWorld(api: ApiClient, sinkUrl: string): Promise<World> {
  const records = await createRecords(api, sinkUrl);
  const ids: number[] = [];
  for (const assistant of assistants) {
    const { body } = await api<{ data: { id: number } }>('POST', '/user/assistant', assistantRequest(assistant));
    ids.push(body.data.id);
  }
  return { ...records, assistantId: ids.at(-1) ?? 0 };
}

const assistants = [
  { assistant_name: 'After-hours line', calls_direction: 'receive' },
  {
    assistant_name: 'Recall reminders',
    engine_type: 'multimodal',
    llm_model: 'gpt-realtime-2.1',
    voice_id: 101,
    language: 'German',
  },
  {
    assistant_name: 'Reception',
    initial_message: 'Hello {customer_name}, this is Northwind Dental. Do you have a minute?',
    system_prompt:
      'You are the receptionist of Northwind Dental.\n\nConfirm the appointment of {customer_name} on Tuesday at ten. ' +
      'If the time does not fit, offer Wednesday at nine or Thursday at three. Be brief and friendly.',
    variables: { customer_name: 'Ada' },
  },
];
