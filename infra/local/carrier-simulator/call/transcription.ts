import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import type { CallbackHabit } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import { newSid } from '#infra/local/carrier-simulator/formats.ts';
import { methodOf } from '#infra/local/carrier-simulator/service-client.ts';
import type { TwimlNode } from '#infra/local/carrier-simulator/twiml/parse-twiml.ts';

type Track = 'inbound_track' | 'outbound_track';

const HEARING_SECONDS = 0.6;
/** By so much every second event of a carrier is late that mixes its callbacks up. */
const LATE_SECONDS = 1.5;

/** `<Start><Transcription>`: writes down what is said from now to the end of the call, sentence by sentence. */
export class Transcription {
  readonly #sid = newSid('GT');
  readonly #node: TwimlNode;
  readonly #live: LiveCall;
  readonly #habit: CallbackHabit;
  readonly #pending = new Set<Promise<void>>();
  #sequence = 0;

  constructor(node: TwimlNode, live: LiveCall, habit: CallbackHabit) {
    this.#node = node;
    this.#live = live;
    this.#habit = habit;
    this.#send({ TranscriptionEvent: 'transcription-started' }, 0);
  }

  /** Words that were spoken, when they are over. */
  hears(track: Track, text: string): void {
    const tracks = this.#node.attributes['track'] ?? 'both_tracks';
    if (tracks !== 'both_tracks' && tracks !== track) return;
    const { languageCode = 'en-US', partialResults } = this.#node.attributes;
    const words = { TranscriptionEvent: 'transcription-content', Track: track, LanguageCode: languageCode };
    const data = (transcript: string, confidence: number) => JSON.stringify({ transcript, confidence });
    if (partialResults === 'true') {
      const half = text.slice(0, Math.ceil(text.length / 2));
      this.#send({ ...words, Final: 'false', Stability: '0.9', TranscriptionData: data(half, 0.5) }, 0);
    }
    this.#send({ ...words, Final: 'true', TranscriptionData: data(text, 0.97) }, HEARING_SECONDS);
  }

  /** Over when everything that was heard has been told. */
  async finish(): Promise<void> {
    await Promise.all(this.#pending);
    this.#send({ TranscriptionEvent: 'transcription-stopped' }, 0);
    await Promise.all(this.#pending);
  }

  #send(parameters: Record<string, string>, afterSeconds: number): void {
    const { accountSid, clock } = this.#live.exchange;
    this.#sequence += 1;
    const late = this.#habit.reorders && this.#sequence % 2 === 0 ? LATE_SECONDS : 0;
    const message = {
      AccountSid: accountSid,
      CallSid: this.#live.sid,
      TranscriptionSid: this.#sid,
      Timestamp: new Date(clock.now()).toISOString(),
      SequenceId: String(this.#sequence),
      ...parameters,
    };
    const sending = this.#deliver(message, afterSeconds + late).finally(() => this.#pending.delete(sending));
    this.#pending.add(sending);
  }

  async #deliver(parameters: Record<string, string>, afterSeconds: number): Promise<void> {
    const { clock, service } = this.#live.exchange;
    const { statusCallbackUrl: url, statusCallbackMethod } = this.#node.attributes;
    if (url === undefined) return;
    await clock.sleep(afterSeconds);
    const request = {
      callSid: this.#live.sid,
      purpose: 'transcription',
      url,
      method: methodOf(statusCallbackMethod),
      idempotencyToken: `${this.#sid}-${parameters['SequenceId']}`,
      parameters,
    };
    for (let copy = 0; copy < this.#habit.copies; copy += 1) await service.request(request);
  }
}
