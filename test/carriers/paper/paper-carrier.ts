import * as v from 'valibot';
import { parseCallReference } from '#shared/calls/call-token.ts';
import type { Carrier, CarrierCall } from '#shared/calls/carrier.ts';
import type { CarrierNumbers, CarrierOutcome } from '#shared/numbers/carrier-account.ts';
import type { MessageCarrier, ReceivedMessages } from '#shared/sms/message-carrier.ts';
import { paperCallUrl, paperNumberUrls, type PaperApi } from '#test/carriers/paper/paper-api.ts';
import { paperMark, paperStamp } from '#test/carriers/paper/paper-words.ts';

const Call = v.object({ slip: v.string(), mark: paperMark, seconds: v.number(), at: v.number() });
const Text = v.object({ slip: v.string(), stamp: paperStamp, words: v.string(), at: v.number() });

/** Calls on paper. */
export function createPaperCarrier(api: PaperApi, publicUrl: string): Carrier {
  return {
    dial: async ({ key, to, from, timeLimitSeconds }) =>
      readOutcome(
        await api({ order: 'dial', to, from, minutes: timeLimitSeconds / 60, url: paperCallUrl(publicUrl, key) }),
        (slip) => ({ carrierCallId: slip }),
      ),
    async fetchCall(carrierCallId) {
      const found = v.parse(v.nullable(Call), await api({ order: 'look', slip: carrierCallId }));
      return found ? toCall(found) : undefined;
    },
    findCalls: async (to, from, since) =>
      v.parse(v.array(Call), await api({ order: 'search', to, from, since })).map(toCall),
    findLegs: async () => [],
    async findOwner(carrierCallId) {
      const letters = v.parse(v.array(v.string()), await api({ order: 'letters', slip: carrierCallId }));
      return letters.map(readOwner).find((key) => key !== undefined);
    },
    limitDuration: async (carrierCallId, seconds) =>
      v.parse(v.boolean(), await api({ order: 'limit', slip: carrierCallId, minutes: seconds / 60 }))
        ? 'updated'
        : 'not_live',
    hangUp: async (carrierCallId) => void (await api({ order: 'cut', slip: carrierCallId })),
  };
}

function toCall({ slip, mark, seconds, at }: v.InferOutput<typeof Call>): CarrierCall {
  return { carrierCallId: slip, status: mark, durationSeconds: seconds, createdAt: at };
}

function readOwner(url: string) {
  const [, user, call] = /\/carrier\/paper\/calls\/(\d+)\/(\d+)$/.exec(url) ?? [];
  return user === undefined ? undefined : parseCallReference(`${user}.${call}`);
}

/** Text messages on paper. */
export function createPaperMessages(api: PaperApi, publicUrl: string): MessageCarrier & ReceivedMessages {
  return {
    sendMessage: async ({ key: { userId, smsId }, to, from, body }) =>
      readOutcome(
        await api({ order: 'text', to, from, words: body, url: `${publicUrl}/carrier/paper/texts/${userId}/${smsId}` }),
        (slip) => ({ carrierMessageId: slip, status: 'sent' as const }),
      ),
    findMessages: async (to, from, since) =>
      v
        .parse(v.array(Text), await api({ order: 'texts', to, from, since }))
        .map(({ slip, stamp, words, at }) => ({ carrierMessageId: slip, status: stamp, body: words, createdAt: at })),
    findDate: async (carrierMessageId) =>
      v.parse(v.nullable(v.number()), await api({ order: 'stamp', slip: carrierMessageId })) ?? undefined,
  };
}

const Card = v.object({
  card: v.string(),
  phone: v.string(),
  calls: v.nullable(v.string()),
  texts: v.nullable(v.string()),
});

/** The numbers of an account, and where their calls and texts go. */
export function createPaperNumbers(api: PaperApi): CarrierNumbers {
  return {
    async findNumber(phone, publicUrl) {
      const found = v.parse(v.nullable(Card), await api({ order: 'number', phone }));
      if (!found) return undefined;
      const { card: carrierNumberId, phone: phoneNumber, calls, texts } = found;
      const ours = paperNumberUrls(publicUrl);
      return {
        carrierNumberId,
        phoneNumber,
        callsGoTo: calls,
        isPointed: calls === ours.calls && texts === ours.texts,
      };
    },
    pointNumber: async (card, publicUrl) => void (await api({ order: 'point', card, ...paperNumberUrls(publicUrl) })),
  };
}

const Reply = v.variant('said', [
  v.object({ said: v.literal('yes'), slip: v.string() }),
  v.object({ said: v.literal('no'), number: v.number(), because: v.string() }),
  v.object({ said: v.literal('later'), seconds: v.number() }),
]);

/** Paper's number of a recipient that cannot be reached. */
const NO_SUCH_NUMBER = 7;

function readOutcome<Accepted>(reply: unknown, accept: (slip: string) => Accepted): CarrierOutcome<Accepted> {
  const known = v.safeParse(Reply, reply);
  if (!known.success) return { kind: 'unknown', reason: 'no reply' };
  const { output } = known;
  if (output.said === 'yes') return { kind: 'accepted', ...accept(output.slip) };
  if (output.said === 'later') return { kind: 'retry', afterSeconds: output.seconds, reason: 'later' };
  const { number: code, because: reason } = output;
  return { kind: 'refused', code, reason, ...(code === NO_SUCH_NUMBER && { isOfRecipient: true }) };
}
