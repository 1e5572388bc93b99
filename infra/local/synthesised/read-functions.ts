import { join } from 'node:path';
import * as v from 'valibot';
import type { Assembly } from '#infra/local/synthesised/assembly.ts';
import type { DeployedResources } from '#infra/local/synthesised/deployed-resources.ts';
import { Statement } from '#infra/local/synthesised/policy.ts';
import type { QueueRow } from '#shared/manifest/manifest-row.ts';

/** A function of the template. */
export interface DeployedFunction {
  /** The id of its row in the manifest. */
  id: string;
  /** Its name in AWS, and its access key at the gate. */
  name: string;
  arn: string;
  /** The file of its bundle, and the export of the handler. */
  file: string;
  exportName: string;
  timeoutSeconds: number;
  memoryMb: number;
  recursiveLoop: QueueRow['recursiveLoop'];
  environment: Record<string, string>;
  /** What its role allows. */
  statements: Statement[];
}

const FunctionProperties = v.object({
  FunctionName: v.string(),
  Description: v.string(),
  Handler: v.string(),
  Timeout: v.number(),
  MemorySize: v.number(),
  RecursiveLoop: v.optional(v.picklist(['Allow', 'Terminate']), 'Terminate'),
  Code: v.object({ S3Key: v.string() }),
  Role: v.string(),
  Environment: v.object({ Variables: v.record(v.string(), v.string()) }),
});

export const RoleProperties = v.object({
  Policies: v.array(v.object({ PolicyDocument: v.object({ Statement: v.array(Statement) }) })),
});

export function readFunctions(resources: DeployedResources, { assets }: Assembly): DeployedFunction[] {
  const roles = resources.ofType('AWS::IAM::Role', RoleProperties);
  return resources.ofType('AWS::Lambda::Function', FunctionProperties).map(({ arn, properties }) => {
    const { Code, Handler, Environment } = properties;
    const [fileName = '', exportName = ''] = Handler.split('.');
    const role = roles.find((candidate) => candidate.arn === properties.Role);
    const folder = assets.get(Code.S3Key);
    if (!role || folder === undefined) throw new Error(`${properties.Description} has no role or no code`);
    return {
      id: properties.Description,
      name: properties.FunctionName,
      arn,
      file: join(folder, `${fileName}.mjs`),
      exportName,
      timeoutSeconds: properties.Timeout,
      memoryMb: properties.MemorySize,
      recursiveLoop: properties.RecursiveLoop,
      environment: Environment.Variables,
      statements: role.properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    };
  });
}

/** The common fields of a row. The local stack does not need the others. */
export function commonOf({ id, timeoutSeconds, memoryMb }: DeployedFunction) {
  return { id, timeoutSeconds, memoryMb, uses: [], failure: '' };
}
