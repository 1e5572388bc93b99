import { CfnParameter } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ServiceFacts } from '#infra/cloud/constructs/service-facts.ts';

type Parameters = Pick<
  ServiceFacts,
  'twilioAccountSid' | 'twilioApiKeySid' | 'twilioApplicationSid' | 'openAiProjectId'
>;

/** The parameters of the service stack. Remembered by CloudFormation: they have to be named with the first deployment only. */
export function serviceParameters(scope: Construct): Parameters {
  const accountSid = new CfnParameter(scope, 'TwilioAccountSid', {
    description: 'The Twilio account that calls and sends messages',
    allowedPattern: '^AC[0-9a-f]{32}$',
    constraintDescription: 'AC followed by 32 hexadecimal digits',
  });
  const twilioApiKeySid = ofWebCalls(scope, 'TwilioApiKeySid', 'SK', 'The Twilio API key of web calls; empty for none');
  const twilioApplicationSid = ofWebCalls(
    scope,
    'TwilioApplicationSid',
    'AP',
    'The TwiML application of web calls; empty for none',
  );
  const projectId = new CfnParameter(scope, 'OpenAiProjectId', {
    description: 'The OpenAI project of multimodal calls; empty for none',
    default: '',
    allowedPattern: '^(proj_[A-Za-z0-9_]+)?$',
    constraintDescription: 'proj_ and what follows it, or nothing',
  });
  return {
    twilioAccountSid: accountSid.valueAsString,
    twilioApiKeySid,
    twilioApplicationSid,
    openAiProjectId: projectId.valueAsString,
  };
}

function ofWebCalls(scope: Construct, id: string, prefix: string, description: string): string {
  return new CfnParameter(scope, id, {
    description,
    default: '',
    allowedPattern: `^(${prefix}[0-9a-f]{32})?$`,
    constraintDescription: `${prefix} followed by 32 hexadecimal digits, or nothing`,
  }).valueAsString;
}
