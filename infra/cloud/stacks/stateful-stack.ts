import { Stack, type StackProps } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { RecordingsBucket } from '#infra/cloud/constructs/recordings-bucket.ts';
import { ServiceSecrets } from '#infra/cloud/constructs/service-secrets.ts';
import { SingleTable } from '#infra/cloud/constructs/single-table.ts';

/** The resources with data. The service stack can be deleted and deployed again without them. */
export class StatefulStack extends Stack {
  readonly table: TableV2;
  readonly recordings: Bucket;

  constructor(scope: Construct, id: string, deployment: Deployment, props: StackProps) {
    super(scope, id, props);
    this.table = new SingleTable(this, 'Table', deployment).table;
    this.recordings = new RecordingsBucket(this, 'Recordings', deployment).bucket;
    new ServiceSecrets(this, 'Secrets', deployment);
  }
}
