import * as v from 'valibot';
import { messageStatus } from '#shared/integrations/twilio/statuses.ts';
import {
  CLOCK_SKEW_MS,
  twilioMessageCallbackUrl,
  expectAnswer,
  expectSuccess,
  readOutcome,
  type TwilioApi,
} from '#shared/integrations/twilio/twilio-api.ts';
import type { CarrierMessage, MessageCarrier, ReceivedMessages, SentMessage } from '#shared/sms/message-carrier.ts';

const PAGE_SIZE = '1000';

/** The carrier has a message that has an id: refunding it would send it free of charge. */
const MessageResource = v.object({
  sid: v.string(),
  /** A status that this release does not know is one of a message that the carrier has accepted. */
  status: v.fallback(v.union([v.picklist(['receiving', 'received']), messageStatus]), 'sent'),
  body: v.nullish(v.string(), ''),
  /** RFC 2822. Twilio's description allows null. */
  date_created: v.nullish(v.pipe(v.string(), v.transform(Date.parse), v.number())),
});
const MessageList = v.object({ messages: v.array(v.unknown()) });

export function createTwilioMessages(api: TwilioApi, publicUrl: string): MessageCarrier {
  return {
    async sendMessage({ key, to, from, body }) {
      const parameters = new URLSearchParams({
        To: to,
        From: from,
        Body: body,
        StatusCallback: twilioMessageCallbackUrl(publicUrl, key),
      });
      return readOutcome(await api('POST', 'Messages.json', parameters), (answer) => {
        const message = v.safeParse(MessageResource, answer);
        return message.success ? toSentMessage(message.output) : undefined;
      });
    },
    async findMessages(to, from, since) {
      // Not by DateSent: a message in the carrier's queue has none.
      const query = new URLSearchParams({ To: to, From: from, PageSize: PAGE_SIZE });
      const { messages } = v.parse(MessageList, expectSuccess(expectAnswer(await api('GET', 'Messages.json', query))));
      return messages
        .flatMap((message) => toCarrierMessage(message, since))
        .filter(({ createdAt }) => createdAt >= since - CLOCK_SKEW_MS);
    },
  };
}

const DatedResource = v.object({ date_created: v.pipe(v.string(), v.transform(Date.parse), v.number()) });

/** The callback of a received message has its id and no date. */
export function createTwilioReceivedMessages(api: TwilioApi): ReceivedMessages {
  return {
    async findDate(carrierMessageId) {
      const answer = expectAnswer(await api('GET', `Messages/${encodeURIComponent(carrierMessageId)}.json`));
      if (answer.status === 404) return undefined;
      return v.parse(DatedResource, expectSuccess(answer)).date_created;
    },
  };
}

/** Twilio lists a message to a number of the same account twice. Drops the received copy. */
function toCarrierMessage(resource: unknown, since: number): CarrierMessage[] {
  const message = v.safeParse(MessageResource, resource);
  const sent = message.success ? toSentMessage(message.output) : undefined;
  if (!message.success || !sent) return [];
  const { body, date_created: createdAt } = message.output;
  return [{ ...sent, body, createdAt: createdAt ?? since }];
}

function toSentMessage({ sid, status }: v.InferOutput<typeof MessageResource>): SentMessage | undefined {
  if (status === 'receiving' || status === 'received') return undefined;
  return { carrierMessageId: sid, status };
}
