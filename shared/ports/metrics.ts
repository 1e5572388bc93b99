/** Counts and durations that the dashboard and the alarms read. */
export interface Metrics {
  /** The amount is 1 unless told. */
  count(name: string, dimensions?: Record<string, string>, amount?: number): void;
  duration(name: string, milliseconds: number, dimensions?: Record<string, string>): void;
}
