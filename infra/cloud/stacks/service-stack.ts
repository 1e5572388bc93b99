import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ResourceNames } from '#infra/cloud/alarms/metric-source.ts';
import { CustomDomain } from '#infra/cloud/constructs/custom-domain.ts';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { HttpRoutes } from '#infra/cloud/constructs/http-routes.ts';
import { namesOf, resourcesOf } from '#infra/cloud/constructs/resources-of.ts';
import { keepLanes } from '#infra/cloud/constructs/row-routes.ts';
import { createTarget, type RowContext } from '#infra/cloud/constructs/row-target.ts';
import { ScheduleRule } from '#infra/cloud/constructs/schedule-rule.ts';
import { publishFacts } from '#infra/cloud/constructs/service-facts.ts';
import { serviceParameters } from '#infra/cloud/constructs/service-parameters.ts';
import { VoiceSocket } from '#infra/cloud/constructs/voice-socket.ts';
import { feedWorker, queueAddress, WorkQueue, type QueueAddress } from '#infra/cloud/constructs/work-queue.ts';
import { featureOf, isQueueWithData } from '#infra/cloud/stacks/stack-of-row.ts';
import type { StatefulStack } from '#infra/cloud/stacks/stateful-stack.ts';
import { dataFormatExport, release } from '#infra/cloud/stage/release.ts';
import type { ManifestRow, QueueRow } from '#shared/manifest/manifest-row.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

export interface ServiceStackProps extends StackProps, Pick<RowContext, 'codeFolderOf'> {
  stateful: StatefulStack;
  rows: readonly ManifestRow[];
}

/** The APIs, the functions of the first release and their triggers. Its only data are the messages in the queues. */
export class ServiceStack extends Stack {
  /** What monitoring calls the parts. */
  readonly resourceNames: ResourceNames;
  private readonly deployment: Deployment;
  private readonly routes: HttpRoutes;
  private readonly socket: VoiceSocket;
  private readonly queues: ReadonlyMap<QueueName, WorkQueue>;

  constructor(scope: Construct, id: string, deployment: Deployment, props: ServiceStackProps) {
    super(scope, id, props);
    const { config } = deployment;
    const { stateful, rows, codeFolderOf } = props;
    this.deployment = deployment;
    const domain = config.domain && new CustomDomain(this, 'Domain', config.domain);
    this.routes = new HttpRoutes(this, 'Http', deployment, domain);
    this.socket = new VoiceSocket(this, 'Voice', deployment, domain);
    const queueRows = rows.filter((row) => row.kind === 'queue');
    this.queues = this.createQueues(queueRows.filter((row) => !isQueueWithData(row)));
    const socketApiId = this.socket.api.apiId;
    const httpApiId = this.routes.api.apiId;
    const { publicUrl } = this.routes;
    const facts = { publicUrl, socketUrl: this.socket.socketUrl, socketApiId, ...serviceParameters(this) };
    const queues = new Map(queueRows.map(({ queue }) => [queue, this.addressOf(queue)]));
    const resources = resourcesOf(this, { deployment, stateful, queues, facts });
    this.resourceNames = namesOf(this, deployment, { httpApiId, socketApiId, tableName: stateful.table.tableName });
    const context = { deployment, resources, names: this.resourceNames, codeFolderOf };
    for (const row of rows.filter((row) => featureOf(row) === undefined)) {
      this.connect(row, createTarget(this, row, context));
    }
    keepLanes(this);
    publishFacts(this, 'Facts', deployment, { httpApiId, authorizerId: this.routes.authorizerId, ...facts });
    new CfnOutput(this, 'ApiUrl', { value: `${publicUrl}/api` });
    new CfnOutput(this, 'SocketUrl', { value: this.socket.socketUrl });
    new CfnOutput(this, 'Release', { value: release.version });
    new CfnOutput(this, 'DataFormat', { value: Fn.importValue(dataFormatExport(deployment.name)) });
    this.keepExports(domain);
  }

  /**
   * CloudFormation refuses to remove an export in use, and CDK exports only what a stack of the same synthesis imports. With a
   * `domain` the studio imports nothing, and without `alarms` there is no monitoring stack: their deployed stacks import it still.
   */
  private keepExports(domain: CustomDomain | undefined): void {
    const { routes, socket } = this;
    for (const value of [routes.endpoint, routes.api.apiId, socket.api.apiId]) this.exportValue(value);
    // Only a studio that was deployed by an earlier version imports it.
    if (domain) this.exportValue(domain.api.name);
  }

  private createQueues(rows: readonly QueueRow[]): ReadonlyMap<QueueName, WorkQueue> {
    const { name } = this.deployment;
    return new Map(rows.map((row) => [row.queue, new WorkQueue(this, `${row.queue}-queue`, { row, name })]));
  }

  private addressOf(queue: QueueName): QueueAddress {
    return this.queues.get(queue)?.address ?? queueAddress(queue, this.deployment);
  }

  private connect(row: ManifestRow, target: IFunction): void {
    const { capacity } = this.deployment;
    switch (row.kind) {
      case 'authorizer':
        return this.routes.authorizeBy(row, target);
      case 'http':
      case 'carrier':
        return this.routes.add(row, target);
      case 'queue': {
        const address = this.addressOf(row.queue);
        return feedWorker(this.queues.get(row.queue) ?? this, 'Worker', { worker: target, row, address, capacity });
      }
      case 'socket':
        return this.socket.add(row, target);
      case 'schedule':
        new ScheduleRule(this, `${row.id}-schedule`, { row, deployment: this.deployment, target });
    }
  }

  /** The origin of the HTTP API. With a `domain` as text: a reference would be an export, which keeps the domain from being removed. */
  get apiUrl(): string {
    const { domain } = this.deployment.config;
    return domain ? `https://${domain.api}` : this.routes.endpoint;
  }
}
