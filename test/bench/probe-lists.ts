import type { Call } from '#shared/calls/call.ts';
import { matchesFilter, type CallFilter } from '#shared/calls/listing/call-groups.ts';
import type { CallWithBody } from '#shared/calls/listing/call-list.ts';
import type { PageOf } from '#shared/platform/http/lists.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { DAYS, FIRST_DAY } from '#test/bench/load-calls.ts';
import { createMeter, type Reading } from '#test/bench/meter.ts';
import { createCalls } from '#test/stores/call-stores.ts';

const DAY_MS = 86_400_000;
const PER_PAGE = 15;
/** A campaign without calls. */
const NO_CAMPAIGN = 2_999_999_999_999_999;

export interface Probe extends Reading {
  filters: string[];
  page: 'first' | 'middle' | 'last';
  total: number;
  milliseconds: number;
  /** Of the same list, asked of a process that has the segments in its cache. */
  warmUnits: number;
  isExact: boolean;
}

/** One value for each of the seven filters, taken from a call in the middle, and two thirds of the days. */
export function filterParts(calls: readonly Call[]): Record<string, CallFilter> {
  const later = calls.slice(Math.floor(calls.length / 2)).filter(({ hold }) => hold === 0);
  const sample = later.find((call) => call.campaignId !== null) ?? later[0];
  if (!sample) throw new Error('there is no call to take filters from');
  const { status, type, outcome, clientPhoneNumber, assistantId, campaignId } = sample;
  return {
    status: { status },
    type: { type },
    outcome: { ...(outcome && { outcome }) },
    phone: { phoneNumber: clientPhoneNumber },
    assistant: { assistantId },
    campaign: { campaignId: campaignId ?? NO_CAMPAIGN },
    dates: { from: FIRST_DAY + Math.floor(DAYS / 6) * DAY_MS, before: FIRST_DAY + Math.floor((DAYS * 5) / 6) * DAY_MS },
  };
}

/** What a few calls have, spread over the year. */
const rareValues: Array<[name: string, part: CallFilter]> = [
  ['rare type', { type: 'web' }],
  ['rare outcome', { outcome: 'screened' }],
];

/**
 * All 128 mixes of the seven filters, and two rare values; first, middle and last page each, against brute force: asked of a process that knows
 * nothing yet, and of one that has been asked for lists before.
 * @param isWanted chooses mixes by the number of their filters
 */
export async function probeLists(
  table: Table,
  calls: readonly Call[],
  isWanted = (_filters: number) => true,
): Promise<Probe[]> {
  const userId = calls[0]!.userId;
  const meter = createMeter(table.client);
  const createStore = () => createCalls({ ...table, client: meter.client });
  const warm = createStore();
  const parts = Object.entries(filterParts(calls));
  const mixes = Array.from({ length: 2 ** parts.length }, (_, mix) =>
    parts.filter((_part, index) => (mix & (1 << index)) !== 0),
  );
  const probes: Probe[] = [];
  for (const chosen of [...mixes, ...rareValues.map((part) => [part])]) {
    if (!isWanted(chosen.length)) continue;
    const filter: CallFilter = Object.assign({}, ...chosen.map(([, part]) => part));
    const expected = calls
      .filter((call) => matchesFilter(call, filter))
      .map(({ id }) => id)
      .toReversed();
    const lastPage = Math.max(1, Math.ceil(expected.length / PER_PAGE));
    const pages = { first: 1, middle: Math.ceil(lastPage / 2), last: lastPage } as const;
    for (const name of ['first', 'middle', 'last'] as const) {
      const page = { page: pages[name], perPage: PER_PAGE };
      const wanted = expected.slice((page.page - 1) * PER_PAGE, page.page * PER_PAGE);
      const isRight = ({ rows, total }: PageOf<CallWithBody>) =>
        total === expected.length && rows.map(({ call }) => call.id).join() === wanted.join();
      const remembered = await warm.list(userId, filter, page);
      const { findUnits: warmUnits } = meter.read();
      const started = performance.now();
      const list = await createStore().list(userId, filter, page);
      const milliseconds = performance.now() - started;
      probes.push({
        filters: chosen.map(([filterName]) => filterName),
        page: name,
        total: list.total,
        milliseconds,
        warmUnits,
        isExact: isRight(list) && isRight(remembered),
        ...meter.read(),
      });
    }
  }
  return probes;
}
