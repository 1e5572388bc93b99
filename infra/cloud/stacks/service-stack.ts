import { ArnFormat, CfnOutput, CfnParameter, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ResourceNames } from '#infra/cloud/alarms/metric-source.ts';
import { provide } from '#infra/cloud/constructs/capabilities.ts';
import { CustomDomain } from '#infra/cloud/constructs/custom-domain.ts';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { accessLogName, HttpRoutes } from '#infra/cloud/constructs/http-routes.ts';
import { LiveAlias } from '#infra/cloud/constructs/live-alias.ts';
import { functionLogGroup, functionName, NodeFunction } from '#infra/cloud/constructs/node-function.ts';
import type { Resources } from '#infra/cloud/constructs/resources.ts';
import { ScheduleRule } from '#infra/cloud/constructs/schedule-rule.ts';
import { VoiceSocket } from '#infra/cloud/constructs/voice-socket.ts';
import { WorkQueue } from '#infra/cloud/constructs/work-queue.ts';
import type { StatefulStack } from '#infra/cloud/stacks/stateful-stack.ts';
import { carrierAccountsOf } from '#infra/cloud/stage/config.ts';
import { dataFormatExport, release } from '#infra/cloud/stage/release.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

export interface ServiceStackProps extends StackProps {
  stateful: StatefulStack;
  /** The folder with the bundle of a row's function. */
  codeFolderOf: (row: ManifestRow) => string;
}

const secretArn = { service: 'secretsmanager', resource: 'secret', arnFormat: ArnFormat.COLON_RESOURCE_NAME };

/** The functions of the manifest and their triggers. Its only data are the messages in the queues. */
export class ServiceStack extends Stack {
  private readonly deployment: Deployment;
  private readonly tableName: string;
  private readonly routes: HttpRoutes;
  private readonly socket: VoiceSocket;
  private readonly queues: ReadonlyMap<QueueName, WorkQueue>;
  private readonly functions: ReadonlyMap<ManifestRow, NodeFunction>;

  constructor(scope: Construct, id: string, deployment: Deployment, props: ServiceStackProps) {
    super(scope, id, props);
    const { config } = deployment;
    this.deployment = deployment;
    this.tableName = props.stateful.table.tableName;
    const domain = config.domain && new CustomDomain(this, 'Domain', config.domain);
    this.routes = new HttpRoutes(this, 'Http', deployment, domain);
    this.socket = new VoiceSocket(this, 'Voice', deployment, domain);
    this.queues = this.createQueues();
    this.functions = this.createFunctions(props);
    for (const row of manifest) this.connect(row);
    new CfnOutput(this, 'ApiUrl', { value: `${this.routes.publicUrl}/api` });
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

  private createQueues(): ReadonlyMap<QueueName, WorkQueue> {
    const rows = manifest.filter((row) => row.kind === 'queue');
    const { name } = this.deployment;
    return new Map(rows.map((row) => [row.queue, new WorkQueue(this, `${row.queue}-queue`, { row, name })]));
  }

  private createFunctions({ stateful, codeFolderOf }: ServiceStackProps): ReadonlyMap<ManifestRow, NodeFunction> {
    const { deployment } = this;
    const resources = this.resources(stateful);
    const create = (row: ManifestRow) => {
      const provision = provide(row, resources);
      return new NodeFunction(this, row.id, { row, deployment, codeFolder: codeFolderOf(row), provision });
    };
    return new Map(manifest.map((row) => [row, create(row)]));
  }

  private resources({ table, recordings }: StatefulStack): Resources {
    const { name, secretsPrefix, config, capacity } = this.deployment;
    // Remembered by CloudFormation: it has to be named with the first deployment only.
    const accountSid = new CfnParameter(this, 'TwilioAccountSid', {
      description: 'The Twilio account that calls and sends messages',
      allowedPattern: '^AC[0-9a-f]{32}$',
      constraintDescription: 'AC followed by 32 hexadecimal digits',
    });
    const webCalls = this.webCallParameters();
    const projectId = new CfnParameter(this, 'OpenAiProjectId', {
      description: 'The OpenAI project that multimodal calls are bridged to; empty where there are none',
      default: '',
      allowedPattern: '^(proj_[A-Za-z0-9_]+)?$',
      constraintDescription: 'proj_ and what follows it, or nothing',
    });
    return {
      table,
      recordings: { bucket: recordings, settings: config.recordings },
      // By its name: a reference would export it, and CloudFormation refuses to remove what another stack imports. Secrets Manager
      // adds a hyphen and six characters: https://docs.aws.amazon.com/secretsmanager/latest/userguide/auth-and-access_iam-policies.html
      secretArn: (name) => this.formatArn({ ...secretArn, resourceName: `${secretsPrefix}${name}-??????` }),
      secretsPrefix,
      queues: this.queues,
      publicUrl: this.routes.publicUrl,
      socketUrl: this.socket.socketUrl,
      socketManagementUrl: this.socket.managementUrl,
      connectionsArn: this.socket.connectionsArn,
      twilioAccountSid: accountSid.valueAsString,
      carrierAccounts: carrierAccountsOf(config),
      openAiProjectId: projectId.valueAsString,
      webCalls,
      destinations: config.destinations,
      dialing: config.dialing,
      capacity,
      rateLimit: config.rateLimit,
      sms: config.sms,
      languageModels: config.languageModels,
      metricsNamespace: name,
    };
  }

  /** Both stay empty where there are no web calls. */
  private webCallParameters(): Resources['webCalls'] {
    const parameter = (id: string, prefix: string, description: string) =>
      new CfnParameter(this, id, {
        description,
        default: '',
        allowedPattern: `^(${prefix}[0-9a-f]{32})?$`,
        constraintDescription: `${prefix} followed by 32 hexadecimal digits, or nothing`,
      }).valueAsString;
    return {
      apiKeySid: parameter(
        'TwilioApiKeySid',
        'SK',
        'The Twilio API key that signs access tokens of web calls; empty where there are none',
      ),
      applicationSid: parameter(
        'TwilioApplicationSid',
        'AP',
        'The TwiML application of web calls; empty where there are none',
      ),
    };
  }

  private connect(row: ManifestRow): void {
    const target = this.targetOf(row);
    switch (row.kind) {
      case 'authorizer':
        return this.routes.authorizeBy(row, target);
      case 'http':
      case 'carrier':
        return this.routes.add(row, target);
      case 'queue':
        this.queues.get(row.queue)?.feed(target, row, this.deployment);
        return;
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

  /**
   * What monitoring calls the parts. The queues and functions by their own names and not by references: those would keep
   * CloudFormation from removing one for as long as another stack looks at it.
   */
  get resourceNames(): ResourceNames {
    const { deployment, queues } = this;
    return {
      region: this.region,
      metricsNamespace: deployment.name,
      functionName: (id) => functionName(id, deployment),
      logGroupName: (id) => functionLogGroup(id, deployment),
      accessLogName: accessLogName(deployment),
      queueName: (queue) => queues.get(queue)?.queueName ?? '',
      deadLetterQueueName: (queue) => queues.get(queue)?.deadLetterQueueName ?? '',
      tableName: this.tableName,
      httpApiId: this.routes.api.apiId,
      socketApiId: this.socket.api.apiId,
    };
  }

  /** What the triggers of a row call. */
  private targetOf(row: ManifestRow): IFunction {
    const { deployment, resourceNames: names } = this;
    const target = this.functionOf(row).function;
    return row.canary ? new LiveAlias(this, `${row.id}-live`, { row, target, deployment, names }).alias : target;
  }

  private functionOf(row: ManifestRow): NodeFunction {
    const made = this.functions.get(row);
    if (!made) throw new Error(`${row.id} has no function`);
    return made;
  }
}
