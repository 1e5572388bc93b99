import * as v from 'valibot';
import { expect } from 'vitest';
import type { Answer, Ask, World } from '#test/api/world.ts';

/** One sentence of the contract or of its decisions, and how it is asked of the running service. */
export interface ContractRow {
  /** What is promised, in the project's own words; also the name of the test. */
  sentence: string;
  /** Where it is promised: headings of the contract, or sections of the decisions. */
  from: string;
  /** Method and path below the API prefix, as the manifest writes them. */
  endpoint: string;
  /** Every request of the row is answered with this status. */
  status: number;
  /** Whether the row needs a customer for whom nothing has happened yet. */
  isFresh: boolean;
  check: (world: World) => Promise<void>;
}

type From<Given, Value> = Value | ((given: Given) => Value);
type Asked = Ask | Ask[];

interface RowDefinition<Given> {
  /** Replaces the headings of the other rows of the endpoint. */
  from?: string;
  isFresh?: boolean;
  /** Makes what the requests are about; its result is handed to the functions below. */
  given?: (world: World) => Promise<Given>;
  /** One request, or several of which each must be answered alike; without it the endpoint is called as it is. */
  ask?: Asked | ((given: Given, world: World) => Asked);
  /** The whole body. */
  body?: From<Given, object>;
  /** A part of the body. */
  part?: From<Given, object>;
  /** The form of the body, which has no other fields. */
  shape?: v.GenericSchema;
  headers?: Record<string, string>;
  /** What must be true afterwards. */
  after?: (answer: Answer, given: Given, world: World, ask: Ask) => Promise<void> | void;
}

/** The rows of one endpoint; a row is its status, its sentence and how it is asked. */
export function rowsOf(endpoint: string, from: string) {
  return <Given = undefined>(status: number, sentence: string, definition: RowDefinition<Given> = {}): ContractRow => ({
    sentence,
    from: definition.from ?? from,
    endpoint,
    status,
    isFresh: definition.isFresh ?? false,
    async check(world) {
      const given = (await definition.given?.(world)) as Given;
      const asked = typeof definition.ask === 'function' ? definition.ask(given, world) : (definition.ask ?? {});
      for (const ask of [asked].flat()) {
        const answer = await world.ask(endpoint, ask);
        expect(answer, JSON.stringify(ask).slice(0, 300)).toMatchObject({ status });
        expectBody(definition, answer, given);
        await definition.after?.(answer, given, world, ask);
      }
    },
  });
}

function expectBody<Given>({ body, part, shape, headers }: RowDefinition<Given>, answer: Answer, given: Given): void {
  const valueOf = (value: From<Given, object>) => (typeof value === 'function' ? (value(given) as object) : value);
  if (body !== undefined) expect(answer.body).toEqual(valueOf(body));
  if (part !== undefined) expect(answer.body).toMatchObject(valueOf(part));
  if (headers !== undefined) expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  if (shape === undefined) return;
  const { issues } = v.safeParse(shape, answer.body);
  expect(issues === undefined ? undefined : v.flatten(issues)).toBeUndefined();
}
