import type { RecordedAct } from '#infra/local/source/service-source.ts';
import type { Assembly } from '#infra/local/synthesised/assembly.ts';
import { deployedResources } from '#infra/local/synthesised/deployed-resources.ts';
import { matches } from '#infra/local/synthesised/policy.ts';
import { readFunctions } from '#infra/local/synthesised/read-functions.ts';

/** What Lambda itself does with a role, before and after the function runs. */
const BY_LAMBDA = /^(?:logs:\w+|sqs:(?:ReceiveMessage|DeleteMessage|GetQueueAttributes))$/;

/** Every action on every resource that the roles of the template allow. */
export const grantedActs = (assembly: Assembly): RecordedAct[] =>
  readFunctions(deployedResources(assembly), assembly).flatMap(({ id, statements }) =>
    statements.flatMap(({ Action, Resource }) =>
      Action.filter((action) => !BY_LAMBDA.test(action)).flatMap((action) =>
        Resource.map((resource) => ({ by: id, action, resource })),
      ),
    ),
  );

/** What is granted and was never asked for, as `function action resource`. */
export const unusedGrants = (granted: readonly RecordedAct[], asked: readonly RecordedAct[]): string[] =>
  granted
    .filter(
      (grant) =>
        !asked.some(
          (act) => act.by === grant.by && matches(grant.action, act.action) && matches(grant.resource, act.resource),
        ),
    )
    .map(({ by, action, resource }) => `${by} ${action} ${resource.replace(/^arn:aws:\w+:[^:]*:\d*:/, '')}`);
