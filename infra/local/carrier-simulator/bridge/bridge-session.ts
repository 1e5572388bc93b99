import type { CallSession, LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import type { RealtimeCall, RealtimeLine } from '#infra/local/openai-realtime/realtime-call.ts';

/** The customer's line while it is bridged to a speech model. */
export class BridgeSession implements CallSession {
  readonly #model: RealtimeCall;

  constructor(model: RealtimeCall) {
    this.#model = model;
  }

  customerStarts(): void {
    this.#model.customerStarts();
  }

  customerGoesOn(): void {
    // The model hears sound, and needs no words before the end.
  }

  async customerStops(text: string): Promise<void> {
    await this.#model.customerStops(text);
  }

  terminate(): void {
    this.#model.lineGone();
  }
}

/** What the model's side of a bridge does to the line. */
export function lineOf(live: LiveCall, hungUp: () => void): RealtimeLine {
  return {
    clock: live.exchange.clock,
    note: (type, data) => live.note(type, data),
    voiceBecomes: (state) => live.ear.becomes(state),
    voicePlayed: (text) => live.ear.hears(text),
    voiceSaid(text, cut) {
      if (text === '') return;
      live.note('dialogue', { who: 'assistant', text, ...(cut ? { cut } : {}) });
      live.transcription?.hears('outbound_track', text);
    },
    hungUp,
  };
}
