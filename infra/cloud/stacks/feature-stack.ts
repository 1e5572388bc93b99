import { Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { InvokerRole } from '#infra/cloud/constructs/invoke-by-role.ts';
import { namesOf, resourcesOf } from '#infra/cloud/constructs/resources-of.ts';
import { addRoutes, keepLanes, needsToken } from '#infra/cloud/constructs/row-routes.ts';
import { createTarget, type RowContext } from '#infra/cloud/constructs/row-target.ts';
import { ScheduleRule } from '#infra/cloud/constructs/schedule-rule.ts';
import { readFacts, type ServiceFacts } from '#infra/cloud/constructs/service-facts.ts';
import { feedWorker, queueAddress } from '#infra/cloud/constructs/work-queue.ts';
import { featureOf } from '#infra/cloud/stacks/stack-of-row.ts';
import type { StatefulStack } from '#infra/cloud/stacks/stateful-stack.ts';
import type { CarrierRow, HttpRow, ManifestRow } from '#shared/manifest/manifest-row.ts';

interface FeatureStackProps extends StackProps, Pick<RowContext, 'codeFolderOf'> {
  feature: string;
  stateful: StatefulStack;
  /** Of all features. */
  rows: readonly ManifestRow[];
}

/**
 * The functions of a feature that are newer than the first release, with their triggers: routes of the one API, queues of the data
 * stack, and schedules. It has no data, and no other stack refers to it: it can be deleted and deployed again at any time.
 */
export class FeatureStack extends Stack {
  constructor(scope: Construct, id: string, deployment: Deployment, props: FeatureStackProps) {
    super(scope, id, props);
    const { feature, stateful, rows, codeFolderOf } = props;
    const facts = readFacts(this, 'ServiceFacts', deployment);
    const queueRows = rows.filter((row) => row.kind === 'queue');
    const queues = new Map(queueRows.map(({ queue }) => [queue, queueAddress(queue, deployment)]));
    const resources = resourcesOf(this, { deployment, stateful, queues, facts });
    const names = namesOf(this, deployment, { ...facts, tableName: stateful.table.tableName });
    const own = rows.filter((row) => featureOf(row) === feature);
    this.connect(feature, own, facts, { deployment, resources, names, codeFolderOf });
    keepLanes(this);
  }

  private connect(feature: string, rows: readonly ManifestRow[], facts: ServiceFacts, context: RowContext): void {
    const { deployment } = context;
    let routes: FeatureRoutes | undefined;
    for (const row of rows) {
      const target = createTarget(this, row, context);
      if (row.kind === 'http' || row.kind === 'carrier') {
        routes ??= new FeatureRoutes(this, `${feature}-routes`, facts);
        routes.add(row, target);
      } else if (row.kind === 'queue') {
        const address = queueAddress(row.queue, deployment);
        feedWorker(this, `${row.queue}-worker`, { worker: target, row, address, capacity: deployment.capacity });
      } else if (row.kind === 'schedule') {
        new ScheduleRule(this, `${row.id}-schedule`, { row, deployment, target });
      }
    }
  }
}

/** Routes of the API of the service stack, behind its authorizer, by a role of their own. */
class FeatureRoutes extends Construct {
  private readonly api;
  private readonly authorizer;
  private readonly invoker: InvokerRole;

  constructor(scope: Construct, id: string, { httpApiId, authorizerId }: ServiceFacts) {
    super(scope, id);
    this.api = HttpApi.fromHttpApiAttributes(this, 'Api', { httpApiId });
    this.authorizer = HttpAuthorizer.fromHttpAuthorizerAttributes(this, 'Authorizer', {
      authorizerId,
      authorizerType: 'CUSTOM',
    });
    this.invoker = new InvokerRole(this, 'Invoker');
  }

  add(row: HttpRow | CarrierRow, target: IFunction): void {
    const { api, invoker, authorizer } = this;
    addRoutes(this, row, { api, target, invoker, ...(needsToken(row) && { authorizer }) });
  }
}
