import { beforeAll, describe, expect, it } from 'vitest';
import { ofType } from '#test/support/cdk/cfn-template.ts';
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
