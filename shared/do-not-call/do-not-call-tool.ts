import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Metrics } from '#shared/platform/observability/telemetry.ts';
import { noParameters, type ToolCaller, type ToolDefinition, type ToolOffer } from '#shared/tools/tool.ts';

export interface DoNotCallToolDeps {
  calls: { get(key: ToolCaller): Promise<{ clientPhoneNumber: string } | undefined> };
  doNotCall: Pick<DoNotCallStore, 'add'>;
  clock: Clock;
  metrics: Metrics;
}

const NAME = 'do_not_call';

export const doNotCallTool: ToolDefinition<DoNotCallToolDeps> = {
  name: NAME,
  parameters: noParameters,
  endsCall: true,
  mustNotBeLost: true,
  mayBeWritten: true,
  offer: ({ mode, isCampaign }) => (isCampaign ? offers[mode] : undefined),
  rehearse: (words) => (isOptOut(words) ? {} : undefined),
  run: (_, caller, deps) => recordOptOut(caller, deps),
};

const offers: Record<EngineMode, ToolOffer> = {
  pipeline: {
    description:
      'Call this when the customer says that they do not want to be called again, in whatever words. ' +
      'Their number is taken off the list at once.',
    instructions:
      'A customer who does not want to be called again is not persuaded: confirm it, say goodbye in a few words and call ' +
      `the tool ${NAME} in the same answer.`,
  },
  multimodal: {
    description: 'The customer does not want to be called again: takes the number off the list and ends the call.',
    instructions:
      `A customer who does not want to be called again is not persuaded: call the tool ${NAME}. Do not say goodbye ` +
      'before you call it: you will be asked for your last words afterwards.',
  },
};

/** Takes the number of a call off the list of people to call. */
export async function recordOptOut(
  caller: ToolCaller,
  { calls, doNotCall, clock, metrics }: DoNotCallToolDeps,
): Promise<string> {
  const call = await calls.get(caller);
  if (!call) return 'The call is over.';
  const { userId, callId } = caller;
  const { clientPhoneNumber: phoneNumber } = call;
  const reason = `said in call ${callId}`;
  const added = await doNotCall.add({ userId, phoneNumber, source: 'call', reason, createdAt: clock.now() });
  if (added === 'added') metrics.count('DoNotCallAdded', { source: 'call' });
  return 'The number is on the list.';
}

const REFUSALS = [
  /\b(do not|don't|never|stop) (ever )?(call|calling|phone|phoning|ring|ringing)( me| us| this number)?\b/iu,
  /\b(take|remove|delete) (me|us|my number|this number) (off|from)\b/iu,
  /\bno more calls\b/iu,
  /\bruf(en|t)? (sie )?(mich|uns|hier) (bitte )?(nicht|nie) (mehr|wieder)\b|\bnicht mehr an(rufen|gerufen)\b/iu,
  /\bno (me|nos) (vuelva[ns]?|llame[ns]?) (a llamar|más)\b/iu,
  /\bne (m'|me |nous )?(appelez|rappelez) plus\b/iu,
  /\bnon (mi|ci) chiam(i|ate) più\b/iu,
  /\bnão (me|nos) ligue[m]? mais\b/iu,
  /\bbel (me|ons) niet meer\b/iu,
];

export function isOptOut(text: string): boolean {
  const words = text.replaceAll('’', "'");
  return REFUSALS.some((refusal) => refusal.test(words));
}
