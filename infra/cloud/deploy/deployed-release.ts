import * as v from 'valibot';
import type { AskAws } from '#infra/cloud/deploy/failed-creation.ts';
import { compareVersions, release, type Release } from '#infra/cloud/stage/release.ts';

const Stack = v.object({
  StackName: v.string(),
  Outputs: v.nullish(v.array(v.object({ OutputKey: v.string(), OutputValue: v.string() }))),
});
const Stacks = v.fallback(v.object({ Stacks: v.array(Stack) }), { Stacks: [] });

/** Its stacks do not name it. */
const FIRST = '0.1.0';

export interface DeployedRelease {
  /** Of the service stack. A deployment that was broken off left the data stack at a newer release. */
  version: string;
  /** Of the data stack, which is deployed first, and the oldest release that can read what it has stored. */
  newest: { version: string; rollsBackTo: string };
}

/**
 * The release that is deployed. Undefined before the first deployment, and where the command line has no answer: cdk then says
 * what is wrong.
 * @param name the service stack's
 */
export async function deployedRelease(name: string, aws: AskAws): Promise<DeployedRelease | undefined> {
  const query = `{Stacks: Stacks[?starts_with(StackName, '${name}')].{StackName: StackName, Outputs: Outputs}}`;
  const { Stacks: found } = v.parse(Stacks, await aws(['cloudformation', 'describe-stacks', '--query', query]));
  const outputsOf = (stackName: string) => {
    const stack = found.find(({ StackName }) => StackName === stackName);
    return stack && new Map(stack.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  };
  const data = outputsOf(`${name}-data`);
  if (!data) return undefined;
  const newest = { version: data.get('Release') ?? FIRST, rollsBackTo: data.get('RollsBackTo') ?? FIRST };
  const service = outputsOf(name);
  return { version: service ? (service.get('Release') ?? FIRST) : newest.version, newest };
}

/** Why this checkout may not be deployed over what is deployed, with the steps that help. Undefined: it may. */
export function releaseRefusal(
  stage: string,
  { version, newest }: DeployedRelease,
  ours: Release = release,
): string | undefined {
  const isOlder = (one: string, other: string) => compareVersions(one, other) < 0;
  if (ours.version !== newest.version && isOlder(ours.version, newest.rollsBackTo)) {
    return `${newest.version} is deployed, and ${ours.version} cannot read what it has stored. It can be rolled back to ${newest.rollsBackTo}:

${deployCommands(newest.rollsBackTo, stage)}

To have the data of an earlier time, restore the table: docs/guide.md#backup-and-restore
`;
  }
  if (isOlder(version, ours.upgradesFrom)) {
    return `${version} is deployed, and ${ours.version} upgrades ${ours.upgradesFrom} or a later release. Deploy that one first, then this one:

${deployCommands(ours.upgradesFrom, stage)}
${deployCommands(ours.version, stage)}
`;
  }
  return undefined;
}

const deployCommands = (version: string, stage: string) =>
  [`git checkout v${version}`, 'npm ci', `npm run deploy -- -c stage=${stage}`].join('\n');

/** What is left to do by hand after an upgrade. */
export function stepsAfterUpgrade({ version }: DeployedRelease): string[] {
  return version === FIRST ? ['npm run admin -- number point --all', 'npm run admin -- leads list-again'] : [];
}
