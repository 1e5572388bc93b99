import type { Values } from './setting-row.ts';

export interface Template {
  name: string;
  about: string;
  values: Values;
}

const endCall = { end_call_tool: { description: 'When the conversation is over and both have said goodbye.' } };

/** Assistants to start from. */
export const templates: readonly Template[] = [
  {
    name: 'Appointment reminder',
    about: 'It calls, confirms a date, and offers another one.',
    values: {
      assistant_name: 'Appointment reminder',
      initial_message: 'Hello {customer_name}, this is Northwind Dental about your appointment. Do you have a minute?',
      system_prompt:
        'You call for Northwind Dental, a dental practice.\n\n' +
        'Goal: find out whether {customer_name} will come on {appointment}.\n' +
        '- If yes, confirm the date and say goodbye.\n' +
        '- If not, offer Wednesday at nine or Thursday at three, and confirm what is chosen.\n' +
        '- Questions about treatment: the practice calls back today.\n\n' +
        'A check-up takes 30 minutes and costs 60 dollars. The practice is at 12 Harbor Street, and parking is free.\n\n' +
        'One or two short sentences at a time. Never make up a date or a price.',
      variables: { customer_name: 'Ada', appointment: 'Tuesday at ten' },
      // The goal of a campaign is one of these.
      post_call_schema: [
        { name: 'confirmed', type: 'bool', description: 'Whether the customer comes on a date that was agreed.' },
        { name: 'date', type: 'string', description: 'The date and time that were agreed.' },
      ],
      ...endCall,
    },
  },
  {
    name: 'Receptionist',
    about: 'It answers a number, and takes a message.',
    values: {
      assistant_name: 'Receptionist',
      calls_direction: 'receive',
      initial_message: 'Northwind Dental, good day. How can I help you?',
      system_prompt:
        'You answer the phone of Northwind Dental, a dental practice, when all lines are busy.\n\n' +
        'Find out who is calling, what it is about, and a number for the call back. Read the number back digit by digit.\n' +
        'Opening hours: Monday to Friday, eight to six. The practice is at 12 Harbor Street. You do not know prices.',
      post_call_schema: [
        { name: 'caller_name', type: 'string', description: 'The name of the caller.' },
        { name: 'concern', type: 'string', description: 'What the call is about, in one sentence.' },
      ],
      ...endCall,
    },
  },
  {
    name: 'Blank',
    about: 'You write the prompt.',
    values: { assistant_name: '', initial_message: '', system_prompt: '' },
  },
];
