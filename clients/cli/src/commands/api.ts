import { Argument } from '@commander-js/extra-typings';
import { defined } from '@ringback/client';
import { methods } from '@ringback/client/values';
import { InvalidArgumentError } from 'commander';
import { fieldValues, pairArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { ownCommand } from '../operation-command.ts';
import { readText } from '../read-text.ts';
import { type Session, UsageError } from '../session.ts';

export function apiCommand(session: Session) {
  return ownCommand(
    'api',
    'Send any request to the API',
    'Prints the answer as JSON. The reference lists the methods and paths: <address of the API>/openapi.json.',
  )
    .addArgument(new Argument('<method>', methods.join(', ')).argParser(methodArgument))
    .argument('<path>', 'path below the address of the API, such as /user/me', pathArgument)
    .option('--query <name=value>', 'query parameter, once or more', pairArgument)
    .option('--data <json>', 'body: JSON, @file, or - for standard input')
    .option('--set <field=value>', 'field of the body, once or more', pairArgument)
    .option('--key <key>', 'idempotency key: the same request with the same key is carried out once in 24 hours')
    .addHelpText(
      'after',
      examples(
        'ringback api GET /user/me',
        'ringback api GET /user/assistants/phone-numbers --query type=outbound',
        'ringback api POST /user/do-not-call --data \'{"phone_number": "+12025550177"}\'',
        'ringback api POST /user/assistant --data @assistant.json',
      ),
    )
    .action(async (method, path, { query, data, set, key }) => {
      const client = await session.client();
      const { signal } = session.shell;
      const body = await readBody({ data, set }, session);
      const answer = await client.request(method, path, { ...defined({ query, body, idempotencyKey: key }), signal });
      session.print({ json: answer, sections: [{ text: JSON.stringify(answer, null, 2) }] });
    });
}

type Method = (typeof methods)[number];

function methodArgument(text: string): Method {
  const method = methods.find((one) => one === text.toUpperCase());
  if (method === undefined) throw new InvalidArgumentError(`It must be ${methods.join(', ')}.`);
  return method;
}

/** The token goes to the address of the API only. */
function pathArgument(text: string): string {
  if (!/^\/[^/]/.test(text)) throw new InvalidArgumentError('It must be a path such as /user/me.');
  return text;
}

interface BodyOptions {
  data: string | undefined;
  set: Record<string, string> | undefined;
}

async function readBody({ data, set }: BodyOptions, { shell }: Session): Promise<unknown> {
  if (data !== undefined && set !== undefined) throw new UsageError('--set and --data are both the body: pass one');
  if (set !== undefined) return fieldValues(set);
  if (data === undefined) return undefined;
  const text = data === '-' ? await shell.stdin() : data.startsWith('@') ? await readText(data.slice(1)) : data;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('the body is not JSON');
  }
}
