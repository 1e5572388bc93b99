import type { Exchange } from '#infra/local/carrier-simulator/call/exchange.ts';
import type { IncomingNumber } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import { newSid } from '#infra/local/carrier-simulator/new-sid.ts';
import type { ApiRequest, ApiResponse } from './api-message.ts';
import { filterList } from './filter-list.ts';
import { listPage } from './list-page.ts';
import { numberParameters } from './number-parameter-rules.ts';
import { numberResource } from './number-resource.ts';
import { isE164, readForm } from './read-form.ts';
import { notFound } from './rest-error.ts';

const filters = {
  fields: {
    FriendlyName: ({ settings, phoneNumber }: IncomingNumber) => settings['FriendlyName'] ?? phoneNumber,
    Beta: () => 'false',
    Origin: () => 'twilio',
  },
  times: {},
};

/** Numbers that the carrier's own test credentials do not have. */
const notOurs = new Set(['+15005550000', '+15005550001']);

/**
 * The phone numbers of the account. There is nobody to buy them from: every number belongs to it, as every number may be
 * dialled from, and is there as soon as it is asked for in full.
 */
export class NumbersApi {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  list({ path, query }: ApiRequest): ApiResponse {
    const { journal, accountSid } = this.#exchange;
    const part = query.get('PhoneNumber') ?? '';
    if (isE164(part) && !notOurs.has(part)) this.#know(part);
    const others = new URLSearchParams([...query].filter(([name]) => name !== 'PhoneNumber'));
    const numbers = journal.numbers().filter(({ phoneNumber }) => phoneNumber.includes(part));
    const found = filterList(numbers, filters, others, (name) => this.#report(20_001, `unknown filter ${name}`));
    const resources = found.map((number) => numberResource(number, accountSid));
    return { status: 200, json: listPage(path, query, 'incoming_phone_numbers', resources) };
  }

  show({ path }: ApiRequest, sid: string): ApiResponse {
    return this.#answer(this.#find(path, sid));
  }

  update({ path, body }: ApiRequest, sid: string): ApiResponse {
    const { clock, journal } = this.#exchange;
    const number = this.#find(path, sid);
    const form = readForm(new URLSearchParams(body), numberParameters, (code, message) => this.#report(code, message));
    const changes = Object.entries(form).map(([name, values]) => [name, values.at(-1) ?? ''] as const);
    const settings = { ...number.settings, ...Object.fromEntries(changes) };
    const updated = { ...number, settings, updatedAt: clock.now() };
    journal.saveNumber(updated);
    return this.#answer(updated);
  }

  #know(phoneNumber: string): void {
    const { clock, journal } = this.#exchange;
    if (journal.numbers().some((number) => number.phoneNumber === phoneNumber)) return;
    const now = clock.now();
    journal.saveNumber({ sid: newSid('PN'), phoneNumber, settings: {}, createdAt: now, updatedAt: now });
  }

  #find(path: string, sid: string): IncomingNumber {
    const number = this.#exchange.journal.numbers().find((one) => one.sid === sid);
    if (!number) throw notFound(path);
    return number;
  }

  #answer(number: IncomingNumber): ApiResponse {
    return { status: 200, json: numberResource(number, this.#exchange.accountSid) };
  }

  #report(code: number, message: string): void {
    const { clock, journal } = this.#exchange;
    journal.violation({ at: clock.now(), code, message });
  }
}
