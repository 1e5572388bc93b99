import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';

/**
 * The recordings of calls: private, encrypted, TLS only, expired after their retention. Without versioning: a deleted recording
 * must be gone.
 */
export class RecordingsBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { name, config }: Deployment) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      // Bucket names are global.
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
          // A worker that crashes during an upload leaves invisible parts that cost money.
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: config.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }
}
