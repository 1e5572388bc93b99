import type { CallInstructions, Carrier } from '#shared/calls/carrier.ts';
import { callTokenKey, managementClient } from '#shared/container.ts';
import type { ConversationSocket } from '#shared/conversations/voice-session.ts';
import { createVoiceSessions, type VoiceSessions } from '#shared/conversations/voice-sessions.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { machineDetection } from '#shared/integrations/twilio/machine-detection.ts';
import { relaySession } from '#shared/integrations/twilio/relay-frames.ts';
import { isTwilioConnection } from '#shared/integrations/twilio/signature.ts';
import { twilioAccount } from '#shared/integrations/twilio/twilio-accounts.ts';
import { createTwilioApi } from '#shared/integrations/twilio/twilio-api.ts';
import { createTwilioCarrier, createTwilioNumbers } from '#shared/integrations/twilio/twilio-carrier.ts';
import { createTwilioMessages, createTwilioReceivedMessages } from '#shared/integrations/twilio/twilio-messages.ts';
import { createTwilioMedia, createTwilioRecordings } from '#shared/integrations/twilio/twilio-recordings.ts';
import type { CarrierNumbers } from '#shared/numbers/carrier-account.ts';
import { carrierKindOf } from '#shared/platform/carrier-settings.ts';
import { environment } from '#shared/platform/environment.ts';
import { createApiGatewaySocket } from '#shared/platform/socket/socket.ts';
import type { CarrierRecordings } from '#shared/recordings/recording.ts';
import type { MessageCarrier, ReceivedMessages } from '#shared/sms/message-carrier.ts';

// The part of the container that chooses the carrier. A carrier has an entry in each of these tables.

export const carrier = (account: string): Carrier =>
  ofKind(account, {
    twilio: (name) => createTwilioCarrier(twilioApi(name), environment.publicUrl(), machineDetection()),
  });

export const messageCarrier = (account: string): MessageCarrier =>
  ofKind(account, { twilio: (name) => createTwilioMessages(twilioApi(name), environment.publicUrl()) });

/** Works without the public URL of the service. */
export const carrierNumbers = (account: string): CarrierNumbers =>
  ofKind(account, { twilio: (name) => createTwilioNumbers(twilioApi(name)) });

/** A STOP waits this long for its date. The callback has ten seconds in all. */
const DATE_TIMEOUT_MS = 4000;
export const receivedMessages = (account: string): ReceivedMessages =>
  ofKind(account, {
    twilio: (name) =>
      createTwilioReceivedMessages(createTwilioApi({ ...twilioAccount(name), timeoutMs: DATE_TIMEOUT_MS })),
  });

export const carrierRecordings = (account: string): CarrierRecordings =>
  ofKind(account, {
    twilio: (name) => createTwilioRecordings(twilioApi(name), createTwilioMedia(twilioAccount(name))),
  });

/** The default one first. */
export const voiceSessions = (): VoiceSessions => createVoiceSessions({ twilio: relaySession });
export const conversationSocket = (): ConversationSocket =>
  voiceSessions().over(createApiGatewaySocket(managementClient()));

/** The token of the first frame names the call. */
export const isConnectionSigned = (headers: Record<string, string>): Promise<boolean> => isTwilioConnection(headers);

const twilioApi = (account: string) => createTwilioApi(twilioAccount(account));

export const twilioInstructions = (): CallInstructions =>
  createTwilioCallInstructions({
    publicUrl: environment.publicUrl(),
    socketUrl: environment.socketUrl(),
    realtimeProjectId: environment.realtimeProjectId(),
    realtimeSipHost: environment.realtimeSipHost(),
    tokenKey: callTokenKey,
  });

export function ofKind<Part>(account: string, parts: Readonly<Record<string, (account: string) => Part>>): Part {
  const kind = carrierKindOf(account);
  const part = parts[kind];
  if (!part) throw new Error(`the carrier account ${account} is of an unknown kind: ${kind}`);
  return part(account);
}
