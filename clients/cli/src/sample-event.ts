import type { CallEvent } from '@ringback/client';

/** An event as the service posts it, marked as a test: there was no such call. Its ids and times are new with each one. */
export function sampleEvent(event: CallEvent['event'], now = Date.now()): CallEvent {
  const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString().replace('Z', '000Z');
  const same = (milliseconds: number) => ({ p50: milliseconds, p95: milliseconds });
  return {
    event,
    test: true,
    id: now,
    type: event === 'call.completed' ? 'outbound' : 'inbound',
    status: 'ended_by_customer',
    outcome: 'goal_reached',
    end_reason: 'customer_hung_up',
    reason: { by: 'customer', code: 'customer_hung_up', text: 'The customer hung up.' },
    customer_phone: '+12025550100',
    assistant_phone: '+12025550199',
    assistant_id: 1,
    assistant_name: 'Reception',
    duration: 42,
    extracted_variables: { status: true, summary: 'The customer confirmed the appointment.' },
    input_variables: { customer_name: 'Ada' },
    transcript: 'Assistant: Hello Ada, do you have a minute?\nCustomer: Yes, I do.',
    latency: {
      turns: 1,
      model_asked: same(24),
      first_token: same(420),
      first_text: same(460),
      voice: same(790),
      mouth_to_ear: same(1390),
    },
    model: { name: 'gpt-6-luna', simulated: false },
    transcript_turns: [
      { sender: 'bot', text: 'Hello Ada, do you have a minute?', timestamp: at(40) },
      { sender: 'human', text: 'Yes, I do.', timestamp: at(37) },
    ],
    tool_calls: [],
    transfers: [],
    carrier_cost: 0.014,
    total_cost: 0.056,
    answered_by: 'human',
    created_at: at(50),
    finished_at: at(1),
    lead: null,
    campaign: null,
  };
}
