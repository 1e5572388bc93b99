import { createCustomer, type Customer, type CustomerOptions } from '#test/api/customer.ts';
import { checkAnswer } from '#test/support/check-answer.ts';

/** One request; what is left out is the obvious: the endpoint's own path, no body, the token of the customer. */
export interface Ask {
  /** The id in the path. */
  id?: number | string;
  /** Another path of the same endpoint. */
  path?: string;
  query?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  text?: string;
  headers?: Record<string, string>;
  /** Null = no Authorization header. */
  token?: string | null;
}

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

/** What a row works on: the running service, a customer of it, and a stranger whose records are none of their business. */
export interface World {
  customer: Customer;
  stranger: Customer;
  /** With the API prefix. */
  baseUrl: string;
  ask: <Body = unknown>(endpoint: string, ask?: Ask) => Promise<Answer<Body>>;
}

export interface Worlds {
  shared(): World;
  fresh(options?: CustomerOptions): Promise<World>;
}

export async function createWorlds(baseUrl: string): Promise<Worlds> {
  const [customer, stranger] = [await createCustomer(), await createCustomer()];
  const worldOf = (customer: Customer): World => ({
    customer,
    stranger,
    baseUrl,
    ask: async (endpoint, ask = {}) => send(baseUrl, endpoint, { token: customer.token, ...ask }),
  });
  const shared = worldOf(customer);
  return { shared: () => shared, fresh: async (options) => worldOf(await createCustomer(options)) };
}

async function send<Body>(baseUrl: string, endpoint: string, ask: Ask): Promise<Answer<Body>> {
  const [method = '', path = ''] = endpoint.split(' ');
  const { token, id = '', query, text, headers } = ask;
  const asked = ask.path ?? path.replace('{id}', String(id));
  const body = 'body' in ask ? JSON.stringify(ask.body) : text;
  const response = await fetch(`${baseUrl}${asked}${query === undefined ? '' : `?${query}`}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const answer = { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  checkAnswer(method, response.url, answer);
  return answer;
}
