import type { ScriptedCallee } from '@ringback/simulators/twilio/callees/scripted-customer.ts';
import type { InferInput } from 'valibot';

export type Callee = Omit<InferInput<typeof ScriptedCallee>, 'number'>;
export type Steps = NonNullable<Callee['script']>;

/** Who answers a generated call. `nobody`: a screening behind which nobody picks up. */
export type Kind = 'person' | 'mailbox' | 'screened' | 'nobody' | 'menu' | 'queued' | 'queue' | 'assistant' | 'sounds';

/** The settings of an assistant that matter on the line. */
export interface Manner {
  allow_interruptions: boolean;
  min_interrupt_words: number;
  filler_audios: boolean;
  voice_mail_message: string | null;
}

/** A generated call, and what is known of it beforehand. */
export interface CallPlan {
  seed: number;
  kind: Kind;
  manner: Manner;
  callee: Callee;
  /** Words of the customer that only an answer to them repeats: each is to be answered. */
  topics: string[];
}

/** What a person does in a call, and which of their words are to be answered. */
export type Talk = Pick<CallPlan, 'topics'> & { steps: Steps };

/** Draws what happens in a call: always the same for a seed. */
export interface Dice {
  below(limit: number): number;
  between(from: number, to: number): number;
  chance(share: number): boolean;
  one<Item>(items: readonly Item[]): Item;
}
