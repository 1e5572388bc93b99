import * as v from 'valibot';
import { expect } from 'vitest';
import type { Answer, Ask, World } from '#test/api/world.ts';

/** One sentence of the contract or of its decisions, and how it is asked of the running service. */
export interface ContractRow {
  /** What is promised, in the project's own words; also the name of the test. */
  sentence: string;
  /** Where it is promised: a heading of the contract, or a section of the decisions. */
  from: string;
  /** Method and path below the API prefix, as the manifest writes them. */
  endpoint: string;
  /** What is asked for is answered with this status. */
  status: number;
  /** Whether the row needs a customer for whom nothing has happened yet. */
  isFresh: boolean;
  check: (world: World) => Promise<void>;
}

type From<Given, Value> = Value | ((given: Given) => Value);

export interface RowDefinition<Given> {
  sentence: string;
  from: string;
  endpoint: string;
  status: number;
  isFresh?: boolean;
  /** Makes what the requests are about; its result is handed to the functions below. */
  given?: (world: World) => Promise<Given>;
  /** One request, or several of which each must be answered alike; without it the endpoint is called as it is. */
  ask?: (given: Given, world: World) => Ask | Ask[];
  /** The whole body. */
  body?: From<Given, object>;
  /** A part of the body. */
  part?: From<Given, object>;
  /** The form of the body, which has no other fields. */
  shape?: v.GenericSchema;
  headers?: Record<string, string>;
  /** What must be true afterwards. */
  after?: (answer: Answer, given: Given, world: World) => Promise<void> | void;
}

/** Turns a row as it is written into one that can be run. */
export function row<Given = undefined>(definition: RowDefinition<Given>): ContractRow {
  const { sentence, from, endpoint, status, isFresh = false } = definition;
  return {
    sentence,
    from,
    endpoint,
    status,
    isFresh,
    async check(world) {
      const given = (await definition.given?.(world)) as Given;
      const asked = definition.ask?.(given, world) ?? {};
      for (const ask of Array.isArray(asked) ? asked : [asked]) {
        const answer = await world.ask(endpoint, ask);
        expect(answer, describeAsk(ask)).toMatchObject({ status });
        expectBody(definition, answer, given);
        await definition.after?.(answer, given, world);
      }
    },
  };
}

function expectBody<Given>(definition: RowDefinition<Given>, answer: Answer, given: Given): void {
  const valueOf = (value: From<Given, unknown>): unknown => (typeof value === 'function' ? value(given) : value);
  if (definition.body !== undefined) expect(answer.body).toEqual(valueOf(definition.body));
  if (definition.part !== undefined) expect(answer.body).toMatchObject(valueOf(definition.part) as object);
  if (definition.shape !== undefined) {
    const { issues } = v.safeParse(definition.shape, answer.body);
    expect(issues === undefined ? undefined : v.flatten(issues)).toBeUndefined();
  }
  if (definition.headers !== undefined) {
    expect(Object.fromEntries(answer.headers)).toMatchObject(definition.headers);
  }
}

function describeAsk(ask: Ask): string {
  const text = JSON.stringify(ask);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
