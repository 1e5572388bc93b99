import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership, type LifecycleRule } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';

/**
 * The recordings of calls: private, encrypted, TLS only, expired after their retention. The carrier's copy is removed, so the
 * stage may keep what was deleted or overwritten for some days. After those a deleted recording is gone.
 */
export class RecordingsBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { name, config }: Deployment) {
    super(scope, id);
    const { restorableDays } = config.recordings;
    this.bucket = new Bucket(this, 'Bucket', {
      // Bucket names are global.
      bucketName: `${name}-recordings-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: restorableDays > 0,
      lifecycleRules: [
        {
          id: 'retention',
          expiration: Duration.days(config.recordings.retentionDays),
          // A worker that crashes during an upload leaves invisible parts that cost money.
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        ...(restorableDays > 0 ? versionRules(restorableDays) : []),
      ],
      removalPolicy: config.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }
}

/** S3 takes both in rules of their own: a rule with an expiration in days cannot remove the markers of deleted objects. */
const versionRules = (days: number): LifecycleRule[] => [
  { id: 'restorable', noncurrentVersionExpiration: Duration.days(days) },
  { id: 'markers', expiredObjectDeleteMarker: true },
];
