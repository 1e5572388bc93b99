import * as v from 'valibot';
import { MockedTool } from '#infra/local/rehearsal/mocked-tool.ts';
import { startToolServer } from '#infra/local/rehearsal/tool-server.ts';

/** Call seconds in a second: a slow calendar shall be one. */
export const TOOLS_SPEED = 5;

/** Call seconds that the calendar takes to look. */
const SLOW_SECONDS = 6;

/** The tools of the demo, and what the calendar of the practice answers: slow once, and with an error once. */
export const calendarTools = v.parse(v.array(MockedTool), [
  {
    name: 'find_slots',
    description: 'Finds free appointments on a day.',
    method: 'GET',
    schema: [{ name: 'day', type: 'string', description: 'The day of the appointment.' }],
    wait_message: 'One moment, I am looking into the calendar.',
    mocks: [
      {
        with: { day: '/tuesday/i' },
        answers: [{ wait: SLOW_SECONDS, body: 'On Tuesday we have ten and half past two.' }],
      },
      { answers: [{ body: 'Nothing is free on that day.' }] },
    ],
  },
  {
    name: 'book_visit',
    description: 'Books a visit.',
    method: 'POST',
    idempotent: true,
    schema: [{ name: 'date', type: 'string', description: 'The day and the time of the visit.' }],
    wait_message: 'I am writing it down.',
    mocks: [{ answers: [{ status: 503, body: 'out of order' }, { body: 'It is booked. See you on Tuesday.' }] }],
  },
]);

export interface CalendarRequest {
  name: string;
  args: Record<string, unknown>;
  status: number;
  seconds: number;
  key: string | undefined;
}

/** A server of the user, as the service sees it. */
export async function startCalendar(onRequest: (request: CalendarRequest) => void) {
  const server = await startToolServer(TOOLS_SPEED, ({ name, args, answer: { status, wait }, headers }) => {
    const key = headers['idempotency-key'];
    onRequest({ name, args, status, seconds: wait, key: typeof key === 'string' ? key : undefined });
  });
  return { ...server.serve(calendarTools), stop: server.stop };
}
