import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { carrierAccountsOf } from '#infra/cloud/stage/config.ts';
import type { FurtherCarrierAccount } from '#shared/platform/carrier-settings.ts';
import { carrierSecretOf, secretNames } from '#shared/platform/secrets.ts';

const descriptions: Record<(typeof secretNames)[number], string> = {
  'twilio-auth-token': 'Auth token of the Twilio account: signs its callbacks and opens its API. To be set by hand.',
  'twilio-api-key-secret':
    'Secret of a Twilio API key (SK…), which signs the access tokens of web calls. To be set by hand for web calls.',
  'call-token-key': 'The key of the tokens that connect a call to its conversation. Ours alone.',
  'webhook-signing-key': "The key that every customer's webhook secret is derived from.",
  'openai-api-key': 'API key of OpenAI. To be set by hand where its models are enabled.',
  'openai-webhook-secret':
    'Signing secret (whsec_…) of the webhook of the OpenAI project. To be set by hand for multimodal calls.',
  'erasure-key':
    'The key of the hashes that keep erased numbers on do-not-call lists. Never change it: it would unlist them.',
  'tool-secret-key':
    'The key that encrypts the headers of the tools of users. After a change, the values of before are read until the next one.',
};

function accountDescription({ name, kind = 'twilio', accountSid }: FurtherCarrierAccount): string {
  const what = kind === 'twilio' ? 'Auth token of the Twilio account' : `Secret of the ${kind} account`;
  return `${what} ${name} (${accountSid}). To be set by hand.`;
}

/**
 * The secrets, created with random values: final for our own keys, and unguessable placeholders for the keys of providers until
 * the operator sets them. Later deployments do not change a value.
 */
export class ServiceSecrets extends Construct {
  private readonly secrets = new Map<string, Secret>();

  constructor(scope: Construct, id: string, { secretsPrefix, config }: Deployment) {
    super(scope, id);
    const secrets = [
      ...secretNames.map((name) => ({ name, description: descriptions[name] })),
      ...carrierAccountsOf(config).map((account) => ({
        name: carrierSecretOf(account),
        description: accountDescription(account),
      })),
    ];
    for (const { name, description } of secrets) {
      const secret = new Secret(this, name, {
        secretName: `${secretsPrefix}${name}`,
        description,
        generateSecretString: { passwordLength: 64, excludePunctuation: true },
        removalPolicy: config.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      });
      this.secrets.set(name, secret);
    }
  }

  arnOf(name: (typeof secretNames)[number]): string {
    const secret = this.secrets.get(name);
    if (!secret) throw new Error(`there is no secret ${name}`);
    return secret.secretArn;
  }
}
