import type { CallInstructions, Carrier } from '#shared/calls/carrier.ts';
import { ofKind } from '#shared/carrier-container.ts';
import { callTokenKey } from '#shared/container.ts';
import { createVoiceSessions, type VoiceSessions } from '#shared/conversations/voice-sessions.ts';
import { relaySession } from '#shared/integrations/twilio/relay-frames.ts';
import type { CarrierNumbers } from '#shared/numbers/carrier-account.ts';
import { environment } from '#shared/platform/environment.ts';
import type { CarrierRecordings } from '#shared/recordings/recording.ts';
import type { MessageCarrier, ReceivedMessages } from '#shared/sms/message-carrier.ts';
import type { PaperApi } from '#test/carriers/paper/paper-api.ts';
import { createPaperCarrier, createPaperMessages, createPaperNumbers } from '#test/carriers/paper/paper-carrier.ts';
import { createPaperInstructions } from '#test/carriers/paper/paper-instructions.ts';
import { createPaperRecordings } from '#test/carriers/paper/paper-recordings.ts';
import { paperSession } from '#test/carriers/paper/paper-session.ts';

// The lines of the container of carriers that paper adds.

/** The desk of paper, in place of a network. */
export const desk: { api: PaperApi } = { api: async () => undefined };
const api: PaperApi = (order) => desk.api(order);

export const carrier = (account: string): Carrier =>
  ofKind(account, { paper: () => createPaperCarrier(api, environment.publicUrl()) });

export const messageCarrier = (account: string): MessageCarrier =>
  ofKind(account, { paper: () => createPaperMessages(api, environment.publicUrl()) });

export const paperReceived = (account: string): ReceivedMessages =>
  ofKind(account, { paper: () => createPaperMessages(api, environment.publicUrl()) });

export const carrierNumbers = (account: string): CarrierNumbers =>
  ofKind(account, { paper: () => createPaperNumbers(api) });

export const carrierRecordings = (account: string): CarrierRecordings =>
  ofKind(account, { paper: () => createPaperRecordings(api) });

export const voiceSessions = (): VoiceSessions => createVoiceSessions({ twilio: relaySession, paper: paperSession });

export const paperInstructions = (): CallInstructions =>
  createPaperInstructions({
    publicUrl: environment.publicUrl(),
    socketUrl: environment.socketUrl(),
    tokenKey: callTokenKey,
  });
