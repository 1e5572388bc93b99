import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret, type ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { secretNames, type SecretName } from '#shared/platform/secrets.ts';

const descriptions: Record<SecretName, string> = {
  'twilio-auth-token': 'Auth token of the Twilio account: signs its callbacks and opens its API. To be set by hand.',
  'webhook-signing-key': "The key that every customer's webhook secret is derived from. Never change it.",
  'openai-api-key': 'API key of OpenAI. To be set by hand where its models are enabled.',
  'openai-webhook-secret':
    'Signing secret (whsec_…) of the webhook of the OpenAI project. To be set by hand for multimodal calls.',
};

/**
 * The secrets, created with random values: final for our own key, and unguessable placeholders for the keys of providers until
 * the operator sets them. Later deployments do not change a value.
 */
export class ServiceSecrets extends Construct {
  readonly all: ReadonlyMap<SecretName, ISecret>;

  constructor(scope: Construct, id: string, { secretsPrefix, config }: Deployment) {
    super(scope, id);
    const make = (name: SecretName) =>
      new Secret(this, name, {
        secretName: `${secretsPrefix}${name}`,
        description: descriptions[name],
        generateSecretString: { passwordLength: 64, excludePunctuation: true },
        removalPolicy: config.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      });
    this.all = new Map(secretNames.map((name) => [name, make(name)]));
  }
}
