import { Stack } from 'aws-cdk-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { featureOf, featuresOf } from '#infra/cloud/stacks/stack-of-row.ts';
import { stages, type StageConfig, type StageName } from '#infra/cloud/stage/config.ts';
import { SOCKET_PATH } from '#infra/local/aws/socket/connections.ts';
import { visibilityTimeoutSeconds } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { describeValue, functionOf, ofType, type CfnTemplate, type CfnValue } from '#test/programs/cdk/cfn-template.ts';
import { environmentProblems } from '#test/programs/cdk/check-environment.ts';
import { functionProblems } from '#test/programs/cdk/check-functions.ts';
import { explainedWildcards, grantProblems } from '#test/programs/cdk/check-grants.ts';
import { routeProblems } from '#test/programs/cdk/check-routes.ts';
import { environmentReaders } from '#test/programs/cdk/environment-readers.ts';
import { synthesise, type Synthesised } from '#test/programs/cdk/synthesise.ts';

// The characters of all inline policies of a role: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
const MOST_POLICY_CHARACTERS = 10_240;
const BEDROCK_REGION = 'eu-central-1';
const withBedrock: StageConfig = {
  ...stages.production,
  languageModels: { openai: true, bedrockRegion: BEDROCK_REGION, openaiSipHost: 'sip-eu.api.openai.com' },
  browserOrigins: ['https://app.example.com'],
};

let readers: Map<string, string[]>;
const withAccounts: StageConfig = {
  ...stages.production,
  carrierAccounts: { second: { accountSid: `AC${'2'.repeat(32)}`, callsPerSecond: 2 } },
};
const deployed: Partial<Record<StageName | 'bedrock' | 'accounts', Synthesised>> = {};

beforeAll(async () => {
  readers = await environmentReaders(manifest);
  deployed.dev = synthesise('dev');
  deployed.production = synthesise('production');
  deployed.bedrock = synthesise('production', withBedrock);
  deployed.accounts = synthesise('production', withAccounts);
});

it('answers pages of the origins that the stage names, and of no other', () => {
  const corsOf = (stage: 'production' | 'bedrock') =>
    Object.values(deployed[stage]!.service.Resources).flatMap(({ Type, Properties }) =>
      Type === 'AWS::ApiGatewayV2::Api' && Properties['ProtocolType'] === 'HTTP'
        ? [Properties['CorsConfiguration']]
        : [],
    );
  expect(corsOf('production')).toEqual([undefined]);
  expect(corsOf('bedrock')).toMatchObject([
    { AllowOrigins: ['https://app.example.com'], AllowHeaders: expect.arrayContaining(['authorization']) },
  ]);
});

it.each(Object.keys(stages))(
  'four users at their rate do not reach the throttling of %s, nor two at their burst',
  (name) => {
    const { throttling, rateLimit } = stages[name as StageName];
    expect((4 * rateLimit.requestsPerMinute) / 60).toBeLessThanOrEqual(throttling.requestsPerSecond);
    expect(2 * rateLimit.burst).toBeLessThanOrEqual(throttling.burst);
  },
);

it.each([
  { rateLimit: { requestsPerMinute: 7501, burst: 100 } },
  { rateLimit: { requestsPerMinute: 600, burst: 501 } },
])('refuses a stage in which one user reaches the throttling: $rateLimit', (limits) => {
  const config: StageConfig = { ...stages.production, ...limits };
  expect(() => synthesise('production', config)).toThrow('one user reaches the throttling of the stage');
});

describe.each(['dev', 'production'] as const)('the deployment %s', (stage) => {
  it('has a log group for every function, and removes them with their stack', () => {
    const groups = ofType(deployed[stage]!.logs, 'AWS::Logs::LogGroup').map(([, group]) => group);
    expect(groups.map(({ Properties }) => String(Properties['LogGroupName'])).toSorted()).toEqual(
      manifest.map(({ id }) => `/ringback-${stage}/functions/${id}`).toSorted(),
    );
    expect(
      groups.every(
        ({ DeletionPolicy, Properties }) => DeletionPolicy === 'Delete' && Properties['RetentionInDays'] > 0,
      ),
    ).toBe(true);
  });

  it('has APIs whose roles are small enough for IAM, and may call nothing but their own functions', () => {
    const { service } = deployed[stage]!;
    const invokers = ofType(service, 'AWS::IAM::Role').filter(([, role]) =>
      JSON.stringify(role).includes('lambda:InvokeFunction'),
    );
    const called = invokers.map(([, { Properties }]) =>
      [Properties['Policies'][0].PolicyDocument.Statement[0].Resource]
        .flat()
        .map((arn: CfnValue) => describeValue(arn, deployed[stage]!)),
    );
    const namesOf = (feature: string | undefined, ...kinds: string[]) =>
      manifest
        .filter((row) => kinds.includes(row.kind) && featureOf(row) === feature)
        .map(({ id }) => `ringback-${stage}-${id.replaceAll('/', '-')}`)
        .toSorted();
    const ofFeatures = featuresOf(manifest).map((feature) => namesOf(feature, 'http', 'carrier'));
    expect(called.map((names) => names.toSorted())).toEqual([
      namesOf(undefined, 'http', 'carrier', 'authorizer'),
      namesOf(undefined, 'socket'),
      ...ofFeatures.filter((names) => names.length > 0),
    ]);
    // With the longest name of a region and the alias in each ARN.
    const arn = (fn: string) => `"arn:aws-us-gov:lambda:ap-northeast-1:123456789012:function:${fn}:live",`;
    for (const names of called) expect(names.map(arn).join('').length + 200).toBeLessThan(MOST_POLICY_CHARACTERS);
  });

  it('has the function of every row, with its timeout, its memory and what calls it', () => {
    expect(functionProblems(manifest, deployed[stage]!)).toEqual([]);
  });

  it('gives every function the variables that it reads, and no others', () => {
    expect(environmentProblems(manifest, readers, deployed[stage]!)).toEqual([]);
  });

  it('allows every function what its row uses, and nothing else', () => {
    expect(grantProblems(manifest, deployed[stage]!, stage === 'dev')).toEqual([]);
  });

  it('has the routes of the manifest, the same as on the local stack', () => {
    expect(routeProblems(manifest, deployed[stage]!)).toEqual([]);
  });

  it('names nothing by another deployment', () => {
    const other = stage === 'dev' ? 'production' : 'dev';
    expect(JSON.stringify([deployed[stage]!.service, deployed[stage]!.data])).not.toContain(`ringback-${other}`);
  });
});

it.each([
  { stage: 'dev', isProtected: false },
  { stage: 'production', isProtected: true },
] as const)('the stacks of $stage with data or messages are protected: $isProtected', ({ stage, isProtected }) => {
  const stacks = deployed[stage]!.app.node.children.filter((child) => Stack.isStack(child));
  const guarded = stacks.filter(({ terminationProtection }) => terminationProtection).map(({ stackName }) => stackName);
  expect(guarded).toEqual(isProtected ? [`ringback-${stage}-data`, `ringback-${stage}`] : []);
});

describe('the table', () => {
  const tableOf = (stage: StageName) => ofType(deployed[stage]!.data, 'AWS::DynamoDB::GlobalTable')[0]![1];

  it('is paid by the request, forgets what has expired and is encrypted', () => {
    const { Properties } = tableOf('production');
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      SSESpecification: { SSEEnabled: true },
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    });
  });

  it('can be restored, and in production neither be deleted nor lost with its stack', () => {
    const production = tableOf('production');
    expect(production.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(production.Properties['Replicas'][0]).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    expect(tableOf('dev').DeletionPolicy).toBe('Delete');
  });
});

describe('a stage with a second carrier account', () => {
  it('has its auth token, to be set by hand, and gives it to what reads the first one', () => {
    const { data, service } = deployed.accounts!;
    const names = ofType(data, 'AWS::SecretsManager::Secret').map(([, { Properties }]) => Properties['Name']);
    expect(names).toContain('ringback/production/twilio-auth-token-second');
    const grantsOf = (secret: string) => JSON.stringify(service).split(`${secret}-??????`).length - 1;
    expect(grantsOf('twilio-auth-token-second')).toBe(grantsOf('twilio-auth-token'));
    expect(grantsOf('twilio-auth-token')).toBeGreaterThan(15);
  });

  it('gives every function the variables that it reads, and no others', () => {
    expect(environmentProblems(manifest, readers, deployed.accounts!)).toEqual([]);
  });

  it('is refused with a name that no secret can have', () => {
    const carrierAccounts = { 'Not a name': { accountSid: `AC${'2'.repeat(32)}`, callsPerSecond: 2 } };
    expect(() => synthesise('production', { ...withAccounts, carrierAccounts })).toThrow('name');
  });
});

it('no stack imports a secret, so that one can be removed', () => {
  const { data, service } = deployed.production!;
  expect(ofType(data, 'AWS::SecretsManager::Secret').length).toBeGreaterThan(0);
  expect(JSON.stringify(service)).not.toMatch(/"Fn::ImportValue":"[^"]*secret/i);
  expect(JSON.stringify(service)).toContain('secret:ringback/production/twilio-auth-token-??????');
});

describe('the bucket of recordings', () => {
  const bucketOf = (stage: StageName) => ofType(deployed[stage]!.data, 'AWS::S3::Bucket')[0]![1];

  it('is private, encrypted, and forgets recordings after their retention', () => {
    expect(ofType(deployed.production!.data, 'AWS::S3::Bucket')).toHaveLength(1);
    const { Properties } = bucketOf('production');
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      LifecycleConfiguration: {
        Rules: [
          {
            Status: 'Enabled',
            ExpirationInDays: stages.production.recordings.retentionDays,
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          },
          { Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 7 } },
          { Status: 'Enabled', ExpiredObjectDeleteMarker: true },
        ],
      },
      VersioningConfiguration: { Status: 'Enabled' },
    });
    expect(bucketOf('dev').Properties['VersioningConfiguration']).toBeUndefined();
    const [, fn] = functionOf('recordings/get-recording', deployed.production!)!;
    expect(fn.Properties['Environment'].Variables).toMatchObject({
      RECORDING_RETENTION_DAYS: String(stages.production.recordings.retentionDays),
    });
  });

  it('refuses everything that does not come by TLS', () => {
    const [[, policy] = []] = ofType(deployed.production!.data, 'AWS::S3::BucketPolicy');
    const refusals = policy!.Properties['PolicyDocument'].Statement.filter(({ Effect }: CfnValue) => Effect === 'Deny');
    expect(refusals).toContainEqual(
      expect.objectContaining({ Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });

  it('is kept in production when its stack is deleted', () => {
    expect(bucketOf('production').DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(bucketOf('dev').DeletionPolicy).toBe('Delete');
  });
});

// Found out by AWS: the first deployment would roll back, in a stack that is protected already.
it.each(['Production', 'prod_eu', 'production-emea-1'])('refuses the stage %s, whose buckets S3 refuses', (stage) => {
  const refusal = `the stage ${stage} needs a name of 1 to 15 small letters, digits and hyphens`;
  expect(() => synthesise(stage as StageName, stages.production)).toThrow(refusal);
});

it('names no bucket beyond the 63 characters of S3, with the longest name of a stage', () => {
  const { data, studio } = synthesise('production-emea' as StageName, stages.production);
  const names = [data, studio].flatMap((template) =>
    ofType(template, 'AWS::S3::Bucket').map(([, { Properties }]) =>
      (Properties['BucketName']['Fn::Join'][1] as CfnValue[])
        .map((part) => (part.Ref === 'AWS::AccountId' ? '123456789012' : part.Ref ? 'ap-southeast-1' : part))
        .join(''),
    ),
  );
  expect(names).toContain('ringback-production-emea-recordings-123456789012-ap-southeast-1');
  expect(names.filter((name) => name.length > 63)).toEqual([]);
});

describe('the queues', () => {
  const queueNamed = (name: string) =>
    [deployed.production!.service, deployed.production!.data]
      .flatMap((template) => ofType(template, 'AWS::SQS::Queue'))
      .find(([, { Properties }]) => Properties['QueueName'] === name)![1];

  it.each(manifest.filter((row) => row.kind === 'queue'))(
    '$queue hides messages long enough, and gives up in time',
    (row) => {
      const name = `ringback-production-${row.queue}`;
      const { Properties } = queueNamed(name);
      expect(Properties).toMatchObject({
        VisibilityTimeout: visibilityTimeoutSeconds(row),
        MessageRetentionPeriod: 1_209_600,
        SqsManagedSseEnabled: true,
        RedrivePolicy: { maxReceiveCount: row.maxReceiveCount },
      });
      const deadLetters = Properties['RedrivePolicy'].deadLetterTargetArn;
      expect(describeValue(deadLetters, deployed.production!)).toBe(`${name}-dead-letters`);
      expect(queueNamed(`${name}-dead-letters`).Properties['RedriveAllowPolicy']).toMatchObject({
        redrivePermission: 'byQueue',
      });
    },
  );
});

describe('the APIs', () => {
  it('ask the authorizer once per token and minute, and take its simple answer', () => {
    const [[, authorizer] = []] = ofType(deployed.production!.service, 'AWS::ApiGatewayV2::Authorizer');
    expect(authorizer?.Properties).toMatchObject({
      AuthorizerPayloadFormatVersion: '2.0',
      AuthorizerResultTtlInSeconds: manifest.find((row) => row.kind === 'authorizer')!.cacheSeconds,
      EnableSimpleResponses: true,
      IdentitySource: ['$request.header.Authorization'],
    });
  });

  it('are throttled, and the voice is on the path that it has on the local stack', () => {
    const allStages = ofType(deployed.production!.service, 'AWS::ApiGatewayV2::Stage').map(
      ([, { Properties }]) => Properties,
    );
    const [{ DefaultRouteSettings } = {}] = allStages;
    expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 });
    expect(allStages.map(({ StageName }) => StageName)).toEqual(['$default', SOCKET_PATH.slice(1)]);
  });

  it('log neither the address of a client nor what it sent', () => {
    const text = JSON.stringify(ofType(deployed.production!.service, 'AWS::ApiGatewayV2::Stage'));
    expect(text).not.toMatch(/sourceIp|userAgent|context\.path|querystring/i);
  });

  it('answer within the time that they give a function', () => {
    for (const row of manifest.filter((row) => ['http', 'carrier', 'socket'].includes(row.kind))) {
      expect(row.timeoutSeconds, row.id).toBeLessThan(29);
    }
  });

  it('can have names of their own, which the functions and the carrier are told', () => {
    const domain = {
      api: 'calls.example.com',
      socket: 'voice.calls.example.com',
      certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1',
      hostedZone: { id: 'Z1', name: 'example.com' },
    };
    const named = synthesise('production', { ...stages.production, domain });
    const [, fn] = functionOf('carrier/twilio-call-answered', named)!;
    const { PUBLIC_URL, SOCKET_URL } = fn.Properties['Environment'].Variables;
    expect(describeValue(PUBLIC_URL, named)).toBe('https://calls.example.com');
    expect(describeValue(SOCKET_URL, named)).toBe('wss://voice.calls.example.com');
    expect(ofType(named.service, 'AWS::Route53::RecordSet')).toHaveLength(2);
    expect(grantProblems(manifest, named)).toEqual([]);
  });
});

describe('monitoring', () => {
  it.each(alarms)('has the alarm $id, which says what users lose and where it is written what to do', (alarm) => {
    const { monitoring, name } = deployed.production!;
    const found = ofType(monitoring!, 'AWS::CloudWatch::Alarm').find(
      ([, { Properties }]) => Properties['AlarmName'] === `${name} ${alarm.id}`,
    );
    expect(found?.[1].Properties['AlarmDescription']).toContain(alarm.failure);
    expect(found?.[1].Properties['AlarmDescription']).toContain(`docs/runbooks/${alarm.runbook}`);
    expect(found?.[1].Properties['AlarmActions']).toHaveLength(1);
  });

  it('has one dashboard in production, and costs nothing in dev', () => {
    expect(ofType(deployed.production!.monitoring!, 'AWS::CloudWatch::Dashboard')).toHaveLength(1);
    expect(deployed.dev!.monitoring).toBeUndefined();
    expect(ofType(deployed.dev!.service, 'AWS::CloudWatch::Alarm')).toEqual([]);
  });
});

describe('language models', () => {
  it('of Bedrock may be asked where they are switched on', () => {
    expect(grantProblems(manifest, deployed.bedrock!, true)).toEqual([]);
    expect(environmentProblems(manifest, readers, deployed.bedrock!)).toEqual([]);
    const [, fn] = functionOf('socket/message', deployed.bedrock!)!;
    expect(fn.Properties['Environment'].Variables).toMatchObject({ BEDROCK_REGION, OPENAI_ENABLED: 'true' });
  });
});

/** The checks above are worth something only if each of them fails when what it watches breaks. */
describe('a deployment that is broken on purpose', () => {
  const broken = (change: (template: CfnTemplate) => void) => {
    const { name, service, data } = deployed.production!;
    const copy = structuredClone(service);
    change(copy);
    return { name, data, service: copy };
  };
  const propertiesOf = (id: string, service: CfnTemplate) =>
    functionOf(id, { ...deployed.production!, service })![1].Properties;
  const statementsOf = (id: string, service: CfnTemplate) =>
    service.Resources[propertiesOf(id, service)['Role']['Fn::GetAtt'][0]]!.Properties['Policies'][0].PolicyDocument
      .Statement;
  const routeNamed = (key: string, service: CfnTemplate) =>
    ofType(service, 'AWS::ApiGatewayV2::Route').find(([, { Properties }]) => Properties['RouteKey'] === key)!;

  const variablesOf = (id: string, service: CfnTemplate) => propertiesOf(id, service)['Environment'].Variables;

  it.each<[string, (service: CfnTemplate) => void, string[]]>([
    [
      'grants too little',
      (service) => {
        const statement = statementsOf('calls/make-call', service).find(({ Action }: CfnValue) =>
          JSON.stringify(Action).includes('dynamodb:PutItem'),
        );
        statement.Action = statement.Action.filter((action: string) => action !== 'dynamodb:PutItem');
      },
      ['calls/make-call lacks dynamodb:PutItem ringback-production'],
    ],
    [
      'grants too much',
      (service) => {
        const scan = { Effect: 'Allow', Action: 'dynamodb:Scan', Resource: '*' };
        statementsOf('lookups/list-voices', service).push(scan);
      },
      ['lookups/list-voices needs no dynamodb:Scan *', 'lookups/list-voices has a star in dynamodb:Scan *'],
    ],
    [
      'lacks a variable',
      (service) => delete variablesOf('queue/dial-calls', service).TWILIO_ACCOUNT_SID,
      ['queue/dial-calls lacks TWILIO_ACCOUNT_SID'],
    ],
    [
      'has a variable that only others read',
      (service) => (variablesOf('carrier/twilio-call-status', service).SOCKET_URL = 'wss://example.com'),
      ['carrier/twilio-call-status must not have SOCKET_URL'],
    ],
    [
      'has a variable of a developer',
      (service) => (variablesOf('queue/deliver-webhook', service).WEBHOOK_ALLOW_LOOPBACK = 'true'),
      ['queue/deliver-webhook must not have WEBHOOK_ALLOW_LOOPBACK'],
    ],
    [
      'lacks a route',
      (service) => delete service.Resources[routeNamed('POST /api/user/make_call', service)[0]],
      ['POST /api/user/make_call is not as the manifest has it'],
    ],
    [
      'has a route without its authorizer',
      (service) => (routeNamed('GET /api/user/calls', service)[1].Properties['AuthorizationType'] = 'NONE'),
      ['GET /api/user/calls is not as the manifest has it'],
    ],
    [
      'has a function with another timeout',
      (service) => (propertiesOf('schedule/release-due-work', service)['Timeout'] = 3),
      ['schedule/release-due-work: Timeout is not 55'],
    ],
    [
      'has a function that nothing may call',
      (service) => {
        const [logicalId] = functionOf('schedule/release-due-work', { ...deployed.production!, service })!;
        for (const [id, permission] of ofType(service, 'AWS::Lambda::Permission'))
          if (JSON.stringify(permission).includes(`"${logicalId}"`)) delete service.Resources[id];
      },
      ['schedule/release-due-work: events.amazonaws.com may not call it'],
    ],
    [
      'has an endpoint that its API may not call',
      (service) => {
        const [logicalId] = functionOf('calls/list-calls', { ...deployed.production!, service })!;
        for (const [, { Properties }] of ofType(service, 'AWS::IAM::Role')) {
          const [statement] = Properties['Policies']?.[0].PolicyDocument.Statement ?? [];
          if (statement?.Action === 'lambda:InvokeFunction')
            statement.Resource = [statement.Resource]
              .flat()
              .filter((arn: CfnValue) => arn['Fn::GetAtt']?.[0] !== logicalId);
        }
      },
      ['calls/list-calls: its API may not call it'],
    ],
  ])('is noticed when it %s', (_, change, problems) => {
    const wrong = broken(change);
    expect([
      ...grantProblems(manifest, wrong),
      ...environmentProblems(manifest, readers, wrong),
      ...routeProblems(manifest, wrong),
      ...functionProblems(manifest, wrong),
    ]).toEqual(problems);
  });

  it('has a reason for every star', () => {
    for (const { reason } of explainedWildcards) expect(reason).not.toBe('');
  });
});
