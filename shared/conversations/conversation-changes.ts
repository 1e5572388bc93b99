import { createHash } from 'node:crypto';
import type { AnsweredBy } from '#shared/calls/call-items.ts';
import type {
  StateChange,
  StoredState,
  ConversationEvent,
  ConversationState,
} from '#shared/conversations/conversation-items.ts';
import { countWords } from '#shared/conversations/conversation.ts';
import { expr } from '#shared/platform/table/expressions.ts';

type Key = ConversationState['pendingKeys'][number];

export function voiceChange(voice: 'began' | 'stopped', at: number): StateChange {
  const isNew = voice === 'began' ? expr`voiceAt < ${at}` : expr`voiceAt <= ${at}`;
  return {
    set: { silentSince: voice === 'began' ? null : at, speakingSince: voice === 'began' ? at : null, voiceAt: at },
    condition: expr`${isNew} AND heardAt <= ${at} AND (generation = ${0} OR nudgedGeneration <> generation)`,
  };
}

export function quietChange(at: number): StateChange {
  return {
    set: { speakingSince: null, voiceAt: at },
    condition: expr`voiceAt <= ${at} AND attribute_type(speakingSince, ${'N'})`,
  };
}

/** The state of older releases has no such field: an unknown one equals nothing. */
const overGreeting = expr`generation = ${0} AND isGreetingWhole = ${true}`;

export function bargeInChange(at: number): StateChange {
  return {
    set: { speakingSince: null },
    condition: expr`attribute_type(speakingSince, ${'N'}) AND heardAt < ${at} AND endingAt = ${null} AND NOT (${overGreeting})`,
  };
}

/** The customer speaks until the end of the sound, words or keys: the report of its beginning may not be written. */
export function interruptionChange(at: number, heard: string): StateChange {
  const name = nameOf({ at, text: heard });
  return {
    set: {
      silentSince: at,
      cutAt: at,
      customerSpeaksSince: at,
      interruptedLast: name,
      interruptedGeneration: expr`generation`,
    },
    condition: expr`heardAt < ${at} AND NOT (interruptedLast = ${name})`,
  };
}

/** The generation that an interruption cut: that of its frame, or the one before a prompt that was faster. */
export function interruptedGeneration(state: StoredState, at: number, heard: string): number {
  const known = state.interruptedLast === nameOf({ at, text: heard }) ? state.interruptedGeneration : undefined;
  return known ?? Math.max(0, state.generation - 1);
}

export function speechStartChange(at: number): StateChange {
  return {
    set: { customerSpeaksSince: at },
    condition: expr`heardAt < ${at} AND NOT (customerSpeaksSince >= ${at})`,
  };
}

export function speechEndChange(at: number): StateChange {
  return {
    set: { cutAt: at, customerSpeaksSince: null },
    condition: expr`cutAt <= ${at} AND customerSpeaksSince <= ${at} AND attribute_type(cutAt, ${'N'})`,
  };
}

/** Of a sound that has ended without words. */
export function wordlessChange(at: number): StateChange {
  return { set: { customerSpeaksSince: null }, condition: expr`customerSpeaksSince <= ${at}` };
}

export function reopenChange(endingAt: number, generation: number): StateChange {
  return {
    set: { endingAt: null, mayReopen: false, endingBy: null, handOver: null, silentSince: null },
    condition: { endingAt, mayReopen: true, generation },
  };
}

export function begunChange(at: number, text: string): StateChange {
  return { set: { begun: { at, text } }, condition: expr`heardAt < ${at}` };
}

export function verdictChange(verdict: AnsweredBy): StateChange {
  return { set: { verdict } };
}

export function waitChange(generation: number, until: number, since: number): StateChange {
  return { set: { waitsUntil: until, waitsSince: since }, condition: { generation } };
}

/** Begins, or ends with null. */
export function holdChange(onHoldSince: number | null): StateChange {
  const other =
    onHoldSince === null ? expr`attribute_type(onHoldSince, ${'N'})` : expr`NOT attribute_type(onHoldSince, ${'N'})`;
  return { set: { onHoldSince }, condition: expr`endingAt = ${null} AND ${other}` };
}

export function keyChange(key: Key): StateChange {
  return { set: { pendingKeys: expr`list_append(if_not_exists(pendingKeys, ${[]}), ${[key]})` } };
}

/** Fails if the known keys have changed. A repeat recognises its owner. */
export function takeKeysChange(known: readonly Key[], left: readonly Key[], owner: string): StateChange {
  return {
    set: { pendingKeys: [...left], keysBy: owner },
    condition: expr`keysBy = ${owner} OR pendingKeys = ${[...known]}`,
  };
}

export function floorChange(
  generation: number,
  purpose: 'reprompt' | 'go_on',
  silentSince: number | undefined,
): StateChange {
  const set = purpose === 'reprompt' ? { nudgedGeneration: expr`generation + ${1}` } : { cutAt: null };
  return {
    set: { ...set, ...(silentSince !== undefined && { silentSince }) },
    condition: { generation, endingAt: null },
  };
}

export type Utterance = Extract<ConversationEvent, { kind: 'customer_said' }>;

/** The voice speaks, and the words are too few to interrupt it. */
function isHeld({ text }: Utterance) {
  const isTooShort = expr`wordsToInterrupt > ${countWords(text)} OR (${overGreeting})`;
  return expr`attribute_type(speakingSince, ${'N'}) AND (${isTooShort})`;
}

export function hearingChange(utterance: Utterance, heardAt: number): StateChange {
  const { text } = utterance;
  return {
    set: {
      silentSince: null,
      customerSpeaksSince: null,
      cutAt: null,
      begun: null,
      waitsUntil: null,
      heardAt,
      heardLast: nameOf(utterance),
      said: { at: utterance.at, text },
      saidBefore: expr`if_not_exists(said, ${null})`,
    },
    add: { heardTimes: 1 },
    condition: expr`NOT (heardLast = ${nameOf(utterance)}) AND NOT (${isHeld(utterance)})`,
  };
}

/** Taken once: later words change `heldAt`. */
export function answerHeldChange(heldAt: number, heardAt: number): StateChange {
  return {
    set: { silentSince: null, customerSpeaksSince: null, cutAt: null, speakingSince: null, heldAt: null, heardAt },
    condition: expr`heldAt = ${heldAt} AND endingAt = ${null}`,
  };
}

export function dropHeldChange(heldAt: number): StateChange {
  return { set: { heldAt: null }, condition: expr`heldAt = ${heldAt}` };
}

export function countingChange(utterance: Utterance): StateChange {
  return {
    set: { heardLast: nameOf(utterance), heldAt: utterance.at, customerSpeaksSince: null, begun: null },
    add: { heardTimes: 1 },
    condition: expr`attribute_exists(pk) AND NOT (heardLast = ${nameOf(utterance)}) AND (${isHeld(utterance)})`,
  };
}

/** Whether the words are the last that were heard. */
export const isRepeat = (utterance: Utterance, { heardLast }: Pick<StoredState, 'heardLast'>): boolean =>
  heardLast === nameOf(utterance);

/** Identifies a prompt or an interruption. The carrier sometimes sends a frame twice. */
const nameOf = ({ at, text }: Pick<Utterance, 'at' | 'text'>) =>
  `${at} ${createHash('sha256').update(text).digest('base64url').slice(0, 12)}`;
