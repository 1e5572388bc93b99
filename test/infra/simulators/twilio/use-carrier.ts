import type { SimulatorOptions } from '@ringback/simulators/twilio/context/simulator-context.ts';
import { type CarrierSimulator, startCarrierSimulator } from '@ringback/simulators/twilio/start-carrier-simulator.ts';
import { afterEach, beforeEach, vi } from 'vitest';
import {
  type CallView,
  type CarrierClient,
  createCarrierClient,
} from '#test/infra/simulators/twilio/carrier-client.ts';
import {
  type Conversation,
  createFakeService,
  type FakeService,
  type Frame,
} from '#test/infra/simulators/twilio/fake-service.ts';

export const ACCOUNT_SID = `AC${'0'.repeat(32)}`;
export const AUTH_TOKEN = 'carrier-test-token';
export const FROM = '+12025550199';

/** A carrier that runs 200 times as fast as life, and a service for it to call, for each test of a file. */
export function useCarrier(options: Partial<SimulatorOptions> = {}) {
  let service: FakeService;
  let simulator: CarrierSimulator;
  let client: CarrierClient;

  async function start(more: Partial<SimulatorOptions> = {}): Promise<void> {
    simulator = await startCarrierSimulator({
      accountSid: ACCOUNT_SID,
      authToken: AUTH_TOKEN,
      speed: 200,
      limits: { reactionMs: 15, patienceMs: 60, answerMs: 2000, retryMs: 20 },
      ...options,
      ...more,
    });
    client = createCarrierClient(simulator.url, ACCOUNT_SID, AUTH_TOKEN);
  }

  beforeEach(async () => {
    service = createFakeService(AUTH_TOKEN);
    await service.start();
    await start();
  });
  afterEach(async () => {
    await simulator.stop();
    await service.stop();
  });

  /** Dials as the service would. Returns the answer of the API. */
  const dial = (to: string, more: [string, string][] = []) =>
    client.api('POST', '/Calls.json', [
      ['To', to],
      ['From', FROM],
      ['Url', `${service.url}/answered`],
      ['StatusCallback', `${service.url}/status`],
      ...['initiated', 'ringing', 'answered', 'completed'].map((name): [string, string] => [
        'StatusCallbackEvent',
        name,
      ]),
      ...more,
    ]);

  const until = <Value>(probe: () => Value | Promise<Value>): Promise<Value> => vi.waitFor(probe, { interval: 5 });

  /** The call when it is over and its callbacks are sent. */
  const finished = (sid: string): Promise<CallView> =>
    until(async () => {
      const call = await client.call(sid);
      if (!call.finished) throw new Error(`the call is ${call.status}`);
      return call;
    });

  return {
    service: () => service,
    client: () => client,
    simulator: () => simulator,
    start,
    /** A new service, not started, in place of one that was stopped. */
    revive(): FakeService {
      service = createFakeService(AUTH_TOKEN);
      return service;
    },
    dial,
    until,
    finished,
    async call(to: string, more: [string, string][] = []): Promise<CallView> {
      const { body } = await dial(to, more);
      return finished(String(body['sid']));
    },
  };
}

/** An assistant without a greeting that answers every prompt with one sentence, and ends the call after a goodbye. */
export function politeAssistant(answer = 'I see. What is your name?') {
  let hasSaidGoodbye = false;
  return (frame: Frame, conversation: Conversation): void => {
    if (frame['type'] === 'prompt' && frame['last'] === true) {
      hasSaidGoodbye = String(frame['voicePrompt']).includes('Goodbye');
      conversation.send({ type: 'text', token: hasSaidGoodbye ? 'Goodbye!' : answer, last: false });
      conversation.send({ type: 'text', token: '', last: true });
    }
    if (hasSaidGoodbye && frame['name'] === 'agentSpeaking' && frame['value'] === 'off') {
      conversation.send({ type: 'end', handoffData: '{"reason":"goodbye"}' });
    }
  };
}
