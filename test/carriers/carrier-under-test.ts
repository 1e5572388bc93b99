import type { ReceiveCallDeps } from '#shared/call-life/receive-call.ts';
import type { CallKey } from '#shared/calls/call.ts';
import type { CallInstructions, Carrier, ReportedStatus } from '#shared/calls/carrier.ts';
import type { ConversationEnd } from '#shared/conversations/close-conversation.ts';
import type { LineEvent, VoiceFrame } from '#shared/conversations/voice-session.ts';
import type { CarrierNumbers, CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { HttpResponse } from '#shared/platform/http/http.ts';
import type { CarrierRecording, CarrierRecordingsOf } from '#shared/recordings/recording.ts';
import type { MessageCarrier, MessageReport, ReceivedMessages } from '#shared/sms/message-carrier.ts';
import type { SmsKey } from '#shared/sms/sms.ts';
import type { Company } from '#test/carriers/company.ts';
import type { CallDeps, TextDeps, ReceiveDeps } from '#test/carriers/service.ts';

/** What the carrier does next with a call, as it reads our instructions. */
export type Next =
  | { connect: { greeting: string | null; call: string; token: string; isRecorded: boolean } }
  | 'hang up';

/** Who seals a callback. */
export type Sealed = 'by the account' | 'by a stranger';

/** A carrier with its company: the adapter as the container makes it, its functions, and what the company writes and reads. */
export interface CarrierUnderTest {
  name: string;
  account: string;
  company: Company;
  carrier: CarrierOf<Carrier>;
  messageCarrier: CarrierOf<MessageCarrier>;
  receivedMessages: CarrierOf<ReceivedMessages>;
  numbers: CarrierOf<CarrierNumbers>;
  recordings: CarrierRecordingsOf;
  instructions: CallInstructions;
  isConnectionSigned: (headers: Record<string, string>) => Promise<boolean>;
  connectHeaders: (sealed: Sealed) => Record<string, string>;

  /** The company reports a call. `at`: when it says that it does. */
  report: (key: CallKey, id: string, report: Report, deps: CallDeps) => Promise<HttpResponse>;
  /** The call was answered: the company asks what to do with it. */
  ask: (key: CallKey, id: string, deps: CallDeps) => Promise<Next>;
  /** The conversation is over: the company asks what to do. */
  askAgain: (
    key: CallKey,
    id: string,
    end: Pick<ConversationEnd, 'outcome' | 'isCallUp'>,
    deps: CallDeps,
  ) => Promise<Next>;
  /** A number is called. `from`: null if the caller withholds theirs. */
  ring: (call: { id: string; from: string | null; to: string }, deps: ReceiveCallDeps) => Promise<Next>;
  reportRecording: (key: CallKey, id: string, recording: CarrierRecording, deps: CallDeps) => Promise<HttpResponse>;
  reportText: (key: SmsKey, id: string, status: MessageReport, deps: TextDeps) => Promise<HttpResponse>;
  receiveText: (
    text: { id: string; from: string; to: string; body: string },
    deps: ReceiveDeps,
  ) => Promise<HttpResponse>;

  /** What happens on the line, as the company writes it. */
  writeEvent: (event: Extract<LineEvent, { kind: 'opened' | 'said' | 'interrupted' | 'key' | 'voice' }>) => string;
  /** What the company takes one of our frames for. */
  readFrame: (body: string) => VoiceFrame;
}

export interface Report {
  status: ReportedStatus;
  durationSeconds?: number;
  sealed?: Sealed;
  /** Epoch milliseconds; now by default. */
  at?: number;
}
