import { Argument, Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Row } from '#clients/cli/src/output.ts';
import type { AdminDeps, Session } from '#infra/admin/deps/admin-deps.ts';
import { choiceArgument, countryArgument, momentArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { listPrintout, recordPrintout, timeCell } from '#infra/text/output.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { addNumber, pointNumber, type PointedNumber } from '#shared/numbers/manage-numbers.ts';
import { isSubscriptionActive, phoneNumberTypes, type PhoneNumber } from '#shared/numbers/phone-number.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { OperatorError } from '#shared/platform/errors.ts';

const NUMBER_ADD_EXAMPLES = `
Examples:
  npm run admin -- number add --user 1 --number +12025550001 --sms
  npm run admin -- number add --user 1 --number +12025550002 --account second
  npm run admin -- number add --user 1 --number +442079460000 --type "Caller ID" --expires 2027-01-01`;

export function numberAdd(session: Session) {
  return new Command('add')
    .description('Give a user a phone number of your carrier')
    .addOption(userOption())
    .requiredOption('--number <e164>', 'number in E.164 format')
    .option('--type <type>', phoneNumberTypes.join(', '), choiceArgument(phoneNumberTypes), 'Normal')
    .option('--sms', 'mark the number as one that can send SMS')
    .option('--expires <date>', 'UTC date or ISO time at which its subscription ends', momentArgument)
    .option('--account <name>', 'carrier account that has the number', DEFAULT_CARRIER_ACCOUNT)
    .option('--country <code>', 'country of a number without a country prefix', countryArgument)
    .addHelpText('after', NUMBER_ADD_EXAMPLES)
    .action(async ({ user: userId, number, type, sms, expires, account, country }) => {
      const deps = await session.deps();
      const added = await addNumber(
        {
          userId,
          phoneNumber: number,
          carrierAccount: knownAccount(account, deps),
          type,
          smsCapable: sms === true,
          subscriptionExpiresAt: expires ?? null,
          countryCode: country,
        },
        deps,
      );
      session.print(recordPrintout(numberRow(added, deps.clock.now())));
    });
}

const NUMBER_LIST_EXAMPLES = `
Examples:
  npm run admin -- number list --user 1`;

export function numberList(session: Session) {
  return new Command('list')
    .description('List the phone numbers of a user')
    .addOption(userOption())
    .addHelpText('after', NUMBER_LIST_EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, phoneNumbers, clock } = await session.deps();
      await requireUser(userId, users);
      const now = clock.now();
      session.print(listPrintout((await phoneNumbers.list(userId)).map((number) => numberRow(number, now))));
    });
}

const NUMBER_REMOVE_EXAMPLES = `
The number stays in the carrier's account. Calls to it are no longer answered.

Examples:
  npm run admin -- number remove +12025550001 --user 1`;

export function numberRemove(session: Session) {
  return new Command('remove')
    .description('Take a phone number from a user, so that another user can have it')
    .addArgument(new Argument('<number>', 'number in E.164 format').argParser(numberArgument))
    .addOption(userOption())
    .addHelpText('after', NUMBER_REMOVE_EXAMPLES)
    .action(async (phoneNumber, { user: userId }) => {
      const { users, phoneNumbers } = await session.deps();
      await requireUser(userId, users);
      const number = await phoneNumbers.findByNumber(phoneNumber);
      if (number?.userId !== userId) throw new OperatorError(`user ${userId} has no number ${phoneNumber}`);
      if (number.inboundAssistantId !== null) {
        throw new OperatorError(`assistant ${number.inboundAssistantId} answers on it: give it another number first`);
      }
      if ((await phoneNumbers.remove(number)) === 'not_found') {
        throw new OperatorError(`${phoneNumber} was removed, or taken by an assistant, just now: look again`);
      }
      session.print(recordPrintout({ id: number.id, user_id: userId, phone_number: phoneNumber, removed: true }));
    });
}

const NUMBER_POINT_EXAMPLES = `
Examples:
  npm run admin -- number point +12025550001
  npm run admin -- number point --all --dry-run
  npm run admin -- number point +12025550002 --account second
  TWILIO_ACCOUNT_SID=AC… npm run admin -- number point --all --table ringback-dev --url https://voice.example.com`;

export function numberPoint(session: Session) {
  return new Command('point')
    .description("Point a number at this deployment: set its voice URL and status callback in the carrier's account")
    .addArgument(new Argument('[number]', 'number of a user in E.164 format').argParser(numberArgument))
    .option('--all', 'all numbers of all users that can receive calls')
    .option('--account <name>', 'carrier account to which the number has moved')
    .option('--url <origin>', 'address of the deployment (else PUBLIC_URL, else the local stack)', originArgument)
    .option('--dry-run', 'show the present addresses, and change nothing')
    .addHelpText('after', NUMBER_POINT_EXAMPLES)
    .action(async (number, { all, account, url, dryRun }) => {
      if ((number === undefined) === (all !== true)) throw new OperatorError('name a number, or use --all');
      if (account !== undefined && number === undefined) throw new OperatorError('--account is for one number');
      const deps = await session.deps();
      const pointing = {
        publicUrl: publicUrlOf(url, deps),
        moved: account === undefined ? undefined : knownAccount(account, deps),
        isDryRun: dryRun === true,
      };
      const numbers = number === undefined ? await allNumbers(deps) : [await known(number, deps)];
      const pointed: PointedNumber[] = [];
      const print = () =>
        session.print(
          listPrintout(pointed.map((one) => ({ number: one.phoneNumber, outcome: one.outcome, before: one.before }))),
        );
      try {
        for (const one of numbers) await pointOne(one, pointing, deps, (result) => pointed.push(result));
      } catch (error) {
        // What is changed at the carrier is shown.
        if (pointed.length > 0) print();
        throw error;
      }
      if (number !== undefined && pointed[0]?.outcome === 'not_at_carrier') {
        throw new OperatorError(`the carrier's account has no number ${number}: buy it there first`);
      }
      print();
    });
}

/** @throws OperatorError if nothing tells where the deployment is */
function publicUrlOf(url: string | undefined, deps: AdminDeps): string {
  if (url !== undefined) return url;
  if (deps.publicUrl !== undefined) return originArgument(deps.publicUrl);
  throw new OperatorError('set --url to the output ApiUrl of the deployment, without /api');
}

/** @param moved the carrier account that the number has moved to */
async function pointOne(
  number: PhoneNumber,
  { moved, ...pointing }: { publicUrl: string; isDryRun: boolean; moved: string | undefined },
  deps: AdminDeps,
  onPointed: (pointed: PointedNumber) => void,
): Promise<void> {
  const { phoneNumber, carrierAccount } = number;
  const carrier = deps.carrierNumbers(moved ?? carrierAccount);
  const pointed = await pointNumber({ phoneNumber, ...pointing }, { carrier });
  onPointed(pointed);
  const hasMoved = moved !== undefined && moved !== carrierAccount && pointed.outcome !== 'not_at_carrier';
  if (hasMoved && !pointing.isDryRun) await deps.phoneNumbers.moveTo(number, moved);
}

/** @throws OperatorError if the stage has no such account */
function knownAccount(name: string, { carrierAccounts }: AdminDeps): string {
  const known = carrierAccounts();
  if (known.includes(name)) return name;
  throw new OperatorError(`there is no carrier account ${name}; there is ${known.join(', ')}`);
}

/** A caller ID belongs to another carrier, and is shown on outgoing calls only. */
async function allNumbers({ users, phoneNumbers }: AdminDeps): Promise<PhoneNumber[]> {
  const numbers = [];
  for (const { id } of (await users.list()).toSorted((one, other) => one.id - other.id)) {
    numbers.push(...(await phoneNumbers.list(id)));
  }
  return numbers.filter(({ type }) => type !== 'Caller ID');
}

async function known(phoneNumber: string, { phoneNumbers }: AdminDeps): Promise<PhoneNumber> {
  const number = await phoneNumbers.findByNumber(phoneNumber);
  if (!number) throw new OperatorError(`no user has ${phoneNumber}: add it with number add`);
  if (number.type === 'Caller ID') throw new OperatorError(`${phoneNumber} is a caller ID: no calls come in on it`);
  return number;
}

function numberArgument(text: string): string {
  const number = toE164(text);
  if (number === undefined) throw new InvalidArgumentError('It must be a number in E.164 format.');
  return number;
}

/** The origin. The output ApiUrl of the deployment is accepted, too. */
function originArgument(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('It must be an address such as https://voice.example.com.');
  }
  return text.replace(/\/+$/, '').replace(/\/api$/, '');
}

function numberRow(number: PhoneNumber, now: number): Row {
  return {
    id: number.id,
    phone_number: number.phoneNumber,
    carrier_account: number.carrierAccount,
    country_code: number.countryCode,
    type_label: number.type,
    sms_capable: number.smsCapable,
    subscription_active: isSubscriptionActive(number, now),
    subscription_expires_at: timeCell(number.subscriptionExpiresAt),
    inbound_assistant_id: number.inboundAssistantId,
  };
}
