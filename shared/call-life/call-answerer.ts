import type { AnsweredBy } from '#shared/calls/call-items.ts';
import type { Call } from '#shared/calls/call.ts';
import type { utterancesOf } from '#shared/conversations/answerer.ts';
import { evidenceOf, whoAnswered, type Answerer } from '#shared/conversations/who-answered.ts';

/** From all that was heard, for a call to a customer. A caller is a person. */
export function answererFor({ type, answeredBy }: Call, said: ReturnType<typeof utterancesOf>): Answerer | undefined {
  return type === 'outbound' ? whoAnswered(evidenceOf(said, answeredBy)) : undefined;
}

/** A person has not been heard where a menu, a queue or a screening has answered. */
export function onRecord(answerer: Answerer | undefined): { answeredBy?: AnsweredBy } {
  if (answerer === undefined) return {};
  return { answeredBy: answerer === 'human' || answerer === 'machine' ? answerer : 'unknown' };
}
