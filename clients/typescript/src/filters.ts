// Written from the OpenAPI document by `npm run generate`.
/** The values of the filters of lists, by operation. */
export const filters = {
  listAssistants: { type: ['inbound', 'outbound'] },
  listPhoneNumbers: { type: ['inbound', 'outbound'] },
  listVoices: { mode: ['pipeline', 'multimodal'], include: ['description'] },
  listModels: { type: ['llm', 'multimodal', 'dualplex'] },
  listCalls: {
    status: [
      'initiated',
      'ringing',
      'busy',
      'in-progress',
      'ended',
      'completed',
      'ended_by_customer',
      'ended_by_assistant',
      'no-answer',
      'failed',
    ],
    type: ['inbound', 'outbound', 'web'],
    outcome: [
      'talked',
      'goal_reached',
      'mailbox',
      'no_answer',
      'busy',
      'screened',
      'opted_out',
      'transferred',
      'cancelled',
      'failed',
    ],
    include: ['outcome', 'model', 'reason', 'outcome,model', 'outcome,reason', 'model,reason', 'outcome,model,reason'],
  },
  listLeads: { status: ['created', 'processing', 'rescheduled', 'completed', 'reached-max-retries', 'blacklisted'] },
  listSms: {
    status: ['queued', 'sent', 'delivered', 'undelivered', 'failed', 'received'],
    direction: ['inbound', 'outbound'],
  },
} as const;
