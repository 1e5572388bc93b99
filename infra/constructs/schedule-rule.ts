import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ScheduleRow } from '#shared/manifest/manifest-row.ts';

/** The shortest of both services. */
const MAX_EVENT_AGE = Duration.minutes(1);

/**
 * Runs a function on a schedule. A failed run is not retried: the next one does its work, too. EventBridge and Lambda each retry
 * on their own: EventBridge a rejected invocation, Lambda one that it accepted, twice and for six hours.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
export class ScheduleRule extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { row, name, target }: { row: ScheduleRow; name: string; target: IFunction },
  ) {
    super(scope, id);
    new Rule(this, 'Rule', {
      ruleName: `${name}-${row.id.replaceAll('/', '-')}`,
      schedule: Schedule.rate(Duration.minutes(row.everyMinutes)),
      targets: [new LambdaFunction(target, { retryAttempts: 0, maxEventAge: MAX_EVENT_AGE })],
    });
    target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: MAX_EVENT_AGE });
  }
}
