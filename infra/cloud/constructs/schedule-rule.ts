import { Duration } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
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
    { row, deployment, target }: { row: ScheduleRow; deployment: Deployment; target: IFunction },
  ) {
    super(scope, id);
    const { name, capacity } = deployment;
    const workers = Math.min(row.workers ?? 1, capacity.scheduleWorkers);
    const delivery = { retryAttempts: 0, maxEventAge: MAX_EVENT_AGE };
    new Rule(this, 'Rule', {
      ruleName: `${name}-${row.id.replaceAll('/', '-')}`,
      schedule: Schedule.rate(Duration.minutes(row.everyMinutes)),
      targets: Array.from({ length: workers }, (_, worker) => {
        const event = workers === 1 ? undefined : shareEvent(worker, workers);
        return new LambdaFunction(target, { ...delivery, ...(event && { event }) });
      }),
    });
    target.configureAsyncInvoke(delivery);
  }
}

/** The event of one of several workers, which run at the same time. */
function shareEvent(worker: number, workers: number): RuleTargetInput {
  return RuleTargetInput.fromObject({ id: EventField.eventId, time: EventField.time, share: { worker, workers } });
}
