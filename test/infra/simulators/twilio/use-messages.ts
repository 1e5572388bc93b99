import type { JournalEvent, Message, MessageAttempt } from '@ringback/simulators/twilio/journal/journal-entries.ts';
import type { RestAnswer } from '#test/infra/simulators/twilio/carrier-client.ts';
import { FROM, useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

interface MessageView extends Message {
  finished: boolean;
  requests: { purpose: string; status?: number; failure?: string }[];
  timeline: JournalEvent[];
}

/** A carrier as `useCarrier` starts it, to send messages through. */
export function useMessages() {
  const carrier = useCarrier();
  const attempts = async () =>
    (await carrier.client().control<{ attempts: MessageAttempt[] }>('/message-attempts')).attempts;
  const list = async (query = '') =>
    (await carrier.client().control<{ messages: MessageView[] }>(`/messages${query}`)).messages;

  const post = (form: [string, string][]): Promise<RestAnswer> => carrier.client().api('POST', '/Messages.json', form);
  const form = (to: string, body = 'Hello'): [string, string][] => [
    ['To', to],
    ['From', FROM],
    ['Body', body],
    ['StatusCallback', `${carrier.service().url}/status`],
  ];

  /** The message once it is final and every callback was sent. */
  const finished = (sid: string): Promise<MessageView> =>
    carrier.until(async () => {
      const message = await carrier.client().control<MessageView>(`/messages/${sid}`);
      if (!message.finished) throw new Error(`the message is ${message.status}`);
      return message;
    });

  return {
    ...carrier,
    post,
    form,
    attempts,
    list,
    finished,
    told: () =>
      carrier
        .service()
        .to('/status')
        .map(({ parameters }) => parameters['MessageStatus']),
    send: async (to: string, body?: string): Promise<MessageView> =>
      finished(String((await post(form(to, body))).body['sid'])),
  };
}
