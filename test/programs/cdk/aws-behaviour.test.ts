import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as releaseDueWork } from '#functions/schedule/release-due-work.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { allows, Statement } from '#infra/local/synthesised/policy.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { describeValue, functionOf, ofType, type CfnTemplate, type CfnValue } from '#test/programs/cdk/cfn-template.ts';
import { synthesise, type Synthesised } from '#test/programs/cdk/synthesise.ts';

/** What only AWS does: no emulator shows these faults of a template. */
let production: Synthesised;

beforeAll(() => {
  production = synthesise('production');
});

describe('the topic of the alarms', () => {
  it('lets CloudWatch publish, for this account, although its policy refuses connections without TLS', () => {
    const [[topicId, topic] = []] = ofType(production.monitoring!, 'AWS::SNS::Topic');
    const [[, policy] = []] = ofType(production.monitoring!, 'AWS::SNS::TopicPolicy');
    expect(policy?.Properties['Topics']).toEqual([{ Ref: topicId }]);
    expect(policy?.Properties['PolicyDocument'].Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: { Ref: topicId },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
    // CloudWatch cannot use the AWS managed key of SNS.
    expect(topic?.Properties).not.toHaveProperty('KmsMasterKeyId');
  });
});

/** CloudFront and dashboards have no region: a second deployment of a stage in the account would meet the names of the first. */
describe('names that are global in an account', () => {
  const namesIn = (value: CfnValue): CfnValue[] =>
    Object.entries<CfnValue>(value ?? {}).flatMap(([key, inner]) => {
      if (key === 'Name' || key === 'DashboardName') return [inner];
      return typeof inner === 'object' ? namesIn(inner) : [];
    });

  it('have the region in them', () => {
    const stacks = [production.studio, production.monitoring!, production.service];
    const global = stacks.flatMap(({ Resources }) =>
      Object.values(Resources).filter(({ Type }) => /^AWS::(?:CloudFront|CloudWatch::Dashboard)/.test(Type)),
    );
    const names = global.flatMap(({ Properties }) => namesIn(Properties));
    expect(names).toHaveLength(4);
    expect(names.filter((name) => !JSON.stringify(name).includes('{"Ref":"AWS::Region"}'))).toEqual([]);
  });
});

describe.each([
  { account: 10, most: 1 },
  { account: 1000, most: 4 },
])('schedules in an account of $account concurrent executions', ({ account, most }) => {
  const large = synthesise('production', { ...stages.production, accountConcurrency: account });

  it.each(manifest.filter((row) => row.kind === 'schedule'))(
    'run $id once per tick and worker, or not at all',
    (row) => {
      const { id } = row;
      const workers = Math.min(row.workers ?? 1, most);
      const { service } = large;
      const [logicalId] = functionOf(id, large)!;
      const [, config] = ofType(service, 'AWS::Lambda::EventInvokeConfig').find(
        ([, { Properties }]) => Properties['FunctionName'].Ref === logicalId,
      )!;
      expect(config.Properties).toMatchObject({
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 60,
        Qualifier: '$LATEST',
      });
      const [, rule] = ofType(service, 'AWS::Events::Rule').find(([, one]) => JSON.stringify(one).includes(logicalId))!;
      const targets: CfnValue[] = rule.Properties['Targets'];
      expect(targets).toHaveLength(workers);
      const policy = { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 };
      expect(targets.map(({ RetryPolicy }) => RetryPolicy)).toEqual(targets.map(() => policy));
      // What EventBridge makes of the templates names each worker once.
      const shares = targets.map(({ InputTransformer }) => InputTransformer?.InputTemplate.match(/"worker":(\d)/)?.[1]);
      expect(shares).toEqual(targets.map((_, worker) => (workers === 1 ? undefined : String(worker))));
    },
  );

  it.runIf(most > 1)('pass an event to each worker that its function understands', async () => {
    const [, rule] = ofType(large.service, 'AWS::Events::Rule').find(([, one]) =>
      JSON.stringify(one).includes('release-due-work'),
    )!;
    const { InputPathsMap, InputTemplate } = rule.Properties['Targets'][2].InputTransformer;
    const event: Record<string, string> = { '$.id': 'event-1', '$.time': '2026-06-30T12:00:00Z' };
    const filled = Object.entries(InputPathsMap as Record<string, string>).reduce(
      (text, [name, path]) => text.replaceAll(`<${name}>`, JSON.stringify(event[path])),
      InputTemplate as string,
    );
    expect(v.parse(releaseDueWork.schema, JSON.parse(filled))).toEqual({
      id: 'event-1',
      time: '2026-06-30T12:00:00Z',
      share: { worker: 2, workers: 4 },
    });
  });
});

describe('a role that is restricted to partitions', () => {
  const rows = manifest.filter(({ partitions }) => partitions !== undefined);
  const statementsOf = (id: string): CfnValue[] => {
    const [, fn] = functionOf(id, production)!;
    const role = production.service.Resources[fn.Properties['Role']['Fn::GetAtt'][0]]!;
    return role.Properties['Policies'][0].PolicyDocument.Statement;
  };

  it.each([
    ['recordings/get-recording', keys.call.key(7, 1).pk, keys.wallet(7).pk],
    ['authorizer/bearer-token', keys.tokenByHash('aa').pk, keys.call.key(7, 1).pk],
  ])('%s, which anyone can call, may read %s, and neither %s nor without a key', (id, own, other) => {
    const anywhere = statementsOf(id).map((statement) => ({ ...statement, Resource: '*' }));
    const statements = v.parse(v.array(Statement), anywhere);
    const may = (partitions: string[]) =>
      allows(statements, { action: 'dynamodb:GetItem', resource: 'table', partitions });
    expect([[own], [other], [own, other], []].map(may)).toEqual([true, false, false, false]);
  });

  it.each(rows)('$id has a condition on each of its actions on the table', ({ id }) => {
    const open = statementsOf(id).filter(
      ({ Action, Condition }) => JSON.stringify(Action).includes('dynamodb:') && Condition === undefined,
    );
    expect(open).toEqual([]);
  });
});

describe('the table', () => {
  it('takes the load of a first day at once, if the stage asks for it', () => {
    const tableOf = ({ data }: Synthesised) => ofType(data, 'AWS::DynamoDB::GlobalTable')[0]![1].Properties;
    expect(tableOf(production)).not.toHaveProperty('WarmThroughput');
    const warm = { ...stages.production, warmThroughput: { readUnits: 40_000, writeUnits: 20_000 } };
    expect(tableOf(synthesise('production', warm))['WarmThroughput']).toEqual({
      ReadUnitsPerSecond: 40_000,
      WriteUnitsPerSecond: 20_000,
    });
  });
});

describe.each([
  { account: 10, reserves: [], conversations: 3 },
  { account: 150, reserves: [], conversations: 250 },
  { account: 1000, reserves: ['sms/send-sms', 'socket/message'], conversations: 2275 },
  { account: 100_000, reserves: ['sms/send-sms', 'socket/message'], conversations: 9000 },
])('a production stage in an account of $account concurrent executions', ({ account, reserves, conversations }) => {
  let deployed: Synthesised;
  let reserved: Record<string, number>;
  let workers: number[];

  beforeAll(() => {
    deployed = synthesise('production', { ...stages.production, accountConcurrency: account });
    const { service } = deployed;
    reserved = Object.fromEntries(
      ofType(service, 'AWS::Lambda::Function').flatMap(([, { Properties }]) =>
        'ReservedConcurrentExecutions' in Properties
          ? [[Properties['Description'], Properties['ReservedConcurrentExecutions']]]
          : [],
      ),
    );
    workers = ofType(service, 'AWS::Lambda::EventSourceMapping').map(
      ([, { Properties }]) => Properties['ScalingConfig']?.MaximumConcurrency,
    );
  });
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

  it('reserves nothing that Lambda refuses, which would roll the deployment back', () => {
    expect(Object.keys(reserved)).toEqual(reserves);
    expect(sum(Object.values(reserved))).toBeLessThanOrEqual(Math.max(0, account - 100));
  });

  it('caps every worker, so that full queues leave room for conversations and requests', () => {
    expect(workers.filter((cap) => !(cap >= 2 && cap <= 1000))).toEqual([]);
    // Lambda accepts no cap below 2.
    expect(sum(workers) + sum(Object.values(reserved))).toBeLessThan(Math.max(0.9 * account, 2 * workers.length + 1));
  });

  it('has as many conversations at once as its functions and its socket can hear', () => {
    const [, fn] = functionOf('queue/dial-calls', deployed)!;
    const atOnce = Number(fn.Properties['Environment'].Variables.CONVERSATIONS_AT_ONCE);
    const mean = 0.144 * atOnce;
    expect(atOnce).toBeGreaterThanOrEqual(conversations);
    expect(mean + 4 * Math.sqrt(mean)).toBeLessThanOrEqual(reserved['socket/message'] ?? account / 2);
    const [, voice] = ofType(deployed.service, 'AWS::ApiGatewayV2::Stage').find(
      ([, { Properties }]) => Properties['StageName'] === 'voice',
    )!;
    const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = voice.Properties['DefaultRouteSettings'];
    expect(rate).toBeGreaterThanOrEqual(2 * 0.26 * atOnce);
    expect(burst).toBe(rate);
    expect(rate).toBeLessThanOrEqual(5000);
  });
});

it('production as it is configured reserves nothing: a new account has 10 concurrent executions', () => {
  expect(JSON.stringify(production.service)).not.toContain('ReservedConcurrentExecutions');
});

describe('the socket', () => {
  const metrics = ['ClientError', 'ExecutionError', 'IntegrationError'];
  it.each(metrics)('has an alarm on %s', (name) => {
    const watching = ofType(production.monitoring!, 'AWS::CloudWatch::Alarm').filter(([, { Properties }]) =>
      JSON.stringify(Properties).includes(`"MetricName":"${name}"`),
    );
    expect(watching).toHaveLength(1);
    expect(JSON.stringify(watching[0]![1])).toMatch(/"Name":"ApiId","Value":\{"Fn::ImportValue":"[^"]*VoiceApi/);
  });
});

describe('the log of the requests', () => {
  const logLine = (template: CfnTemplate) =>
    ofType(template, 'AWS::ApiGatewayV2::Stage').flatMap(([, { Properties }]) =>
      Properties['StageName'] === '$default' ? [Properties['AccessLogSettings'].Format as string] : [],
    );

  it('is counted under its name where API Gateway has answered instead of a function', () => {
    const [[, filter] = []] = ofType(production.monitoring!, 'AWS::Logs::MetricFilter');
    const [log] = ofType(production.service, 'AWS::Logs::LogGroup').map(([, one]) => one.Properties['LogGroupName']);
    expect(filter?.Properties).toMatchObject({
      LogGroupName: log,
      FilterPattern: '{ $.status = "5*" && $.error != "-" }',
      MetricTransformations: [
        { MetricName: 'RequestCrashed', MetricNamespace: 'ringback-production', MetricValue: '1' },
      ],
    });
    // A default value would be a metric that is paid for each hour.
    expect(filter?.Properties['MetricTransformations'][0]).not.toHaveProperty('DefaultValue');
  });

  it('has the fields that are counted, as text', () => {
    expect(logLine(production.service).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        status: '$context.status',
        error: '$context.error.message',
        route: '$context.routeKey',
      }),
    ]);
  });
});

it('no alarm of a queue is on the age that SQS reports, which counts the delay of a message', () => {
  expect(JSON.stringify(production.monitoring)).not.toContain('ApproximateAgeOfOldestMessage');
});

describe.each(['socket/message', 'carrier/twilio-call-answered'])(
  'a deployment of %s, which holds live calls',
  (id) => {
    const aliasIn = ({ service, name }: Synthesised) => {
      const [logicalId] = functionOf(id, { service, name, data: service })!;
      return ofType(service, 'AWS::Lambda::Alias').find(
        ([, { Properties }]) => Properties['FunctionName'].Ref === logicalId,
      )!;
    };

    const alarmIn = ({ service }: Synthesised) =>
      ofType(service, 'AWS::CloudWatch::Alarm').find(([, { Properties }]) =>
        String(Properties['AlarmName']).includes(`${id}/canary`),
      )!;

    it('tries the new version on a tenth of the requests, and goes back when it fails', () => {
      const { service } = production;
      const [, alias] = aliasIn(production);
      const update = alias.UpdatePolicy?.['CodeDeployLambdaAliasUpdate'];
      const group = service.Resources[update.DeploymentGroupName.Ref]!.Properties;
      expect(group).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AlarmConfiguration: { Enabled: true },
        AutoRollbackConfiguration: { Enabled: true, Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'] },
      });
      expect(group['AlarmConfiguration'].Alarms).toEqual([{ Name: { Ref: alarmIn(production)[0] } }]);
    });

    it('is stopped by the failures of the new version, which the alarm knows before that is called', () => {
      const [alarmId, alarm] = alarmIn(production);
      const [, alias] = aliasIn(production);
      const version = alias.Properties['FunctionVersion'];
      const watched = alarm.Properties['Metrics'].flatMap(({ MetricStat }: CfnValue) => MetricStat?.Metric ?? []);
      const dimensions = watched.map(({ MetricName, Dimensions }: CfnValue) => [
        MetricName,
        Object.fromEntries(Dimensions.map(({ Name, Value }: CfnValue) => [Name, Value])),
      ]);
      const FunctionName = `ringback-production-${id.replace('/', '-')}`;
      const alone = { FunctionName, Resource: `${FunctionName}:live`, ExecutedVersion: version };
      const both = { FunctionName, Resource: `${FunctionName}:live` };
      const caught = id === 'socket/message' ? 'SocketFailure' : 'CallbackFailed';
      expect(dimensions).toEqual(
        expect.arrayContaining([
          ['Errors', alone],
          ['Errors', both],
          ['Invocations', alone],
          ['Invocations', both],
          [caught, { function: id, version }],
          [caught, { function: id }],
        ]),
      );
      expect(alias.DependsOn).toContain(alarmId);
      // Nothing that the alarm refers to is behind the alias.
      expect(JSON.stringify(alarm)).not.toContain(`"${aliasIn(production)[0]}"`);
    });

    it('is the same alarm in the next deployment, which CodeDeploy knows by its name', () => {
      const [alarmId, { Properties }] = alarmIn(production);
      expect(alarmIn(synthesise('production'))[0]).toBe(alarmId);
      expect(Properties['AlarmName']).toBe(`ringback-production ${id}/canary`);
      // Five minutes up to the last whole one, looked at every minute: a failure that is counted late is seen a minute later.
      expect(Properties).toMatchObject({ EvaluationPeriods: 1, TreatMissingData: 'notBreaching' });
      expect(JSON.stringify(Properties['Metrics'])).toContain('"Period":300');
    });

    it('goes to all requests at once where `canary` of the stage is off', () => {
      const { service, name } = synthesise('production', { ...stages.production, canary: false });
      const [, alias] = aliasIn({ ...production, service, name });
      expect(alias.UpdatePolicy).toBeUndefined();
      expect(ofType(service, 'AWS::CloudWatch::Alarm')).toEqual([]);
    });

    it('changes what API Gateway calls, on every stage', () => {
      for (const deployed of [production, synthesise('dev')]) {
        const [aliasId] = aliasIn(deployed);
        const uris = ofType(deployed.service, 'AWS::ApiGatewayV2::Integration').filter(([, { Properties }]) =>
          describeValue(Properties['IntegrationUri'], { ...deployed, data: deployed.service }).includes(
            id.replace('/', '-'),
          ),
        );
        expect(uris).toHaveLength(1);
        expect(JSON.stringify(uris)).toContain(`{"Ref":"${aliasId}"}`);
      }
    });
  },
);
