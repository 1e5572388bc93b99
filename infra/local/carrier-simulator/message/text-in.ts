import type { Exchange } from '#infra/local/carrier-simulator/call/exchange.ts';
import type { IncomingNumber } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import { newSid } from '#infra/local/carrier-simulator/new-sid.ts';

/** A customer texts a number of the account, and the service is asked what to do about it; gives the id of the message. */
export function textIn(
  exchange: Exchange,
  number: IncomingNumber,
  { from, body }: { from: string; body: string },
): string {
  const sid = newSid('SM');
  void exchange.service.request({
    messageSid: sid,
    purpose: 'message-incoming',
    url: number.settings['SmsUrl'] ?? '',
    method: number.settings['SmsMethod'] === 'GET' ? 'GET' : 'POST',
    parameters: {
      AccountSid: exchange.accountSid,
      ApiVersion: '2010-04-01',
      Body: body,
      From: from,
      FromCountry: 'US',
      MessageSid: sid,
      NumMedia: '0',
      NumSegments: '1',
      SmsMessageSid: sid,
      SmsSid: sid,
      SmsStatus: 'received',
      To: number.phoneNumber,
      ToCountry: 'US',
    },
  });
  return sid;
}
