/** Counts and durations that the dashboard and the alarms read. */
export interface Metrics {
  count(name: string, dimensions?: Record<string, string>): void;
  duration(name: string, milliseconds: number, dimensions?: Record<string, string>): void;
}
