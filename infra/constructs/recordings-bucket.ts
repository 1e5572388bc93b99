import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';

/**
 * The recordings of calls: private, encrypted, reached by TLS alone, gone after their retention. Without versions, because
 * what is deleted must be gone: an object is written once, and a version that outlives it would be a recording that its
 * call says it does not have.
 */
export class RecordingsBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { name, config }: Deployment) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      // The names of buckets are shared by everybody.
      bucketName: `${name}-recordings-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: false,
      lifecycleRules: [
        {
          id: 'retention',
          expiration: Duration.days(config.recordings.retentionDays),
          // A worker that dies in the middle of an upload leaves parts that nobody sees and everybody pays for.
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: config.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }
}
