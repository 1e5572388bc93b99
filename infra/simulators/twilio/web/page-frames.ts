import * as v from 'valibot';
import type { JournalEvent } from '#twilio/journal/journal-entries.ts';

const text = v.pipe(v.string(), v.maxLength(4000));

/** What a page sends. The first frame is `connect`. */
export const PageFrame = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('type', [
    v.object({ type: v.literal('connect'), access_token: v.string() }),
    /** The customer has begun to speak; `text` are the words so far. */
    v.object({ type: v.literal('speaking'), text: v.optional(text, '') }),
    v.object({ type: v.literal('said'), text: v.pipe(text, v.trim(), v.nonEmpty()) }),
    v.object({ type: v.literal('key'), digit: v.pipe(v.string(), v.regex(/^[\d*#]$/)) }),
    v.object({ type: v.literal('hang_up') }),
  ]),
);
export type PageFrame = v.InferOutput<typeof PageFrame>;

/** What the simulator sends. `assistant` has the new part of the text; `last` ends it. */
export type SimulatorFrame =
  | { type: 'connected'; call_sid: string }
  | { type: 'in_progress' }
  | { type: 'assistant'; turn: number; token: string; last: boolean }
  | { type: 'customer'; turn: number; text: string }
  | { type: 'voice'; speaking: boolean }
  | { type: 'interrupted'; turn: number; heard: string }
  | { type: 'latency'; turn: number; milliseconds: number }
  | { type: 'ended'; by: 'customer' | 'assistant' | 'error' }
  | { type: 'refused'; code: number; message: string };

const ServiceText = v.object({ type: v.literal('text'), token: v.string(), last: v.boolean() });
const CarrierFrame = v.variant('type', [
  v.object({ type: v.literal('prompt'), voicePrompt: v.string(), last: v.literal(true) }),
  v.object({ type: v.literal('interrupt'), utteranceUntilInterrupt: v.string() }),
  v.object({ type: v.literal('info'), name: v.literal('agentSpeaking'), value: v.picklist(['on', 'off']) }),
]);
const Event = v.variant('type', [
  v.object({ type: v.literal('status'), data: v.object({ status: v.literal('in-progress') }) }),
  v.object({ type: v.literal('greeting'), data: v.object({ text: v.string() }) }),
  v.object({ type: v.literal('frame'), data: v.object({ from: v.literal('service'), frame: ServiceText }) }),
  v.object({ type: v.literal('frame'), data: v.object({ from: v.literal('carrier'), frame: CarrierFrame }) }),
  v.object({ type: v.literal('hangup'), data: v.object({ by: v.picklist(['caller', 'app', 'carrier']) }) }),
]);

type KnownEvent = v.InferOutput<typeof Event>;
type CarrierTold = v.InferOutput<typeof CarrierFrame>;

/** Tells a page what happens on its call, from the journal: the page sees what went over the wire, and nothing else. */
export class PageView {
  private readonly now: () => number;
  private turn = -1;
  private isOpen = false;
  private isPrompted = false;
  private isAnswered = false;
  private saidAt: number | undefined;

  constructor(now: () => number) {
    this.now = now;
  }

  /** The last word of the customer was said now. */
  noteSaid(): void {
    this.saidAt = this.now();
  }

  framesOf(event: JournalEvent): SimulatorFrame[] {
    const known = v.safeParse(Event, event);
    return known.success ? this.frames(known.output) : [];
  }

  private frames({ type, data }: KnownEvent): SimulatorFrame[] {
    if (type === 'greeting') return this.say(data.text, true);
    if (type === 'frame') {
      return data.from === 'service' ? this.say(data.frame.token, data.frame.last) : this.carried(data.frame);
    }
    if (type === 'hangup') {
      const by = data.by === 'caller' ? 'customer' : 'assistant';
      return [{ type: 'ended', by: this.isAnswered ? by : 'error' }];
    }
    this.isAnswered = true;
    return [{ type: 'in_progress' }];
  }

  /** Words that nothing prompted are a turn of their own. */
  private say(token: string, last: boolean): SimulatorFrame[] {
    if (token === '' && !this.isOpen) return [];
    if (!this.isOpen && !this.isPrompted) this.turn += 1;
    this.isPrompted = false;
    this.isOpen = !last;
    const said: SimulatorFrame = { type: 'assistant', turn: this.turn, token, last };
    if (this.saidAt === undefined) return [said];
    const milliseconds = Math.round(this.now() - this.saidAt);
    this.saidAt = undefined;
    return [{ type: 'latency', turn: this.turn, milliseconds }, said];
  }

  private carried(frame: CarrierTold): SimulatorFrame[] {
    if (frame.type === 'info') return [{ type: 'voice', speaking: frame.value === 'on' }];
    this.isOpen = false;
    if (frame.type === 'interrupt') {
      return [{ type: 'interrupted', turn: this.turn, heard: frame.utteranceUntilInterrupt }];
    }
    // The greeting is turn 0, whether there is one or not.
    this.turn = Math.max(this.turn, 0) + 1;
    this.isPrompted = true;
    return [{ type: 'customer', turn: this.turn, text: frame.voicePrompt }];
  }
}
