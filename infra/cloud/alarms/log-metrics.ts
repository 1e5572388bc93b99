interface LogMetric {
  name: string;
  /** https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html */
  pattern: string;
}

/**
 * What the access log of the HTTP API counts, as metrics of ours. They cost nothing while there is nothing to count.
 * `error` is a hyphen unless API Gateway has answered itself, because the function has not.
 */
export const accessLogMetrics: readonly LogMetric[] = [
  { name: 'RequestCrashed', pattern: '{ $.status = "5*" && $.error != "-" }' },
];
