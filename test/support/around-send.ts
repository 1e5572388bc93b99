import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Command = { input: object; constructor: { name: string } };
/** @param next sends the command, or another input by the same command */
type Around = (command: Command, next: (input?: object) => Promise<unknown>) => Promise<unknown>;

const arounds = new WeakMap<object, Map<string, Around>>();

/**
 * Stands around each request of a client, before the SDK and our fast requests; the one of a name that was added last does.
 * @returns takes it away
 */
export function aroundSend(client: DynamoDBDocumentClient, name: string, around: Around): () => void {
  const own = arounds.get(client) ?? watch(client);
  own.set(name, around);
  return () => void own.delete(name);
}

function watch(client: DynamoDBDocumentClient): Map<string, Around> {
  const own = new Map<string, Around>();
  arounds.set(client, own);
  const send = client.send.bind(client) as unknown as (command: Command, ...rest: unknown[]) => Promise<unknown>;
  const replaced = (command: Command, ...rest: unknown[]) =>
    [...own.values()].reduce(
      (next: (one: Command) => Promise<unknown>, around) => (one) =>
        around(one, (input) => next(input ? withInput(one, input) : one)),
      (one: Command) => send(one, ...rest),
    )(command);
  Object.assign(client, { send: replaced });
  return own;
}

const withInput = (command: Command, input: object): Command =>
  Reflect.construct(command.constructor as unknown as new (input: object) => Command, [input]);
