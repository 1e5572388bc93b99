import { execFile } from 'node:child_process';
import * as v from 'valibot';

/** Runs the AWS command line. Returns what it prints as JSON, undefined if it fails. */
export type AskAws = (argv: readonly string[]) => Promise<unknown>;

const Stack = v.object({
  StackName: v.string(),
  StackStatus: v.string(),
  EnableTerminationProtection: v.nullish(v.boolean(), false),
});
const Stacks = v.fallback(v.object({ Stacks: v.array(Stack) }), { Stacks: [] });
const Resource = v.object({
  ResourceType: v.string(),
  ResourceStatus: v.string(),
  PhysicalResourceId: v.nullish(v.string()),
});
const Resources = v.fallback(v.object({ StackResources: v.array(Resource) }), { StackResources: [] });

/**
 * The commands that have to come before the next deployment, where one could not create a protected stack. cdk deletes such a
 * stack and creates it again, but has switched on its termination protection before: the deletion is refused.
 * @param name the service stack's
 */
export async function commandsAfterFailure(name: string, aws: AskAws): Promise<string[]> {
  const query = `{Stacks: Stacks[?starts_with(StackName, '${name}')].{${Object.keys(Stack.entries).map(same).join()}}}`;
  const { Stacks: found } = v.parse(Stacks, await aws(['cloudformation', 'describe-stacks', '--query', query]));
  const failed = found
    .filter((stack) => [name, `${name}-data`].includes(stack.StackName) && stack.EnableTerminationProtection)
    .filter(({ StackStatus }) => ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'].includes(StackStatus));
  const commands = await Promise.all(
    failed.map(async ({ StackName }) => [unprotect(StackName), ...(await removeTables(StackName, aws))]),
  );
  return commands.flat();
}

const same = (key: string): string => `${key}: ${key}`;

const unprotect = (stack: string): string =>
  `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${stack}`;

/**
 * A new table is protected from deletion, also from that of the rollback, and `RetainExceptOnCreate` keeps it when the stack is
 * deleted later: its name stays taken. Only what the rollback tried to delete was created by the failed deployment.
 */
async function removeTables(stack: string, aws: AskAws): Promise<string[]> {
  const answer = await aws(['cloudformation', 'describe-stack-resources', '--stack-name', stack]);
  return v
    .parse(Resources, answer)
    .StackResources.filter(({ ResourceType }) => ResourceType === 'AWS::DynamoDB::GlobalTable')
    .filter(({ ResourceStatus }) => ResourceStatus === 'DELETE_FAILED')
    .flatMap(({ PhysicalResourceId: table }) => [
      `aws dynamodb scan --table-name ${table} --select COUNT --limit 1 --no-paginate --query Count   # 0: nothing was written yet`,
      `aws dynamodb update-table --table-name ${table} --no-deletion-protection-enabled`,
      `aws dynamodb delete-table --table-name ${table}`,
      `aws dynamodb wait table-not-exists --table-name ${table}`,
    ]);
}

/** Where the command line is missing or has no permission, it fails: cdk says better what is wrong. */
export const awsCommandLine =
  (profile: string | undefined): AskAws =>
  (argv) =>
    new Promise((done) => {
      // By its option: the command line prefers keys in the environment to AWS_PROFILE.
      const account = profile === undefined ? [] : ['--profile', profile];
      execFile('aws', [...argv, ...account, '--output', 'json'], { timeout: 30_000 }, (error, stdout) => {
        done(error ? undefined : v.safeParse(v.pipe(v.string(), v.parseJson()), stdout).output);
      });
    });
