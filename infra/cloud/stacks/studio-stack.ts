import { Aws, CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { deployedPolicy } from '#infra/cloud/studio/deployed-policy.ts';

interface StudioStackProps extends StackProps {
  /** The origin of the HTTP API: `https://calls.example.com`. */
  apiUrl: string;
}

/**
 * The studio: static files in a bucket behind CloudFront, and the API below `/api` on the same origin, so that no page of another
 * one needs a grant. `npm run deploy` uploads the files. It has no data: it can be deleted and deployed again.
 */
export class StudioStack extends Stack {
  constructor(scope: Construct, id: string, deployment: Deployment, { apiUrl, ...props }: StudioStackProps) {
    super(scope, id, props);
    const bucket = new Bucket(this, 'Files', {
      bucketName: `${deployment.name}-studio-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      // Without versions: each commit builds its files again, and a bucket with versions is not empty when its files are removed.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const originAccessControl = new S3OriginAccessControl(this, 'Access', {
      originAccessControlName: globalName(deployment, 'studio'),
    });
    const files = {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, { originAccessControl }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: `${deployment.name}: studio`,
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultBehavior: {
        ...files,
        responseHeadersPolicy: this.headers(deployment),
        functionAssociations: [
          { function: this.pageFunction(deployment), eventType: FunctionEventType.VIEWER_REQUEST },
        ],
      },
      additionalBehaviors: {
        // Embedded by pages of any origin, as a module. Who may show it is decided by the API.
        '/widget/*': {
          ...files,
          responseHeadersPolicy: ResponseHeadersPolicy.CORS_ALLOW_ALL_ORIGINS_AND_SECURITY_HEADERS,
        },
        '/api/*': {
          origin: new HttpOrigin(Fn.select(2, Fn.split('/', apiUrl))),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        },
      },
    });
    new CfnOutput(this, 'StudioUrl', { value: `https://${distribution.distributionDomainName}/` });
    new CfnOutput(this, 'StudioBucket', { value: bucket.bucketName });
  }

  private headers(deployment: Deployment): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: globalName(deployment, 'studio'),
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: deployedPolicy(deployment.name, 'amazonaws.com'),
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: false, override: true },
      },
    });
  }

  /** The address of a page gets the studio, which shows the page. Not by error answers: those would cover the API's, too. */
  private pageFunction(deployment: Deployment): EdgeFunction {
    return new EdgeFunction(this, 'Pages', {
      functionName: globalName(deployment, 'studio-pages'),
      comment: 'The address of a page gets index.html',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(PAGES),
    });
  }
}

/** CloudFront has no region: with it in the name, an account can have the stage in two regions. */
const globalName = ({ name }: Deployment, what: string): string => `${name}-${what}-${Aws.REGION}`;

/** Files have a dot in their names, pages have none. */
const PAGES = `function handler(event) {
  var request = event.request;
  if (request.uri.split('/').pop().indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
`;
