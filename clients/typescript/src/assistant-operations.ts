import type {
  Answer,
  Assistant,
  AssistantChanges,
  AssistantSummary,
  AssistantVersion,
  NewAssistant,
  NewWebCall,
  Query,
  Row,
  WebCallPass,
} from './api-types.ts';
import type { CreateOptions, Http, RequestOptions } from './http.ts';
import { Pages } from './pages.ts';

export interface AssistantOperations {
  create(assistant: NewAssistant, options?: CreateOptions): Promise<AssistantSummary>;
  /** Changes the fields that are given. What was read can be sent back whole. */
  update(id: number, changes: AssistantChanges, options?: RequestOptions): Promise<AssistantSummary>;
  delete(id: number, options?: RequestOptions): Promise<void>;
  /** The assistants, newest first. */
  list(
    filters?: Query<'/user/assistants/get'>,
    options?: RequestOptions,
  ): Pages<Assistant, Answer<'/user/assistants/get', 'get'>>;
  get(id: number, options?: RequestOptions): Promise<Assistant>;
  /** Starts a call in a web page, which `startWebCall` of `@ringback/widget` begins with the answer. */
  startWebCall(id: number, call?: NewWebCall, options?: RequestOptions): Promise<WebCallPass>;
  /** What the assistant was, newest first; at most 25 in one answer. */
  versions(
    id: number,
    filters?: Query<'/user/assistants/{id}/versions'>,
    options?: RequestOptions,
  ): Promise<AssistantVersion[]>;
  /** All outbound assistants in short, without pages. */
  listOutbound(options?: RequestOptions): Promise<Answer<'/user/assistants/outbound', 'get'>>;
}

export function assistantOperations(http: Http): AssistantOperations {
  return {
    create: async (assistant, options) =>
      (await http.create<Answer<'/user/assistant', 'post'>>('/user/assistant', assistant, options)).data,
    update: async (id, changes, options) =>
      (
        await http.send<Answer<'/user/assistant/{id}', 'put'>>('PUT', `/user/assistant/${id}`, {
          body: changes,
          ...options,
        })
      ).data,
    delete: async (id, options) => {
      await http.send('DELETE', `/user/assistant/${id}`, { ...options });
    },
    list: (filters, options) =>
      new Pages((page) =>
        http.send('GET', '/user/assistants/get', { query: { ...filters, page: page ?? filters?.page }, ...options }),
      ),
    get: (id, options) => http.send('GET', `/user/assistant/${id}`, { ...options }),
    startWebCall: async (id, call = {}, options) =>
      (
        await http.send<Answer<'/user/assistants/{id}/web-call', 'post'>>('POST', `/user/assistants/${id}/web-call`, {
          body: call,
          ...options,
        })
      ).data,
    versions: async (id, filters, options) =>
      (
        await http.send<Answer<'/user/assistants/{id}/versions', 'get'>>('GET', `/user/assistants/${id}/versions`, {
          query: filters,
          ...options,
        })
      ).data,
    listOutbound: (options) => http.send('GET', '/user/assistants/outbound', { ...options }),
  };
}

interface Provider {
  id: number;
  name: string;
}

export interface LookupOperations {
  /** The numbers of the user; `inbound` for those that can be given to an inbound assistant. */
  numbers(filters?: Query<'/user/assistants/phone-numbers'>): Promise<Array<Row<'/user/assistants/phone-numbers'>>>;
  voices(filters?: Query<'/user/assistants/voices'>): Promise<Array<Row<'/user/assistants/voices'>>>;
  models(filters?: Query<'/user/assistants/models'>): Promise<Array<Row<'/user/assistants/models'>>>;
  languages(): Promise<Array<Row<'/user/assistants/languages'>>>;
  /** Who speaks for the assistant, and who understands the customer. */
  synthesizerProviders(): Promise<Provider[]>;
  transcriberProviders(): Promise<Provider[]>;
}

/** What assistants are made of. */
export function lookupOperations(http: Http): LookupOperations {
  return {
    numbers: (query) => http.send('GET', '/user/assistants/phone-numbers', { query }),
    voices: (query) => http.send('GET', '/user/assistants/voices', { query }),
    models: (query) => http.send('GET', '/user/assistants/models', { query }),
    languages: () => http.send('GET', '/user/assistants/languages'),
    synthesizerProviders: () => http.send('GET', '/user/assistants/synthesizer-providers'),
    transcriberProviders: () => http.send('GET', '/user/assistants/transcriber-providers'),
  };
}
