import { CHARACTERS_PER_SECOND } from '#line/call-clock.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';

/** Recorded between the keys of a dialled string. */
const KEY_SECONDS = 0.38;
const PART_SECONDS = 0.25;
export const NOISE_SECONDS = 0.4;

/** Thrown by every method of a phone whose call has ended. */
export class CallOverError extends Error {
  constructor() {
    super('the call is over');
    this.name = 'CallOverError';
  }
}

interface Patience {
  callSeconds: number;
  floorMs: number;
}

/** The phone of a simulated customer. */
export interface CustomerPhone {
  readonly number: string;
  /** Resolves when a document or a conversation is on the line. */
  waitForConnection(): Promise<void>;
  /** The text that the assistant said until it was silent; '' if it said nothing before patience ran out. */
  listen(patience?: Patience, reaction?: Patience): Promise<string>;
  /** Resolves when the assistant speaks; false if it stayed silent. */
  waitForSpeech(patience?: Patience): Promise<boolean>;
  /** Resolves with the words that were heard and not listened to yet; '' if there were none before patience ran out. */
  waitForWords(patience?: Patience): Promise<string>;
  isAssistantSpeaking(): boolean;
  /** Speaks for as long as the text takes, or breaks off. Speech over the assistant may interrupt it. */
  say(text: string, breaksOffAfter?: number): Promise<void>;
  press(digits: string): Promise<void>;
  /** A cough, or a door: it may interrupt the assistant. */
  makeNoise(callSeconds?: number): Promise<void>;
  /** Drops the text that `listen` has not returned yet. */
  discardSpeech(): void;
  /** Of a mailbox: from now on it records. */
  endGreeting(beeps: boolean): void;
  wait(callSeconds: number, floorMs?: number): Promise<void>;
  hangUp(): void;
  patience(callSeconds: number): Patience;
  /** How long a silence lasts before the customer answers. */
  reaction(): Patience;
}

export function createCustomerPhone(live: LiveCall): CustomerPhone {
  const { clock, limits } = live.context;
  const { recorder } = live;
  const patienceOf = (callSeconds: number) => ({ callSeconds, floorMs: limits.patienceMs });
  const reaction = () => ({ callSeconds: 0.8, floorMs: limits.reactionMs });
  const wait = async (callSeconds: number, floorMs = 0) => {
    await clock.sleep(callSeconds, { signal: live.over, floorMs });
    requireLive(live);
  };
  return {
    number: live.customer,
    async waitForConnection() {
      while (!recorder.isConnected()) await waitForChange(live);
    },
    listen: (patience = patienceOf(30), silence = reaction()) => listen(live, patience, silence, patienceOf(10)),
    async waitForSpeech(patience = patienceOf(30)) {
      while (recorder.state() !== 'speaking') if (!(await waitForChange(live, patience))) return false;
      return true;
    },
    waitForWords: (patience = patienceOf(30)) => waitForWords(live, patience),
    isAssistantSpeaking: () => recorder.state() === 'speaking',
    say: (text, breaksOffAfter) => say(text, live, wait, breaksOffAfter),
    async press(digits) {
      for (const digit of digits) {
        requireLive(live);
        live.addEvent('key', { digit });
        live.session?.customerPresses?.(digit);
        await wait(KEY_SECONDS);
      }
    },
    async makeNoise(callSeconds = NOISE_SECONDS) {
      requireLive(live);
      live.addEvent('noise');
      live.session?.noiseStarts?.();
      await wait(callSeconds);
      live.session?.noiseStops?.();
    },
    discardSpeech: () => void recorder.takeSpeech(),
    endGreeting(beeps) {
      requireLive(live);
      if (beeps) live.addEvent('beep');
      live.endGreeting(beeps);
    },
    wait,
    hangUp: () => live.hangUp(),
    patience: patienceOf,
    reaction,
  };
}

async function waitForWords(live: LiveCall, patience: Patience): Promise<string> {
  while (!live.recorder.hasSpeech()) if (!(await waitForChange(live, patience))) return '';
  return live.recorder.takeSpeech();
}

async function listen(live: LiveCall, patience: Patience, reaction: Patience, stall: Patience): Promise<string> {
  const { recorder } = live;
  for (;;) {
    requireLive(live);
    if (recorder.state() === 'speaking') {
      await waitForChange(live);
    } else if (recorder.state() === 'stalled') {
      if (!(await waitForChange(live, stall))) return recorder.takeSpeech();
    } else if (!(await waitForChange(live, recorder.hasSpeech() ? reaction : patience))) {
      return recorder.takeSpeech();
    }
  }
}

async function say(
  text: string,
  live: LiveCall,
  wait: CustomerPhone['wait'],
  breaksOffAfter = Number.POSITIVE_INFINITY,
): Promise<void> {
  requireLive(live);
  live.speakingSince = live.context.clock.now();
  live.session?.customerStarts(text);
  const seconds = text.length / CHARACTERS_PER_SECOND;
  let said = 0;
  while (said + 1.5 * PART_SECONDS <= Math.min(seconds, breaksOffAfter)) {
    await wait(PART_SECONDS);
    said += PART_SECONDS;
    live.session?.customerContinues(text, heardUntil(text, said * CHARACTERS_PER_SECOND));
  }
  if (breaksOffAfter < seconds) return wait(breaksOffAfter - said);
  await wait(seconds - said);
  live.session?.customerContinues(text, text);
  const since = live.speakingSince;
  live.speakingSince = undefined;
  live.addEvent('dialogue', { who: 'customer', text });
  live.transcription?.addSpeech('inbound_track', text);
  await live.session?.customerStops(text, since);
  requireLive(live);
}

/** False when nothing changed on the line before patience ran out. */
async function waitForChange(live: LiveCall, patience?: Patience): Promise<boolean> {
  requireLive(live);
  const { recorder, context } = live;
  const hasChanged = await new Promise<boolean>((resolve) => {
    const settle = (happened: boolean) => {
      unsubscribe();
      cancel?.();
      resolve(happened);
    };
    const unsubscribe = recorder.onChange(() => settle(true));
    const cancel = patience && context.clock.after(patience.callSeconds, () => settle(false), patience.floorMs);
  });
  requireLive(live);
  return hasChanged;
}

function requireLive(live: LiveCall): void {
  if (live.over.aborted) throw new CallOverError();
}

/** A text so far, as the transcription has it before the end: broken words, and sentences without their marks. */
export function heardUntil(text: string, characters: number): string {
  return text
    .slice(0, Math.max(Math.floor(characters), 1))
    .replaceAll(/[.!?…]+(?=\s|$)/g, '')
    .trim();
}
