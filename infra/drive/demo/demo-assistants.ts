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
    system_prompt:
      'You are Ava of Northwind Dental. You call the {family_name} family to make an appointment for their check-ups. Be brief and friendly.',
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
    system_prompt:
      'You are Ava, the receptionist of a dental practice. Take down the date that the caller {customer_phone} wants.',
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
