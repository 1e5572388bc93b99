import { accessToken, apiAddress, createClient } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { countryArgument, idArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { operationCommand, ownCommand } from '../operation-command.ts';
import { type Profile, readProfiles, writeProfiles } from '../profiles.ts';
import { readText } from '../read-text.ts';
import { readable, type Session, UsageError } from '../session.ts';

export function loginCommand(session: Session) {
  return ownCommand(
    'login',
    'Store a deployment and your token under a name',
    'The commands that follow use this deployment.',
  )
    .option('--name <name>', 'name of the profile', 'default')
    .option('--webhook-secret <secret>', 'secret for trigger, whsec_…')
    .option('--ready-file <path>', 'READY_FILE of a local stack, which has address, token and secret')
    .option('--user <id>', 'user of the ready file', idArgument, 1)
    .option('--list', 'list the profiles')
    .addHelpText(
      'after',
      examples(
        'ringback login --url http://localhost:3000/api --token rb_… --name local',
        'ringback login --url https://calls.example.com/api --name prod < token.txt',
        'READY_FILE=ready.json npm start & ringback login --ready-file ready.json',
        'ringback login --list',
      ),
    )
    .action(async (options) => {
      const { env } = session.shell;
      const stored = await readProfiles(env);
      if (options.list) {
        const rows = Object.entries(stored.profiles).map(([name, { url }]) => ({
          name,
          url,
          used: name === stored.current,
        }));
        session.print({ json: rows, sections: [{ rows }] });
        return;
      }
      const { url, token } = session.options();
      const profile =
        options.readyFile === undefined
          ? await typedProfile({ url: url ?? env['RINGBACK_URL'], token }, session)
          : await readyProfile(options.readyFile, options.user);
      if (options.webhookSecret !== undefined) profile.webhook_secret = options.webhookSecret;
      const access = { baseUrl: profile.url, token: profile.token, fetch: session.fetch };
      const { name, total_balance } = await createClient(access).me();
      const profiles = { ...stored.profiles, [options.name]: profile };
      const file = await writeProfiles(env, { current: options.name, profiles });
      session.print({
        json: { profile: options.name, url: profile.url, user: name },
        sections: [
          { text: `${name} at ${profile.url}, balance ${total_balance}\nStored as ${options.name} in ${file}` },
        ],
      });
    });
}

async function typedProfile(
  given: { url: string | undefined; token: string | undefined },
  session: Session,
): Promise<Profile> {
  if (given.url === undefined) throw new UsageError('name the deployment: --url https://…/api');
  const url = readable(apiAddress, given.url);
  if (given.token === undefined && session.shell.isTerminal) session.note('Paste the access token, then Ctrl-D:');
  const token = given.token ?? (await session.shell.stdin()).trim();
  if (token === '') throw new UsageError('there is no token: pass --token, or pipe it in');
  return { url, token: readable(accessToken, token) };
}

interface ReadyFile {
  base_url: string;
  users: Array<{ id: number; token: string; webhook_secret: string }>;
}

async function readyProfile(file: string, userId: number): Promise<Profile> {
  const text = await readText(file, `start the local stack with READY_FILE=${file} npm start`);
  const ready = parseReady(text, file);
  const user = ready.users.find(({ id }) => id === userId);
  if (!user) throw new UsageError(`the local stack has no user ${userId}`);
  return { url: ready.base_url, token: user.token, webhook_secret: user.webhook_secret };
}

function parseReady(text: string, file: string): ReadyFile {
  try {
    const ready: ReadyFile = JSON.parse(text);
    return ready;
  } catch {
    throw new UsageError(`${file} is not JSON: wait until the local stack has written it`);
  }
}

export function meCommand(session: Session) {
  return operationCommand('me', operations.getCurrentUser, {
    more: `With --default-country: ${operations.setDefaultCountry.description}`,
  })
    .option('--default-country <code>', 'set the country of numbers without a plus, such as DE, or none', countryOrNone)
    .addHelpText('after', examples('ringback me', 'ringback me --default-country DE'))
    .action(async ({ defaultCountry: country }) => {
      const client = await session.client();
      if (country !== undefined) await client.setDefaultCountry(country === 'none' ? null : country);
      const me = await client.me();
      session.print({ json: me, sections: [{ record: me }] });
    });
}

const countryOrNone = (text: string) => (text === 'none' ? text : countryArgument(text));
