import type { Call } from '@ringback/client';
import { type CallOutcome, callOutcomes, outcomeWords } from '../calls/call-words.ts';
import { plus } from '../format/money.ts';
import type { StateTone } from '../format/state-tone.ts';
import { moment } from '../format/time.ts';

export type OutcomeCounts = Readonly<Partial<Record<CallOutcome, number>>>;

const WITH_A_PERSON: readonly CallOutcome[] = ['goal_reached', 'talked', 'transferred', 'opted_out'];
/** No number was dialled, or it was taken back. */
const NO_ATTEMPT: readonly CallOutcome[] = ['cancelled'];

interface OutcomeSegment {
  outcome: CallOutcome;
  label: string;
  tone: StateTone;
  calls: number;
  /** Of all calls, from 0 to 1. */
  part: number;
}

export interface CampaignResults {
  calls: number;
  /** Calls in which a person answered: a mailbox is not one. */
  reached: number;
  goals: number;
  /** Only the outcomes that were, the best first. */
  segments: OutcomeSegment[];
}

/** Calls that are over, by what came of them. */
export function campaignResults(counts: OutcomeCounts): CampaignResults {
  const countOf = (outcome: CallOutcome) => counts[outcome] ?? 0;
  const all = callOutcomes.map(({ value }) => value);
  const calls = sumOf(all.map(countOf));
  const order = [...WITH_A_PERSON, ...all.filter((one) => !WITH_A_PERSON.includes(one))];
  return {
    calls,
    reached: sumOf(WITH_A_PERSON.map(countOf)),
    goals: countOf('goal_reached'),
    segments: order
      .filter((outcome) => countOf(outcome) > 0)
      .map((outcome) => ({
        outcome,
        ...outcomeWords(outcome),
        calls: countOf(outcome),
        part: countOf(outcome) / calls,
      })),
  };
}

/** What the figures by hour and by attempt are made of. */
export type SettledCall = Pick<Call, 'outcome' | 'total_cost' | 'created_at' | 'client_phone_number'>;

export interface Tally {
  label: string;
  calls: number;
  reached: number;
  goals: number;
}

/** The cost of all calls for each goal that was reached; undefined before there is one. */
export function costPerGoal(calls: readonly SettledCall[]): number | undefined {
  const goals = calls.filter(({ outcome }) => outcome === 'goal_reached').length;
  return goals === 0 ? undefined : calls.reduce((sum, call) => plus(sum, call.total_cost), 0) / goals;
}

/** By the hour in which a call began, in a zone. Hours without calls are left out. */
export function byHour(calls: readonly SettledCall[], timeZone: string): Tally[] {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return tallies(attemptsIn(calls), ({ created_at }) => {
    const at = moment(created_at);
    return at === undefined ? '–' : `${hour.format(at)}:00`;
  });
}

/** @param calls every call of the campaign: with some missing, the others would count as earlier attempts */
export function byAttempt(calls: readonly SettledCall[]): Tally[] {
  const made = new Map<string, number>();
  const attempts = new Map<SettledCall, number>();
  for (const call of attemptsIn(calls).toSorted((one, other) => one.created_at.localeCompare(other.created_at))) {
    const attempt = (made.get(call.client_phone_number) ?? 0) + 1;
    made.set(call.client_phone_number, attempt);
    attempts.set(call, attempt);
  }
  return tallies([...attempts.keys()], (call) => String(attempts.get(call)));
}

const attemptsIn = (calls: readonly SettledCall[]): SettledCall[] =>
  calls.filter(({ outcome }) => outcome && !NO_ATTEMPT.includes(outcome));

function tallies(calls: readonly SettledCall[], labelOf: (call: SettledCall) => string): Tally[] {
  const groups = Map.groupBy(calls, labelOf);
  return [...groups]
    .map(([label, members]) => ({
      label,
      calls: members.length,
      reached: members.filter(({ outcome }) => outcome && WITH_A_PERSON.includes(outcome)).length,
      goals: members.filter(({ outcome }) => outcome === 'goal_reached').length,
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true }));
}

const sumOf = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0);
