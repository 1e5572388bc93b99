import type { CallKey } from '#shared/calls/call.ts';
import { isOver, type Carrier, type CarrierCall, type Dial, type DialOutcome } from '#shared/calls/carrier.ts';
import type { CarrierNumbers } from '#shared/numbers/carrier-account.ts';
import type { RealtimeCalls, RealtimeCallSetup, RealtimeUtterance } from '#shared/realtime/realtime-calls.ts';
import type { CarrierRecording, CarrierRecordings, RecordingStore } from '#shared/recordings/recording.ts';
import type { CarrierMessage, MessageCarrier, MessageOutcome, OutgoingMessage } from '#shared/sms/message-carrier.ts';

/** Every account of the carrier, and the carrier itself. */
interface MemoryCarrier extends Carrier, MessageCarrier, CarrierNumbers {
  (account: string): MemoryCarrier;
  /** The accounts that were asked for, in order. */
  accounts: string[];
  dialled: Dial[];
  hungUp: string[];
  /** The time limits that calls on the line were given, in order. */
  limits: Array<{ carrierCallId: string; seconds: number }>;
  /** The numbers of the account, with the origin that their calls go to. */
  numbers: Array<{ carrierNumberId: string; phoneNumber: string; callsGoTo: string | null }>;
  /** The calls that the carrier knows, with the numbers they are between. */
  known: Array<CarrierCall & { to: string; from: string; owner?: CallKey }>;
  /** What the next attempts are answered with; `accepted` after the last one. */
  outcomes: DialOutcome[];
  sent: OutgoingMessage[];
  messages: Array<CarrierMessage & { to: string; from: string }>;
  /** What the next attempts to send are answered with; `accepted` after the last one. */
  messageOutcomes: MessageOutcome[];
}

interface MemoryCarrierOptions {
  /** Whether an `unknown` outcome takes the call or the message all the same. */
  takesUnknown?: boolean;
  now?: () => number;
}

export function createMemoryCarrier({
  takesUnknown = false,
  now = Date.now,
}: MemoryCarrierOptions = {}): MemoryCarrier {
  const members: Pick<MemoryCarrier, keyof MemoryCarrier> = {
    accounts: [],
    sent: [],
    messages: [],
    messageOutcomes: [],
    async sendMessage(message) {
      carrier.sent.push(message);
      const carrierMessageId = `SM${String(carrier.sent.length).padStart(32, '0')}`;
      const outcome = carrier.messageOutcomes.shift() ?? { kind: 'accepted', carrierMessageId, status: 'sent' };
      if (outcome.kind === 'accepted' || (outcome.kind === 'unknown' && takesUnknown)) {
        const { to, from, body } = message;
        carrier.messages.unshift({ carrierMessageId, status: 'sent', body, createdAt: now(), to, from });
      }
      return outcome;
    },
    dialled: [],
    hungUp: [],
    known: [],
    outcomes: [],
    async dial(dial) {
      carrier.dialled.push(dial);
      const carrierCallId = `CA${String(carrier.dialled.length).padStart(32, '0')}`;
      const outcome = carrier.outcomes.shift() ?? { kind: 'accepted', carrierCallId };
      if (outcome.kind === 'accepted' || (outcome.kind === 'unknown' && takesUnknown)) {
        const { key: owner, to, from } = dial;
        carrier.known.push({
          carrierCallId,
          status: 'initiated',
          durationSeconds: 0,
          createdAt: now(),
          to,
          from,
          owner,
        });
      }
      return outcome;
    },
    fetchCall: async (carrierCallId) => carrier.known.find((call) => call.carrierCallId === carrierCallId),
    findCalls: async (to, from) => carrier.known.filter((call) => call.to === to && call.from === from),
    findLegs: async () => [],
    async findOwner(carrierCallId) {
      const call = carrier.known.find((one) => one.carrierCallId === carrierCallId);
      return call && isOver(call.status) ? call.owner : undefined;
    },
    hangUp: async (carrierCallId) => void carrier.hungUp.push(carrierCallId),
    limits: [],
    numbers: [],
    ...otherDesks(() => carrier),
  };
  const carrier: MemoryCarrier = Object.assign((account: string) => {
    carrier.accounts.push(account);
    return carrier;
  }, members);
  return carrier;
}

const otherDesks = (
  carrier: () => MemoryCarrier,
): Pick<MemoryCarrier, 'findMessages' | 'limitDuration'> & CarrierNumbers => ({
  findMessages: async (to, from, since) =>
    carrier().messages.filter((message) => message.to === to && message.from === from && message.createdAt >= since),
  async limitDuration(carrierCallId, seconds) {
    const call = carrier().known.find((one) => one.carrierCallId === carrierCallId);
    if (!call || isOver(call.status)) return 'not_live';
    carrier().limits.push({ carrierCallId, seconds });
    return 'updated';
  },
  async findNumber(phoneNumber, publicUrl) {
    const number = carrier().numbers.find((one) => one.phoneNumber === phoneNumber);
    return number && { ...number, isPointed: number.callsGoTo === publicUrl };
  },
  async pointNumber(carrierNumberId, publicUrl) {
    const number = carrier().numbers.find((one) => one.carrierNumberId === carrierNumberId);
    if (!number) throw new Error(`the carrier has no number ${carrierNumberId}`);
    number.callsGoTo = publicUrl;
  },
});

/** The recordings of a carrier: `known` by its ids of the calls. */
export function createMemoryCarrierRecordings() {
  const known = new Map<string, CarrierRecording & { audio: Uint8Array }>();
  const recordings: CarrierRecordings = {
    async find(carrierCallId) {
      const found = known.get(carrierCallId);
      return found && { id: found.id, state: found.state, durationSeconds: found.durationSeconds };
    },
    async open(recordingId) {
      const found = [...known.values()].find(({ id }) => id === recordingId);
      return found?.state === 'ready' ? streamOf(found.audio) : undefined;
    },
    async remove(recordingId) {
      for (const [callId, { id }] of known) if (id === recordingId) known.delete(callId);
    },
  };
  return Object.assign(() => recordings, { known, ...recordings });
}

const streamOf = (audio: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(audio);
      controller.close();
    },
  });

/** Recordings that links give as long as they work. */
export function createMemoryRecordingStore(now: () => number = Date.now) {
  const recordings = new Map<string, Buffer>();
  const store: RecordingStore = {
    async put(key, audio) {
      const parts: Uint8Array[] = [];
      for await (const part of audio) parts.push(part);
      recordings.set(nameOf(key), Buffer.concat(parts));
    },
    async link(key, { seconds, fileName }) {
      const query = new URLSearchParams({ fileName, until: String(now() + seconds * 1000) });
      return `memory://recordings/${nameOf(key)}?${query.toString()}`;
    },
    remove: async (key) => void recordings.delete(nameOf(key)),
  };
  const play = (link: string) => {
    const { pathname, searchParams } = new URL(link);
    return Number(searchParams.get('until')) > now() ? recordings.get(pathname.slice(1)) : undefined;
  };
  return { ...store, play, size: () => recordings.size };
}

const nameOf = ({ userId, callId }: CallKey) => `${userId}/${callId}`;

interface MemoryRealtimeCall {
  status: 'ringing' | 'live' | 'rejected' | 'over';
  start?: RealtimeCallSetup;
  said: Array<RealtimeUtterance | { kind: 'answer' }>;
  sessions: number;
  isMuted: boolean;
  isPatient?: boolean;
}

interface MemoryRealtimeCalls extends RealtimeCalls {
  calls: Map<string, MemoryRealtimeCall>;
  ring(realtimeCallId: string): void;
  refuse(): void;
}

export function createMemoryRealtimeCalls(): MemoryRealtimeCalls {
  const calls = new Map<string, MemoryRealtimeCall>();
  let refuses = false;
  const move = (realtimeCallId: string, from: MemoryRealtimeCall['status'], to: MemoryRealtimeCall['status']) => {
    const call = calls.get(realtimeCallId);
    if (call?.status === from) call.status = to;
  };
  return {
    calls,
    ring: (realtimeCallId) =>
      void calls.set(realtimeCallId, { status: 'ringing', said: [], sessions: 0, isMuted: false }),
    refuse: () => void (refuses = true),
    async accept(realtimeCallId, start) {
      const call = calls.get(realtimeCallId);
      if (!call || call.status === 'over') return 'over';
      if (call.status !== 'ringing' || refuses) return 'refused';
      Object.assign(call, { status: 'live', start, isMuted: start.isMuted });
      return 'accepted';
    },
    reject: async (realtimeCallId) => move(realtimeCallId, 'ringing', 'rejected'),
    hangUp: async (realtimeCallId) => move(realtimeCallId, 'live', 'over'),
    async openSession(realtimeCallId) {
      const call = calls.get(realtimeCallId);
      if (call?.status !== 'live') return undefined;
      call.sessions += 1;
      return {
        isMuted: call.isMuted,
        async say(words) {
          if (call.status !== 'live') return 'gone';
          call.said.push(words);
          return 'said';
        },
        unmute: () => void (call.isMuted = false),
        answer: () => void call.said.push({ kind: 'answer' }),
        bePatient: () => void (call.isPatient = true),
        mute: () => void (call.isMuted = true),
        close: () => {},
      };
    },
  };
}
