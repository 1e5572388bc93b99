import { capacityReport } from '#infra/limits/capacity-report.ts';
import { simulationReport } from '#infra/limits/simulation-report.ts';

/** The generated parts of docs/capacity.md. */
export function capacityParts(): Record<string, string> {
  return {
    ...Object.fromEntries(
      [1e4, 1e6, 1e7].map((calls) => [`capacity ${calls}`, capacityReport({ callsPerDay: calls })]),
    ),
    simulation: simulationReport(),
  };
}
