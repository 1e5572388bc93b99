import { Aws } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { models } from '#shared/catalog/models.ts';

const GLOBAL_PROFILE = /^global\.(?<model>.+)$/;

/** Permission to invoke the Bedrock models of the catalogue, and no others. */
export function bedrockGrant(action: string, region: string): PolicyStatement {
  const ids = models.filter(({ provider }) => provider === 'bedrock').map(({ providerModel }) => providerModel);
  return new PolicyStatement({
    actions: [action],
    resources: ids.flatMap((id) => resourcesOf(id, region)),
  });
}

/**
 * A «global» inference profile passes the request on to wherever there is room. IAM asks for the profile, for the model in
 * the profile's own region, and for the model in no region at all, which stands for the others.
 */
function resourcesOf(id: string, region: string): string[] {
  const arn = `arn:${Aws.PARTITION}:bedrock`;
  const model = GLOBAL_PROFILE.exec(id)?.groups?.['model'];
  if (model !== undefined) {
    return [
      `${arn}:${region}:${Aws.ACCOUNT_ID}:inference-profile/${id}`,
      `${arn}:${region}::foundation-model/${model}`,
      `${arn}:::foundation-model/${model}`,
    ];
  }
  // `eu.anthropic.claude…` would need the models of every region behind the profile.
  if (id.split('.').length > 2 && !/\d\.\d/.test(id)) throw new Error(`no grant is known for the model ${id}`);
  return [`${arn}:${region}::foundation-model/${id}`];
}
