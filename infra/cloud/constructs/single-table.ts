import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { tableDefinition } from '#shared/platform/table/table.ts';

/** The table: on-demand capacity, encrypted with a key that the account can audit. */
export class SingleTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { name, config }: Deployment) {
    super(scope, id);
    const { warmThroughput } = config;
    this.table = new TableV2(this, 'Table', {
      tableName: name,
      partitionKey: { name: tableDefinition.partitionKey, type: AttributeType.STRING },
      sortKey: { name: tableDefinition.sortKey, type: AttributeType.STRING },
      timeToLiveAttribute: tableDefinition.timeToLive,
      billing: Billing.onDemand(),
      ...(warmThroughput && {
        warmThroughput: {
          readUnitsPerSecond: warmThroughput.readUnits,
          writeUnitsPerSecond: warmThroughput.writeUnits,
        },
      }),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: config.pointInTimeRecovery },
      deletionProtection: config.deletionProtection,
      removalPolicy: config.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }
}
