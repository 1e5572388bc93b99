import { CfnParameter, Fn } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';

/** What the stacks of features must know of the service stack. */
export interface ServiceFacts {
  httpApiId: string;
  authorizerId: string;
  socketApiId: string;
  publicUrl: string;
  socketUrl: string;
  twilioAccountSid: string;
  twilioApiKeySid: string;
  twilioApplicationSid: string;
  openAiProjectId: string;
}

/** In no address and in no id. */
const SEPARATOR = '|';
const parameterName = ({ name }: Deployment): string => `/${name}/service`;

/**
 * Publishes the facts in one parameter of Systems Manager. An export could neither change nor go away while another stack imports it:
 * another Twilio account would be refused, and so would a roll-back to a version without the export. Each deployment reads the parameter again.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-stack-exports.html
 */
export function publishFacts(scope: Construct, id: string, deployment: Deployment, facts: ServiceFacts): void {
  // In the order in which they are read. Add new ones at the end.
  const values = [
    facts.httpApiId,
    facts.authorizerId,
    facts.socketApiId,
    facts.publicUrl,
    facts.socketUrl,
    facts.twilioAccountSid,
    facts.twilioApiKeySid,
    facts.twilioApplicationSid,
    facts.openAiProjectId,
  ];
  new StringParameter(scope, id, {
    parameterName: parameterName(deployment),
    description: 'Read by the stacks of the features',
    stringValue: Fn.join(SEPARATOR, values),
  });
}

export function readFacts(scope: Construct, id: string, deployment: Deployment): ServiceFacts {
  const parameter = new CfnParameter(scope, id, {
    type: 'AWS::SSM::Parameter::Value<String>',
    default: parameterName(deployment),
    description: 'Where the service stack keeps what this stack must know: leave it',
  });
  const fact = (index: number) => Fn.select(index, Fn.split(SEPARATOR, parameter.valueAsString));
  return {
    httpApiId: fact(0),
    authorizerId: fact(1),
    socketApiId: fact(2),
    publicUrl: fact(3),
    socketUrl: fact(4),
    twilioAccountSid: fact(5),
    twilioApiKeySid: fact(6),
    twilioApplicationSid: fact(7),
    openAiProjectId: fact(8),
  };
}
