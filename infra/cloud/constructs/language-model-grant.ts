import { Aws } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { bedrockFamilies } from '#shared/catalog/models.ts';

/**
 * Permission to invoke the Bedrock models of the families that operators can add without a deployment. A «global» inference profile
 * passes the request on to wherever there is room: IAM asks for the profile, for the model in the profile's own region, and for
 * the model in no region at all, which stands for the others.
 */
export function bedrockGrant(action: string): PolicyStatement {
  const arn = `arn:${Aws.PARTITION}:bedrock:*`;
  return new PolicyStatement({
    actions: [action],
    resources: bedrockFamilies.flatMap((family) => [
      `${arn}:${Aws.ACCOUNT_ID}:inference-profile/global.${family}*`,
      `${arn}::foundation-model/${family}*`,
    ]),
  });
}
