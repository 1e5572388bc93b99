import type { ReceivedSms, SmsStore } from '#shared/sms/sms-deps.ts';
import type { SmsEvents } from '#shared/sms/sms-deps.ts';

/** Of users without an address for events. */
export const noSmsEvents: SmsEvents = { prepare: async () => undefined };

/** Only inbound texts. */
export function createMemoryInbox(): Pick<SmsStore, 'receive' | 'get'> & { received: ReceivedSms[] } {
  const received: ReceivedSms[] = [];
  return {
    received,
    get: async ({ userId, smsId }) => received.find((sms) => sms.userId === userId && sms.id === smsId),
    async receive(sms) {
      const known = received.find(({ carrierMessageId }) => carrierMessageId === sms.carrierMessageId);
      if (!known) received.push(sms);
      else if (sms.optOut && !known.optOut) known.optOut = sms.optOut;
      return known ? 'repeated' : 'received';
    },
  };
}
