import type { Answer, Delivery, ListedSms, NewSms, Query, Sms } from './api-types.ts';
import type { CreateOptions, Http, RequestOptions } from './http.ts';
import { Pages } from './pages.ts';

export interface SmsOperations {
  /**
   * Charges the price of each segment of the text, then sends the SMS. The usual status is `sent`. The status is
   * `queued` if the carrier needs more than ten seconds. The service refunds an SMS that the carrier refuses. An
   * SMS that the carrier accepts and cannot deliver stays charged. Premium-rate, shared-cost and satellite numbers
   * are refused.
   * @operation sendSms
   */
  send(sms: NewSms, options?: CreateOptions): Promise<Sms>;
  /**
   * Returns the SMS that you have sent and received, the newest first. The filters combine with AND. `phone_number`
   * is the number of the other side. `date_from` and `date_to` are whole days in UTC. An inbound SMS has the status
   * `received` and costs nothing.
   * @operation listSms
   */
  list(filters?: Query<'/user/sms'>, options?: RequestOptions): Pages<ListedSms, Answer<'/user/sms', 'get'>>;
  /**
   * Returns one SMS, sent or received, with its delivery status.
   * @operation getSms
   */
  get(id: number, options?: RequestOptions): Promise<ListedSms>;
  /**
   * Returns each webhook of a call, or of an SMS, with its attempts, the time of the next attempt, and the recent
   * answers of its server. The list is empty if there is no webhook, or the call is not over.
   * @operation listDeliveries
   */
  deliveries(id: number, options?: RequestOptions): Promise<Delivery[]>;
  /**
   * Returns the address to which the service posts the events of your SMS, or null. New accounts have none.
   * @operation getSmsWebhook
   */
  webhook(options?: RequestOptions): Promise<string | null>;
  /**
   * Sets the address to which the service posts the events of your SMS: `sms.sent`, `sms.delivered`,
   * `sms.undelivered`, `sms.failed` and `sms.received`. Each request is signed according to Standard Webhooks.
   * Every attempt goes to the address that is set at that moment. With null, events are neither made nor posted,
   * not even those that wait for an attempt.
   * @operation setSmsWebhook
   */
  setWebhook(url: string | null, options?: RequestOptions): Promise<void>;
}

export function smsOperations(http: Http): SmsOperations {
  return {
    send: async (sms, options) => (await http.create<{ data: Sms }>('/user/sms', sms, options)).data,
    list: (filters, options) =>
      new Pages((position) => http.send('GET', '/user/sms', { query: { ...filters, ...position }, ...options })),
    get: (id, options) => http.send('GET', `/user/sms/${id}`, { ...options }),
    async deliveries(id, options) {
      const query = { sms_id: id };
      return (await http.send<{ data: Delivery[] }>('GET', '/user/webhooks/deliveries', { query, ...options })).data;
    },
    async webhook(options) {
      const { data } = await http.send<Answer<'/user/sms-webhook', 'get'>>('GET', '/user/sms-webhook', { ...options });
      return data.sms_webhook_url;
    },
    async setWebhook(url, options) {
      await http.send('PUT', '/user/sms-webhook', { body: { sms_webhook_url: url }, ...options });
    },
  };
}
