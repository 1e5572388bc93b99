import { expect, it } from 'vitest';
import type { CfnTemplate, CfnValue } from '#test/support/cdk/cfn-template.ts';
import { ofType } from '#test/support/cdk/cfn-template.ts';
import { build } from '#test/support/cdk/synthesise.ts';

const { app, studio } = build('production');
const template = app.synth().getStackByName(studio.stackName).template as CfnTemplate;
const only = (type: string): Record<string, CfnValue> => {
  const found = ofType(template, type);
  expect(found).toHaveLength(1);
  return found[0]![1].Properties;
};

it('keeps the files in a private bucket that CloudFront alone reads', () => {
  expect(only('AWS::S3::Bucket')['PublicAccessBlockConfiguration']).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  });
  const { Statement } = only('AWS::S3::BucketPolicy')['PolicyDocument'];
  const allowed = Statement.filter(({ Effect }: CfnValue) => Effect === 'Allow');
  expect(allowed).toMatchObject([
    { Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' }, Condition: { StringEquals: {} } },
  ]);
});

it('has the API on the origin of the studio: every method, nothing cached, the token passed on', () => {
  const { CacheBehaviors, DefaultCacheBehavior } = only('AWS::CloudFront::Distribution')['DistributionConfig'];
  expect(CacheBehaviors).toMatchObject([
    // Managed-SimpleCORS
    { PathPattern: '/widget/*', ResponseHeadersPolicyId: '60669652-455b-4ae9-85a4-c4c02393f86c' },
    {
      PathPattern: '/api/*',
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']),
      // Managed-CachingDisabled and Managed-AllViewerExceptHostHeader:
      // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    },
  ]);
  expect(CacheBehaviors[1].TargetOriginId).not.toBe(DefaultCacheBehavior.TargetOriginId);
});

it('sends a policy without inline code', () => {
  const { SecurityHeadersConfig } = only('AWS::CloudFront::ResponseHeadersPolicy')['ResponseHeadersPolicyConfig'];
  const policy = JSON.stringify(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*/);
});

it.each([
  ['/', '/index.html'],
  ['/assistants/7/settings', '/index.html'],
  ['/assets/index-1a2b.js', '/assets/index-1a2b.js'],
  ['/studio.json', '/studio.json'],
])('serves %s as %s', (uri, served) => {
  const code = only('AWS::CloudFront::Function')['FunctionCode'];
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the code of CloudFront, as it is deployed.
  const handler = new Function(`${code}; return handler;`)() as (event: object) => { uri: string };
  expect(handler({ request: { uri } }).uri).toBe(served);
});

it('has no function and no role: the files are uploaded by `npm run deploy`', () => {
  expect(Object.values(template.Resources).filter(({ Type }) => /Lambda|IAM|Custom/.test(Type))).toEqual([]);
});
