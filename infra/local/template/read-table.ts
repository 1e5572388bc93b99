import * as v from 'valibot';
import type { DeployedResources } from '#infra/local/template/deployed-resources.ts';

const Table = v.object({
  KeySchema: v.tuple([
    v.object({ AttributeName: v.string(), KeyType: v.literal('HASH') }),
    v.object({ AttributeName: v.string(), KeyType: v.literal('RANGE') }),
  ]),
  AttributeDefinitions: v.array(v.object({ AttributeName: v.string(), AttributeType: v.literal('S') })),
  TimeToLiveSpecification: v.object({ AttributeName: v.string(), Enabled: v.literal(true) }),
});

/** The one table, whose keys are texts. */
export function readTable(resources: DeployedResources) {
  const [table, ...others] = resources.ofType('AWS::DynamoDB::GlobalTable', Table);
  if (!table || others.length > 0) throw new Error('the template has no table, or several');
  const [{ AttributeName: partitionKey }, { AttributeName: sortKey }] = table.properties.KeySchema;
  return { partitionKey, sortKey, timeToLive: table.properties.TimeToLiveSpecification.AttributeName };
}
