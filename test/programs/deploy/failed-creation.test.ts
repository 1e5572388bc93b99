import { expect, it } from 'vitest';
import { commandsAfterFailure } from '#infra/cloud/deploy/failed-creation.ts';

const name = 'ringback-production';
const unprotect = (stack: string) =>
  `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${stack}`;
const stack = (StackName: string, StackStatus: string, EnableTerminationProtection = true) => ({
  StackName,
  StackStatus,
  EnableTerminationProtection,
});
const table = (ResourceStatus: string) => ({
  ResourceType: 'AWS::DynamoDB::GlobalTable',
  PhysicalResourceId: name,
  ResourceStatus,
});

/** The AWS command line in front of a CloudFormation that has these stacks, and these resources in each. */
const cloudFormation =
  (Stacks: object[], StackResources: object[] = []) =>
  async ([, command]: readonly string[]): Promise<unknown> =>
    command === 'describe-stacks' ? { Stacks } : { StackResources };

it('asks for nothing where no stack has failed, or none is protected', async () => {
  const healthy = [stack(name, 'UPDATE_ROLLBACK_COMPLETE'), stack(`${name}-data`, 'CREATE_COMPLETE')];
  const open = [stack(name, 'ROLLBACK_COMPLETE', false)];
  const others = [stack('ringback-production-eu', 'ROLLBACK_COMPLETE'), stack('shop', 'ROLLBACK_FAILED')];
  for (const stacks of [[], healthy, open, others]) {
    await expect(commandsAfterFailure(name, cloudFormation(stacks))).resolves.toEqual([]);
  }
});

it('leaves it to cdk to say what is wrong when the command line is missing or refused', async () => {
  await expect(commandsAfterFailure(name, async () => undefined)).resolves.toEqual([]);
});

it.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
  'switches off the protection of a stack that is %s',
  async (status) => {
    const stacks = [stack(name, status), stack(`${name}-data`, 'CREATE_COMPLETE')];
    await expect(commandsAfterFailure(name, cloudFormation(stacks))).resolves.toEqual([unprotect(name)]);
  },
);

it('removes the table that could not be rolled back: it is protected by itself, and kept when the stack is deleted', async () => {
  const failed = cloudFormation([stack(`${name}-data`, 'ROLLBACK_FAILED')], [table('DELETE_FAILED')]);
  await expect(commandsAfterFailure(name, failed)).resolves.toEqual([
    unprotect(`${name}-data`),
    `aws dynamodb scan --table-name ${name} --select COUNT --limit 1 --no-paginate --query Count   # 0: nothing was written yet`,
    `aws dynamodb update-table --table-name ${name} --no-deletion-protection-enabled`,
    `aws dynamodb delete-table --table-name ${name}`,
    `aws dynamodb wait table-not-exists --table-name ${name}`,
  ]);
});

it('leaves a table alone that the failed stack did not create, as one of an earlier deployment', async () => {
  const failed = cloudFormation([stack(`${name}-data`, 'ROLLBACK_COMPLETE')], [table('DELETE_COMPLETE')]);
  await expect(commandsAfterFailure(name, failed)).resolves.toEqual([unprotect(`${name}-data`)]);
});
