import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ResourceNames } from '#infra/cloud/alarms/metric-source.ts';
import { provide } from '#infra/cloud/constructs/capabilities.ts';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { LiveAlias } from '#infra/cloud/constructs/live-alias.ts';
import { NodeFunction } from '#infra/cloud/constructs/node-function.ts';
import type { Resources } from '#infra/cloud/constructs/resources.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

export interface RowContext {
  deployment: Deployment;
  resources: Resources;
  names: ResourceNames;
  /** The folder with the bundle of a row's function. */
  codeFolderOf: (row: ManifestRow) => string;
}

/** Creates the function of a row. Returns what the row's triggers call. */
export function createTarget(scope: Construct, row: ManifestRow, context: RowContext): IFunction {
  const { deployment, resources, names, codeFolderOf } = context;
  const { function: target } = new NodeFunction(scope, row.id, {
    row,
    deployment,
    codeFolder: codeFolderOf(row),
    provision: provide(row, resources),
  });
  return row.canary ? new LiveAlias(scope, `${row.id}-live`, { row, target, deployment, names }).alias : target;
}
