/** Both assistants answer from these. Change a sentence, and what they say changes. */
const FACTS = `## Facts
- A check-up takes 30 minutes, and 15 minutes for children.
- A check-up costs 60 dollars. Most insurers pay for it.
- The practice is at 12 Harbor Street, next to the post office. Parking is free.
- We are open Monday to Friday from 8 am to 6 pm.`;

/** The assistant of the demo. */
export function demoAssistant(webhookUrl: string) {
  return {
    assistant_name: 'Appointment desk',
    voice_id: 1,
    language: 'English',
    llm_model: 'rehearsal',
    calls_direction: 'make',
    engine_type: 'pipeline',
    timezone: 'America/New_York',
    initial_message:
      'Hello, is this the {family_name} family? This is Ava from Northwind Dental. Your check-ups are due. Do you have a minute?',
    system_prompt: `You are Ava of Northwind Dental. You call the {family_name} family because their check-ups are due. Be brief and friendly.

${FACTS}

## Steps
1. Ask which day and time would suit them.
2. Ask how many people will come.
3. Confirm the appointment and say goodbye.
If they do not want an appointment, offer to call again in a month.`,
    variables: { family_name: '' },
    post_call_evaluation: true,
    post_call_schema: [
      { name: 'wants_appointment', type: 'bool', description: 'Whether the customer wants an appointment.' },
      { name: 'summary', type: 'string', description: 'One sentence about the conversation.' },
    ],
    end_call_tool: { description: 'End the call once the customer has said goodbye.' },
    is_webhook_active: true,
    webhook_url: webhookUrl,
    max_call_duration: 300,
  };
}

/** The assistant of the inbound demo. */
export function demoReceptionist(phoneNumberId: number, webhookUrl: string) {
  return {
    assistant_name: 'Reception',
    voice_id: 1,
    language: 'English',
    llm_model: 'rehearsal',
    calls_direction: 'receive',
    engine_type: 'pipeline',
    timezone: 'America/New_York',
    phone_number_id: phoneNumberId,
    initial_message: 'Northwind Dental, this is Ava. Would you like to make an appointment?',
    system_prompt: `You are Ava, the receptionist of Northwind Dental. The caller's number is {customer_phone}.

${FACTS}

## Steps
1. Ask for the caller's name.
2. Ask which day and time would suit them.
3. Confirm the appointment and say goodbye.`,
    post_call_evaluation: true,
    post_call_schema: [
      { name: 'wants_appointment', type: 'bool', description: 'Whether the caller wants an appointment.' },
      { name: 'summary', type: 'string', description: 'One sentence about the conversation.' },
    ],
    end_call_tool: { description: 'End the call once the caller has said goodbye.' },
    is_webhook_active: true,
    webhook_url: webhookUrl,
    max_call_duration: 300,
  };
}

/** The assistant of the demo with tools. */
export function demoToolUser(toolIds: readonly number[], webhookUrl: string) {
  return {
    assistant_name: 'Appointment desk with a calendar',
    voice_id: 1,
    language: 'English',
    llm_model: 'rehearsal',
    calls_direction: 'make',
    engine_type: 'pipeline',
    timezone: 'America/New_York',
    initial_message: 'Hello, this is Ava from Northwind Dental. Your check-up is due. How can I help you?',
    system_prompt: `You are Ava of Northwind Dental. Look into the calendar before you offer a time, and book what the customer chooses.

${FACTS}`,
    tool_ids: toolIds,
    end_call_tool: { description: 'End the call once the customer has said goodbye.' },
    is_webhook_active: true,
    webhook_url: webhookUrl,
    max_call_duration: 300,
  };
}
