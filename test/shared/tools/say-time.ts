import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';

const zones = { London: 'Europe/London', Tokyo: 'Asia/Tokyo' } as const;
const City = v.picklist(['London', 'Tokyo']);
const Arguments = v.object({ city: City });

/** Tells the customer the time in a city. */
export const sayTimeTool: ToolDefinition<{ clock: Clock }> = {
  name: 'say_time',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'The city.', enum: [...City.options] } },
    required: ['city'],
    additionalProperties: false,
  },
  endsCall: false,
  offer: ({ mode }) => (mode === 'pipeline' ? { description: 'Returns the time in a city.' } : undefined),
  rehearse(words) {
    const city = City.options.find((name) => words.includes(`time in ${name}`));
    return city && { city };
  },
  async run(args, _, { clock }) {
    const { city } = v.parse(Arguments, args);
    const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zones[city] }).format(clock.now());
    return `It is ${time} in ${city}.`;
  },
};
