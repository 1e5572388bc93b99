import { Command } from '@commander-js/extra-typings';
import { countArgument } from '#clients/cli/src/arguments.ts';
import type { Printout } from '#clients/cli/src/output.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import {
  defaultCountryOption,
  emailArgument,
  rateArgument,
  textArgument,
  userOption,
} from '#infra/admin/terminal/arguments.ts';
import { listPrintout, recordPrintout, timeCell } from '#infra/text/output.ts';
import { type User, toDecimal } from '#shared/accounts/account.ts';
import { changeUser, createUser, requireUser, rotateWebhookSecret } from '#shared/accounts/users.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';

const USER_CREATE_EXAMPLES = `
Examples:
  npm run admin -- user create --name "Northwind Dental"
  npm run admin -- user create --name Riverside --email ops@riverside.example --default-country DE`;

export function userCreate(session: Session) {
  return new Command('create')
    .description('Create a user with an empty wallet')
    .requiredOption('--name <name>', 'name of the user', textArgument)
    .option('--email <address>', 'e-mail address of the user', emailArgument)
    .addOption(defaultCountryOption())
    .addHelpText('after', USER_CREATE_EXAMPLES)
    .action(async ({ name, email, defaultCountry }) => {
      const user = await createUser({ name, email, ...countryOf(defaultCountry) }, await session.deps());
      session.print(
        recordPrintout({
          id: user.id,
          name: user.name,
          email: user.email,
          default_country: user.defaultCountry ?? 'none',
          created_at: timeCell(user.createdAt),
        }),
      );
    });
}

const USER_LIST_EXAMPLES = `
Examples:
  npm run admin -- user list
  npm run --silent admin -- user list --json`;

export function userList(session: Session) {
  return new Command('list')
    .description('List the users and their balances')
    .addHelpText('after', USER_LIST_EXAMPLES)
    .action(async () => {
      const { users, wallets } = await session.deps();
      const rows = [];
      for (const user of await users.list()) {
        const wallet = (await wallets.get(user.id)) ?? { balance: 0, available: 0 };
        rows.push({
          id: user.id,
          name: user.name,
          email: user.email,
          deleted_at: timeCell(user.deletedAt ?? null),
          balance: toDecimal(wallet.balance),
          available: toDecimal(wallet.available),
          created_at: timeCell(user.createdAt),
        });
      }
      session.print(listPrintout(rows));
    });
}

const MOST_CALLS = 10_000;
const USER_SET_CALLS_ALLOWED_EXAMPLES = `
Examples:
  npm run admin -- user set-calls-allowed --user 1 --calls 50`;

export function userSetCallsAllowed(session: Session) {
  return new Command('set-calls-allowed')
    .description('Set the number of calls that a user may have at the same time')
    .addOption(userOption())
    .requiredOption('--calls <count>', 'number of calls', countArgument(1, MOST_CALLS))
    .addHelpText('after', USER_SET_CALLS_ALLOWED_EXAMPLES)
    .action(async ({ user: userId, calls }) => {
      const { users } = await session.deps();
      const user = await requireUser(userId, users);
      await users.setCallsAllowed(userId, calls);
      session.print(recordPrintout({ id: user.id, name: user.name, calls_allowed: calls }));
    });
}

const MOST_REQUESTS = 1_000_000;
const MOST_SMS = 10_000;
const MOST_ATTEMPTS = 100;
const USER_UPDATE_EXAMPLES = `
Examples:
  npm run admin -- user update --user 1 --requests-per-minute 3000 --sms-per-second 20
  npm run admin -- user update --user 1 --requests-per-minute stage
  npm run admin -- user update --user 1 --attempts-per-day 5
  npm run admin -- user update --user 1 --name "Northwind Dental Care" --email office@northwind.example
  npm run admin -- user update --user 1 --default-country DE
  npm run admin -- user update --user 1 --email none`;

export function userUpdate(session: Session) {
  return new Command('update')
    .description('Change name, e-mail address, default country or limits of a user')
    .addOption(userOption())
    .option('--name <name>', 'name of the user', textArgument)
    .option('--email <address>', 'e-mail address of the user; none = not known', emailOrNoneArgument)
    .option(
      '--requests-per-minute <count>',
      'API requests per minute of each token; stage = the limit of the stage',
      rateArgument(MOST_REQUESTS),
    )
    .option(
      '--sms-per-second <count>',
      'SMS per second of the user; stage = the limit of the stage',
      rateArgument(MOST_SMS),
    )
    .option(
      '--attempts-per-day <count>',
      'dials of its campaigns to one number in a day; stage = the limit of the stage',
      rateArgument(MOST_ATTEMPTS),
    )
    .addOption(defaultCountryOption())
    .addHelpText('after', USER_UPDATE_EXAMPLES)
    .action(async ({ user: userId, name, email, requestsPerMinute, smsPerSecond, attemptsPerDay, defaultCountry }) => {
      const change = {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email: email === 'none' ? null : email }),
        ...countryOf(defaultCountry),
        ...(requestsPerMinute !== undefined && { requestsPerMinute: toRate(requestsPerMinute) }),
        ...(smsPerSecond !== undefined && { smsPerSecond: toRate(smsPerSecond) }),
        ...(attemptsPerDay !== undefined && { attemptsPerDay: toRate(attemptsPerDay) }),
      };
      const user = await changeUser({ userId, ...change }, await session.deps());
      session.print(
        recordPrintout({
          id: user.id,
          name: user.name,
          email: user.email,
          requests_per_minute: user.requestsPerMinute ?? 'stage',
          sms_per_second: user.smsPerSecond ?? 'stage',
          attempts_per_day: user.attemptsPerDay ?? 'stage',
          default_country: user.defaultCountry ?? 'none',
        }),
      );
    });
}

const emailOrNoneArgument = (text: string) => (text.trim() === 'none' ? 'none' : emailArgument(text));
const countryOf = (chosen: string | undefined) =>
  chosen === undefined ? {} : { defaultCountry: chosen === 'none' ? null : chosen };
const toRate = (limit: number | 'stage') => (limit === 'stage' ? null : limit);

const USER_WEBHOOK_SECRET_EXAMPLES = `
Examples:
  npm run admin -- user webhook-secret --user 1`;

export function userWebhookSecret(session: Session) {
  return new Command('webhook-secret')
    .description('Show the secrets that sign the webhooks of a user')
    .addOption(userOption())
    .addHelpText('after', USER_WEBHOOK_SECRET_EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, secrets } = await session.deps();
      const user = await requireUser(userId, users);
      session.print(webhookSecretPrintout(user, await secrets.get('webhook-signing-key')));
    });
}

const USER_ROTATE_WEBHOOK_SECRET_EXAMPLES = `
Examples:
  npm run admin -- user rotate-webhook-secret --user 1
  npm run admin -- user rotate-webhook-secret --user 1 --finish`;

export function userRotateWebhookSecret(session: Session) {
  return new Command('rotate-webhook-secret')
    .description(
      'Make a new webhook secret; webhooks are signed by the new and the last one until the rotation is finished',
    )
    .addOption(userOption())
    .option('--finish', 'end the rotation: keep only the newest secret')
    .addHelpText('after', USER_ROTATE_WEBHOOK_SECRET_EXAMPLES)
    .action(async ({ user: userId, finish }) => {
      const { users, secrets } = await session.deps();
      // Read before the rotation, so that an operator who cannot read it has changed nothing.
      const signingKey = await secrets.get('webhook-signing-key');
      session.print(
        webhookSecretPrintout(await rotateWebhookSecret({ userId, finish: finish === true }, { users }), signingKey),
      );
    });
}

/** The live secrets of a user, newest first. Receivers accept a signature by any of them. */
function webhookSecretPrintout(user: User, signingKey: string): Printout {
  return listPrintout(
    user.webhookSecretVersions.map((version, index) => ({
      user_id: user.id,
      version,
      role: index === 0 ? 'newest' : 'until the rotation is finished',
      secret: webhookSecret(signingKey, user.id, version),
    })),
  );
}
