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
      ...endCall,
    },
  },
  {
    name: 'Receptionist',
    about: 'It answers a number, and takes a message.',
    values: {
      assistant_name: 'Receptionist',
      calls_direction: 'receive',
      initial_message: 'Riverside Motors, good day. How can I help you?',
      system_prompt:
        'You answer the phone of Riverside Motors, a car dealer, when all lines are busy.\n\n' +
        'Find out who is calling, what it is about, and a number for the call back. Read the number back digit by digit.\n' +
        'Opening hours: Monday to Friday, eight to six. The address is 4 Mill Road. You do not know prices.',
      ...endCall,
    },
  },
  {
    name: 'Blank',
    about: 'You write the prompt.',
    values: { assistant_name: '', initial_message: '', system_prompt: '' },
  },
];
