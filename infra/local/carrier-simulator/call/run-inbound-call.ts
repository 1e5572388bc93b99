import { behaviourOf } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import type { Behaviour } from '#infra/local/carrier-simulator/callees/behaviour.ts';
import type { IncomingNumber } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import type { TwimlNode } from '#infra/local/carrier-simulator/twiml/parse-twiml.ts';
import { runTwiml } from '#infra/local/carrier-simulator/twiml/run-twiml.ts';
import { fetchDocument } from '#infra/local/carrier-simulator/twiml/twiml-document.ts';
import { TwimlError } from '#infra/local/carrier-simulator/twiml/twiml-error.ts';
import type { LiveCall } from './live-call.ts';
import { methodOf } from './method-of.ts';
import { ProgressCallbacks } from './progress-callbacks.ts';
import { finishRecordings } from './recordings.ts';
import { takeTheLine } from './run-call.ts';

/** A call that comes in, from the question what to do with it to its last callback. */
export async function runInboundCall(live: LiveCall): Promise<void> {
  const behaviour = behaviourOf(live.customer);
  const callbacks = new ProgressCallbacks(live, behaviour.callbacks);
  const copies = repeatQuestion(live, behaviour);
  await runTwiml(live, (verb) => pickUp(live, behaviour, verb));
  await copies;
  callbacks.report('completed');
  await callbacks.settled();
  await live.transcription?.finish();
  live.change({ told: true });
  await finishRecordings(live.sid, live.exchange, behaviour.callbacks.copies);
}

/** What a number says about its calls, as the parameters of a request to dial would. Only their end is told. */
export function inboundParameters({ settings }: IncomingNumber): Record<string, string[]> {
  const names = {
    Url: 'VoiceUrl',
    Method: 'VoiceMethod',
    FallbackUrl: 'VoiceFallbackUrl',
    FallbackMethod: 'VoiceFallbackMethod',
    StatusCallback: 'StatusCallback',
    StatusCallbackMethod: 'StatusCallbackMethod',
  };
  const set = Object.entries(names).flatMap(([parameter, name]): [string, string[]][] => {
    const value = settings[name] ?? '';
    return value === '' ? [] : [[parameter, [value]]];
  });
  return Object.fromEntries(set);
}

/** `<Reject>` leaves the call unanswered; any other first verb answers it. */
function pickUp(live: LiveCall, behaviour: Behaviour, verb?: TwimlNode): void {
  if (live.over.aborted || live.record.answeredAt !== undefined) return;
  if (verb?.name === 'Reject') {
    const isBusy = verb.attributes['reason'] === 'busy';
    return live.end({ status: isBusy ? 'busy' : 'no-answer', by: 'app', sipCode: isBusy ? 486 : 603 });
  }
  live.change({ status: 'in-progress', answeredAt: live.exchange.clock.now() });
  live.limitTo(live.record.timeLimitSeconds);
  void takeTheLine(live, behaviour);
}

/** The same question at the same moment, whose answer must be as good and is not followed: networks deliver twice. */
async function repeatQuestion(live: LiveCall, { callbacks }: Behaviour): Promise<void> {
  const url = live.parameter('Url');
  if (url === undefined) return;
  const request = { purpose: 'answered', url, method: methodOf(live.parameter('Method')) };
  for (let copy = 1; copy < callbacks.copies; copy += 1) {
    await fetchDocument(live, request).catch((error: unknown) => {
      if (!(error instanceof TwimlError)) throw error;
      live.violate(error.code, error.message);
    });
  }
}
