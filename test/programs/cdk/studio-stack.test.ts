import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { recordingPath } from '#clients/studio/src/calls/call-words.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { recordingUrl } from '#shared/recordings/recording.ts';
import type { CfnValue } from '#test/programs/cdk/cfn-template.ts';
import { ofType } from '#test/programs/cdk/cfn-template.ts';
import { synthesise } from '#test/programs/cdk/synthesise.ts';

const { studio: template } = synthesise('production');
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
    { PathPattern: '/widget/*' },
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

it('serves the widget to pages of any origin: compressed, as long as its files say, and never a page in its place', () => {
  const { CacheBehaviors, DefaultCacheBehavior } = only('AWS::CloudFront::Distribution')['DistributionConfig'];
  const { FunctionAssociations, AllowedMethods, ...widget } = CacheBehaviors[0];
  expect(widget).toEqual({
    PathPattern: '/widget/*',
    TargetOriginId: DefaultCacheBehavior.TargetOriginId,
    ViewerProtocolPolicy: 'redirect-to-https',
    Compress: true,
    // Managed-CachingOptimized, which follows the header of a file, and Managed-CORS-and-SecurityHeadersPolicy.
    CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
    ResponseHeadersPolicyId: 'e61eb60c-9c35-4d20-a928-2b84e02af89c',
  });
  expect([FunctionAssociations, AllowedMethods]).toEqual([undefined, undefined]);
});

it('sends a policy without inline code', () => {
  const { SecurityHeadersConfig } = only('AWS::CloudFront::ResponseHeadersPolicy')['ResponseHeadersPolicyConfig'];
  const policy = JSON.stringify(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*/);
});

it('plays a recording, whose link names the host of the API: from its own origin, and then from the bucket', () => {
  const studio = 'https://d111111abcdef8.cloudfront.net';
  const call = { userId: 7, id: 12, recordingSecret: 'secret' };
  const link = recordingUrl(call, { publicUrl: 'https://calls.example.com', retentionDays: 30 })!;
  const { SecurityHeadersConfig } = only('AWS::CloudFront::ResponseHeadersPolicy')['ResponseHeadersPolicyConfig'];
  const [separator, parts] = SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy['Fn::Join'];
  const policy: string = parts.map((part: CfnValue) => part.Ref ?? part).join(separator);
  const sources = policy
    .match(/media-src ([^;]+)/)![1]!
    .replace("'self'", studio)
    .split(' ');
  const played = new URL(recordingPath(link), studio);
  expect(sources).toContain(played.origin);
  expect(sources).toContain(
    'https://ringback-production-recordings-AWS::AccountId-AWS::Region.s3.AWS::Region.amazonaws.com',
  );
  // CloudFront asks the API for it.
  expect(played.pathname).toBe('/api/recordings/7.12.secret');
  expect(only('AWS::CloudFront::Distribution')['DistributionConfig'].CacheBehaviors[1].PathPattern).toBe('/api/*');
});

it('allows the hosts that docs/studio.md explains, and no other', () => {
  const { SecurityHeadersConfig } = only('AWS::CloudFront::ResponseHeadersPolicy')['ResponseHeadersPolicyConfig'];
  const policy = JSON.stringify(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
  const hosts = (text: string) => new Set(text.match(/(?:https|wss):\/\/[\w<>.-]+?(?=[\s"`;<]|-recordings)/g));
  const section = readFileSync('docs/studio.md', 'utf8').split('### Content security policy')[1]!.split('\n## ')[0]!;
  expect(hosts(policy).size).toBe(5);
  expect(hosts(section.replace('ringback-<stage>', 'ringback-production'))).toEqual(hosts(policy));
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

describe('a studio that the API serves', () => {
  const { studio, stacks } = synthesise('production', { ...stages.production, studio: 'api' });

  it('needs no CloudFront and no bucket', () => {
    const types = Object.values(studio.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => /CloudFront|S3/.test(type))).toEqual([]);
    expect(ofType(studio, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties['RouteKey'])).toEqual([
      'GET /',
      'GET /{proxy+}',
    ]);
  });

  it('sends the policy of the other one', () => {
    const [[, fn] = []] = ofType(studio, 'AWS::Lambda::Function');
    const policy = JSON.stringify(fn!.Properties['Environment'].Variables.CONTENT_SECURITY_POLICY);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain('https://ringback-production-recordings-');
  });

  it.each(['cloudfront', 'api'] as const)(
    'is the last stack, served by %s: what fails leaves all the rest',
    (served) => {
      const { app, name } = synthesise('production', { ...stages.production, studio: served });
      const all = app.node.children.filter((child) => Stack.isStack(child));
      const last = all.find(({ stackName }) => stackName === `${name}-studio`)!;
      const before = (stack: Stack): Stack[] => stack.dependencies.flatMap((one) => [one, ...before(one)]);
      expect(new Set(before(last))).toEqual(new Set(all.filter((stack) => stack !== last)));
    },
  );

  it('is in no stack where the stage has none', () => {
    const without = synthesise('production', { ...stages.production, studio: false });
    expect([...stacks.keys()].filter((name) => !without.stacks.has(name))).toEqual(['ringback-production-studio']);
  });
});
