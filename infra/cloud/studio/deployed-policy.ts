import { Aws } from 'aws-cdk-lib';
import { contentSecurityPolicy } from '#infra/cloud/studio/studio-headers.ts';

/** What web calls over Twilio reach: https://www.twilio.com/docs/voice/sdks/javascript/best-practices#using-content-security-policy-csp */
const TWILIO = {
  connect: [
    'https://eventgw.twilio.com',
    'wss://voice-js.roaming.twilio.com',
    'https://media.twiliocdn.com',
    'https://sdk.twilio.com',
  ],
  media: ['mediastream:', 'https://media.twiliocdn.com', 'https://sdk.twilio.com'],
};

/** The content security policy of a deployment. @param domain of AWS in the partition */
export function deployedPolicy(name: string, domain: string): string {
  // By its name, as CloudFormation would not let go of a bucket that another stack refers to.
  const recordings = `https://${name}-recordings-${Aws.ACCOUNT_ID}-${Aws.REGION}.s3.${Aws.REGION}.${domain}`;
  return contentSecurityPolicy({ connect: TWILIO.connect, media: [...TWILIO.media, recordings] });
}
