import * as v from 'valibot';
import { answerCall, type AnswerCallDeps } from '#shared/call-life/receive-call.ts';
import { applyCarrierProgress, identifyCarrierCall, type IdentifyCarrierCallDeps } from '#shared/calls/track-call.ts';
import {
  calls,
  conversations,
  destinations,
  dialQueue,
  phoneNumbers,
  queue,
  timer,
  voices,
  wallets,
} from '#shared/container.ts';
import { recordConversationEnd, type RecordConversationEndDeps } from '#shared/conversations/close-conversation.ts';
import { clock, pause } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { recordCarrierRecording } from '#shared/recordings/manage-recordings.ts';
import { ofCall } from '#test/carriers/paper/paper-callback.ts';
import { paperInstructions } from '#test/carriers/paper/paper-container.ts';
import { paperMark, paperTape } from '#test/carriers/paper/paper-words.ts';

const Letter = v.variant('about', [
  v.object({ about: v.literal('mark'), slip: v.string(), mark: paperMark, seconds: v.optional(v.number()) }),
  v.object({ about: v.literal('answer'), slip: v.string() }),
  v.object({ about: v.literal('tape'), slip: v.string(), tape: v.string(), state: paperTape, seconds: v.number() }),
  v.object({ about: v.literal('talk'), slip: v.string(), by: v.picklist(['us', 'them', 'fire']), isUp: v.boolean() }),
]);

const outcomes = { us: 'ended', them: 'hung_up', fire: 'failed' } as const;

/** Everything that paper writes about a call: its marks, and its tape, and what it asks once it was answered, or has been talked. */
export const handler = ofCall({
  id: 'carrier/paper-call',
  form: Letter,
  deps: (): AnswerCallDeps & IdentifyCarrierCallDeps & RecordConversationEndDeps => ({
    calls: calls(),
    conversations: conversations(),
    voices: voices(),
    instructions: paperInstructions(),
    wallets: wallets(),
    destinations: destinations(),
    phoneNumbers: phoneNumbers(),
    dialQueue: dialQueue(),
    pause,
    queue: queue(),
    timer: timer(),
    clock: clock(),
    logger,
    metrics,
  }),
  async handle({ key, form }, deps) {
    const { slip: carrierCallId } = form;
    if (form.about === 'answer') return answerCall(key, carrierCallId, deps);
    if (form.about === 'talk') {
      const { by, isUp: isCallUp } = form;
      const end = { outcome: outcomes[by], isLost: false, errorCode: null, sessionId: carrierCallId, isCallUp };
      return recordConversationEnd(key, { carrierCallId, ...end }, deps);
    }
    if (form.about === 'tape') {
      const recording = { id: form.tape, state: form.state, durationSeconds: form.seconds };
      await recordCarrierRecording(key, carrierCallId, recording, deps);
      return undefined;
    }
    const before = await identifyCarrierCall(key, carrierCallId, deps);
    await applyCarrierProgress({ key, status: form.mark, durationSeconds: form.seconds, before }, deps);
    return undefined;
  },
});
