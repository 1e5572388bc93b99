import type { CallDetail, WebhookEvent } from '@ringback/client';

/** An event as the service posts it. Its ids and times are new with each one. */
export function sampleEvent(event: WebhookEvent['event'], now = Date.now()): WebhookEvent {
  const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString().replace('Z', '000Z');
  return {
    event,
    id: now,
    type: event === 'call.completed' ? 'outbound' : 'inbound',
    status: 'ended_by_customer',
    end_reason: 'customer_hung_up',
    customer_phone: '+12025550100',
    assistant_phone: '+12025550199',
    assistant_id: 1,
    assistant_name: 'Reception',
    duration: 42,
    extracted_variables: { status: true, summary: 'The customer confirmed the appointment.' },
    input_variables: { customer_name: 'Ada' },
    transcript: 'Assistant: Hello Ada, do you have a minute?\nCustomer: Yes, I do.',
    transcript_turns: [
      { sender: 'bot', text: 'Hello Ada, do you have a minute?', timestamp: at(40) },
      { sender: 'human', text: 'Yes, I do.', timestamp: at(37) },
    ],
    carrier_cost: 0.014,
    total_cost: 0.056,
    answered_by: 'human',
    created_at: at(50),
    finished_at: at(1),
    lead: null,
    campaign: null,
  };
}

/**
 * What the API still knows of an event that was delivered. Its deliveries have no payload, so that the id of the assistant
 * is 0, turns have the time of the record, and lead and campaign are null.
 */
export function rebuiltEvent(event: WebhookEvent['event'], call: CallDetail): WebhookEvent {
  const finishedAt = isoTime(call.updated_at);
  return {
    event,
    id: call.id,
    type: call.type,
    status: call.status,
    end_reason: call.end_reason,
    customer_phone: call.client_phone_number,
    assistant_phone: call.assistant_phone_number,
    assistant_id: 0,
    assistant_name: call.assistant_name,
    duration: call.duration,
    extracted_variables: call.evaluation,
    input_variables: call.variables,
    transcript: call.transcript,
    transcript_turns: call.transcript
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({
        sender: line.startsWith('Assistant: ') ? 'bot' : 'human',
        text: line.replace(/^(?:Assistant|Customer): /, ''),
        timestamp: finishedAt,
      })),
    ...(call.recording_url === undefined ? {} : { recording_url: call.recording_url }),
    carrier_cost: call.carrier_cost,
    total_cost: call.total_cost,
    answered_by: call.answered_by,
    created_at: isoTime(call.created_at),
    finished_at: finishedAt,
    lead: null,
    campaign: null,
  };
}

/** `2026-06-30 11:53:20` is UTC. */
const isoTime = (plain: string) => `${plain.replace(' ', 'T')}.000000Z`;
