import { floors } from '#infra/generate/floors/floors.ts';
import { infraFloors } from '#infra/generate/floors/infra-floors.ts';

/** The purpose of each feature. */
const purposes: Readonly<Record<string, string>> = {
  platform:
    'the parts that every feature needs: HTTP, queues, sockets, timers, the [table](../shared/platform/table/README.md), logs and metrics',
  accounts: 'users, tokens, wallets, the ledger, usage, webhook secrets',
  manifest: 'every function as data: id, route or queue, timeout, grants, and the effect of its failure on users',
  catalog: 'voices, models, languages, phrases, rates',
  numbers: 'phone numbers, and the carrier accounts that they belong to',
  destinations: 'where calls and SMS may go: kinds of numbers, countries, prices, caps of expensive destinations',
  tools: 'the interface of a tool of the model',
  assistants: 'assistants, and the table of their settings',
  'do-not-call': 'the do-not-call list of a user',
  calls:
    'the record of a call: statuses, cost, outcome and reason. [`listing/`](../shared/calls/listing/README.md) has the exact lists',
  sms: 'text messages',
  conversations: 'the pipeline engine: turns, speech, silence, transcript',
  dialling: 'the pump of a carrier account, and the limits of simultaneous conversations',
  campaigns: 'campaigns, leads, and the hours of their calls',
  recordings: 'recordings of calls, and their links',
  webhooks: 'notifications about finished calls',
  realtime: 'the multimodal engine',
  'call-life': 'the events of a call, from the request to the settled call',
  'web-calls': 'calls from web pages: tokens, the widget, its limits',
};

/** The floors as a table, the highest first. */
export function floorsTable(): string {
  const rows = floors.toReversed().flatMap((floor, index) =>
    floor.map((feature, place) => {
      const number = place === 0 ? String(floors.length - index) : '';
      return `| ${number} | [\`${feature}\`](../shared/${feature}/README.md) | ${purposeOf(feature)} |`;
    }),
  );
  return ['| floor | feature | contains |', '| --- | --- | --- |', ...rows].join('\n');
}

function purposeOf(feature: string): string {
  const purpose = purposes[feature];
  if (purpose === undefined)
    throw new Error(`shared/${feature} has no purpose yet: write it into infra/generate/docs/floors-table.ts`);
  return purpose;
}

/** The floors of infra/ and of its folders, the lowest first in each row. */
export function infraFloorsTable(): string {
  const rows = Object.entries(infraFloors).map(([house, floorsOfHouse]) => {
    const cells = floorsOfHouse.map((floor) => floor.map((room) => `\`${room}\``).join(' '));
    return `| \`${house}/\` | ${cells.join(' → ')} |`;
  });
  return ['| folder | floors, the lowest first |', '| --- | --- |', ...rows].join('\n');
}
