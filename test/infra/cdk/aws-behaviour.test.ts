import { beforeAll, describe, expect, it } from 'vitest';
import { stages } from '#infra/config.ts';
import { functionOf, ofType } from '#test/support/cdk/cfn-template.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { synthesise, type Synthesised } from '#test/support/cdk/synthesise.ts';

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

describe('schedules', () => {
  it.each(manifest.filter(({ kind }) => kind === 'schedule'))('run $id once per tick, or not at all', ({ id }) => {
    const { service } = production;
    const [logicalId] = functionOf(id, production)!;
    const [, config] = ofType(service, 'AWS::Lambda::EventInvokeConfig').find(
      ([, { Properties }]) => Properties['FunctionName'].Ref === logicalId,
    )!;
    expect(config.Properties).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
      Qualifier: '$LATEST',
    });
    const [, rule] = ofType(service, 'AWS::Events::Rule').find(([, one]) => JSON.stringify(one).includes(logicalId))!;
    expect(rule.Properties['Targets'][0].RetryPolicy).toEqual({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
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
