import * as v from 'valibot';
import { callWriteUnits } from '#infra/cloud/call-units/life-cycle.ts';
import type { Deployment } from '#infra/cloud/deploy/synthesise-stacks.ts';
import { capacityOf } from '#infra/cloud/stage/capacity.ts';
import { carrierAccountsOf } from '#infra/cloud/stage/config.ts';

/** Lambda refuses a reservation that leaves less: https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
const UNRESERVED = 100;
/** The least that a new account has: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const NEW_ACCOUNT = 10;

const Reservation = v.object({ ReservedConcurrentExecutions: v.number() });
const Throttling = v.object({ DefaultRouteSettings: v.object({ ThrottlingRateLimit: v.number() }) });

export interface Quota {
  quota: string;
  needs: number;
  why: string;
  /** The command, or the page of a console, that shows or raises it. */
  check: string;
}

/** The quotas that a deployment needs, from its templates and the settings of the stage. */
export function quotas(deployment: Deployment): Quota[] {
  return [
    ...lambdaQuotas(deployment),
    ...otherQuotas(deployment),
    ...studioQuotas(deployment),
    ...twilioQuotas(deployment),
  ];
}

function lambdaQuotas(deployment: Deployment): Quota[] {
  const reserved = sum(deployment, Reservation, (one) => one.ReservedConcurrentExecutions);
  const { accountConcurrency } = deployment.config;
  return [
    {
      quota: 'Lambda: concurrent executions, to deploy',
      needs: reserved === 0 ? NEW_ACCOUNT : reserved + UNRESERVED,
      why: reserved === 0 ? 'reserves nothing' : `${reserved} reserved, and ${UNRESERVED} that AWS keeps unreserved`,
      check: 'aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions',
    },
    {
      quota: 'Lambda: concurrent executions, under full load',
      needs: accountConcurrency,
      why: `accountConcurrency of the stage, for ${capacityOf(deployment.config).conversationsAtOnce} outbound calls at once; 1,000 for ${conversationsOfUsualAccount(deployment)}`,
      check:
        'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value …',
    },
  ];
}

const conversationsOfUsualAccount = ({ config }: Deployment) =>
  capacityOf({ ...config, accountConcurrency: 1000 }).conversationsAtOnce;

function otherQuotas(deployment: Deployment): Quota[] {
  const requests = sum(deployment, Throttling, (one) => one.DefaultRouteSettings.ThrottlingRateLimit);
  const carrierCallsPerSecond = callsPerSecondOf(deployment.config);
  const mostResources = Math.max(...deployment.stacks.map(({ Resources }) => Object.keys(Resources).length));
  return [
    {
      quota: 'API Gateway: requests per second, of the account and region',
      needs: requests,
      why: 'the throttles of both APIs; 10,000 by default',
      check: 'aws service-quotas list-service-quotas --service-code apigateway',
    },
    {
      quota: 'DynamoDB: write units per second of an on-demand table',
      needs: carrierCallsPerSecond * callWriteUnits,
      why: `${carrierCallsPerSecond} calls a second, ${callWriteUnits} units each; a new table takes 4,000 at once`,
      check: 'aws dynamodb describe-limits',
    },
    {
      quota: 'IAM: roles of the account',
      needs: count(deployment, 'AWS::IAM::Role'),
      why: 'one for each function; 1,000 by default',
      check: "aws iam get-account-summary --query 'SummaryMap.[Roles, RolesQuota]'",
    },
    {
      quota: 'CloudFormation: resources of one stack',
      needs: mostResources,
      why: '500, fixed',
      check: 'nothing to do',
    },
  ];
}

/** No request says whether an account is verified: AWS refuses its first distribution. */
function studioQuotas({ config }: Deployment): Quota[] {
  if (config.studio !== 'cloudfront') return [];
  return [
    {
      quota: 'CloudFront: distributions, of a verified account, for the studio',
      needs: 1,
      why: '0 in a new account until AWS Support has verified it, and in GovCloud and China; all other stacks come before',
      check: "Support Center, or `studio: 'api'` or `studio: false` of the stage in config.ts",
    },
  ];
}

/** Of all carrier accounts. */
function callsPerSecondOf(config: Deployment['config']): number {
  const further = carrierAccountsOf(config).reduce((sum, { callsPerSecond }) => sum + callsPerSecond, 0);
  return config.dialing.carrierCallsPerSecond + further;
}

function twilioQuotas({ config }: Deployment): Quota[] {
  const { carrierCallsPerSecond } = config.dialing;
  return [
    {
      quota: 'Twilio: new calls per second',
      needs: carrierCallsPerSecond,
      why: '1 for a new account; the stage setting must not be higher than the account allows',
      check: 'Twilio Console, Voice, Settings, or support',
    },
    ...carrierAccountsOf(config).map(({ name, callsPerSecond }) => ({
      quota: `Twilio: new calls per second of the account ${name}`,
      needs: callsPerSecond,
      why: '1 for a new account',
      check: 'Twilio Console of this account, Voice, Settings, or support',
    })),
    {
      quota: 'Twilio: phone numbers with voice',
      needs: 1,
      why: 'the caller id of the first call',
      check: 'curl -u $TWILIO_ACCOUNT_SID:$TWILIO_AUTH_TOKEN …/IncomingPhoneNumbers.json',
    },
    {
      quota: 'Twilio: ConversationRelay',
      needs: 1,
      why: 'pipeline calls end at once without it',
      check: 'Twilio Console, Voice, Settings, General: Predictive and Generative AI/ML Features Addendum',
    },
  ];
}

const resourcesOf = ({ stacks }: Deployment) => stacks.flatMap(({ Resources }) => Object.values(Resources));

const count = (deployment: Deployment, type: string): number =>
  resourcesOf(deployment).filter(({ Type }) => Type === type).length;

function sum<const Schema extends v.GenericSchema>(
  deployment: Deployment,
  schema: Schema,
  read: (properties: v.InferOutput<Schema>) => number,
): number {
  return resourcesOf(deployment)
    .map(({ Properties }) => v.safeParse(schema, Properties))
    .reduce((total, parsed) => total + (parsed.success ? read(parsed.output) : 0), 0);
}
