import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { BadInput } from '#infra/local/rehearsal/load-rehearsal.ts';
import {
  type PlayedBy,
  playedCustomer,
  requirePlayers,
  startCustomerServer,
} from '#infra/local/rehearsal/played-customer.ts';
import { Rehearsal } from '#infra/local/rehearsal/rehearsal.ts';
import { behaviours, useOpenAiServer } from '#test/support/openai-server.ts';

const number = '+12025552000';
const openAi = useOpenAiServer();
const played = (changes: Partial<PlayedBy> = {}) =>
  playedCustomer({ plays: 'You are Ada.', model: 'rehearsal', maxTurns: 2, number, environment: {}, ...changes });

describe('a customer played by a model of OpenAI', () => {
  const model = (changes: Partial<PlayedBy> = {}) =>
    played({ model: 'gpt-4.1-mini', environment: { OPENAI_BASE_URL: openAi.baseUrl() }, ...changes });

  it('gets its description and the conversation, and hangs up by its tool', async () => {
    openAi.behave(behaviours.says('I am ', 'Ada.'));
    const customer = model();
    await expect(customer('Who is there?')).resolves.toEqual({ say: 'I am Ada.', hang_up: false });
    const [{ body } = { body: { messages: [], tools: [] } }] = openAi.requests;
    expect(JSON.stringify(body.messages[0])).toContain('You are Ada.');
    expect(body.messages.at(-1)).toMatchObject({ role: 'user' });
    expect(JSON.stringify(body.messages.at(-1))).toContain('Who is there?');
    expect(body.tools).toMatchObject([{ function: { name: 'end_call' } }]);
  });

  it('says goodbye when it has had its turns', async () => {
    openAi.behave(behaviours.says('Yes.'));
    const customer = model({ maxTurns: 1 });
    await customer('Yes?');
    await expect(customer('Yes?')).resolves.toEqual({ say: 'That is all, thank you. Goodbye.', hang_up: true });
  });
});

describe('the model of a customer', () => {
  const rehearsal = (model: string) =>
    v.parse(Rehearsal, {
      assistant: { id: 1 },
      customer: { plays: 'You are Ada.', model },
      expect: { status: 'completed' },
    });

  it.each([
    ['gpt-99', {}, 'there is no model gpt-99'],
    ['gpt-4.1-mini', {}, 'needs OPENAI_API_KEY'],
    ['claude-haiku-4.5', {}, "take one of OpenAI's"],
  ])('%s is refused before anything is called', (model, environment, problem) => {
    expect(() => requirePlayers([rehearsal(model)], environment)).toThrow(BadInput);
    expect(() => requirePlayers([rehearsal(model)], environment)).toThrow(problem);
  });

  it('is not required without played customers', () => {
    const scripted = { ...rehearsal('gpt-99'), customer: { ...rehearsal('gpt-99').customer, plays: undefined } };
    expect(() => requirePlayers([scripted], {})).not.toThrow();
  });
});

describe('the customer server', () => {
  it('asks the customer of the number, and hangs up for one that fails', async () => {
    const problems: string[] = [];
    const server = await startCustomerServer((of, problem) => problems.push(`${of}: ${problem}`));
    server.put(number, async (heard) => {
      if (heard === '') throw new Error('the model is down');
      return { say: `You said ${heard}` };
    });
    const ask = async (heard: string, of = number) => {
      const body = JSON.stringify({ number: of, heard });
      return (await fetch(server.url, { method: 'POST', body })).json();
    };
    await expect(ask('hello')).resolves.toEqual({ say: 'You said hello' });
    await expect(ask('')).resolves.toEqual({ hang_up: true });
    await expect(ask('hello', '+12025552001')).resolves.toEqual({ hang_up: true });
    expect(problems).toEqual([`${number}: the model is down`]);
    await server.stop();
  });
});
