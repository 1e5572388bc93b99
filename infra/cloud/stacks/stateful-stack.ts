import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { RecordingsBucket } from '#infra/cloud/constructs/recordings-bucket.ts';
import { ServiceSecrets } from '#infra/cloud/constructs/service-secrets.ts';
import { SingleTable } from '#infra/cloud/constructs/single-table.ts';
import { WorkQueue } from '#infra/cloud/constructs/work-queue.ts';
import { isQueueWithData } from '#infra/cloud/stacks/stack-of-row.ts';
import { dataFormatExport, release } from '#infra/cloud/stage/release.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

/** The service stack of 0.1.0 imports them, and is upgraded after this one. To be removed when `upgradesFrom` is 0.2.0. */
const importedBy010 = ['twilio-auth-token', 'webhook-signing-key', 'openai-api-key', 'openai-webhook-secret'] as const;

/** CloudFormation changes no export in use, so it never changes. */
const DATA_FORMAT = '2';

interface StatefulStackProps extends StackProps {
  rows: readonly ManifestRow[];
}

/** The resources with data, and the queues that are newer than the first release. The other stacks can be deployed again without them. */
export class StatefulStack extends Stack {
  readonly table: TableV2;
  readonly recordings: Bucket;

  constructor(scope: Construct, id: string, deployment: Deployment, props: StatefulStackProps) {
    super(scope, id, props);
    this.table = new SingleTable(this, 'Table', deployment).table;
    this.recordings = new RecordingsBucket(this, 'Recordings', deployment).bucket;
    const secrets = new ServiceSecrets(this, 'Secrets', deployment);
    for (const name of importedBy010) this.exportValue(secrets.arnOf(name));
    new CfnOutput(this, 'DataFormat', { value: DATA_FORMAT, exportName: dataFormatExport(deployment.name) });
    new CfnOutput(this, 'Release', { value: release.version });
    new CfnOutput(this, 'RollsBackTo', { value: release.rollsBackTo });
    const queueRows = props.rows.filter((row) => row.kind === 'queue').filter(isQueueWithData);
    for (const row of queueRows) new WorkQueue(this, `${row.queue}-queue`, { row, name: deployment.name });
  }
}
