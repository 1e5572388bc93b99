/** A body for POST /user/assistant that is valid as it is. */
export const assistantRequest = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  assistant_name: 'Reception',
  voice_id: 1,
  language: 'English',
  llm_model: 'rehearsal',
  calls_direction: 'make',
  engine_type: 'pipeline',
  timezone: 'Europe/Berlin',
  initial_message: 'Hello {customer_name}, this is the dental practice. Do you have a minute?',
  system_prompt: 'You confirm an appointment on Tuesday at ten.',
  end_call_tool: { description: 'End the call after the goodbye.' },
  ...changes,
});

/** The same with everything that is required and nothing else. */
export const leastAssistantRequest = (changes: Record<string, unknown> = {}): Record<string, unknown> =>
  assistantRequest({ initial_message: 'Hello!', system_prompt: 'Be kind.', end_call_tool: undefined, ...changes });
