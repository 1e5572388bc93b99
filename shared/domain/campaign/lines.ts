/**
 * A line that a call of a campaign occupies. It is a lease: when its time is over it is free again, so that a call of which
 * nothing is ever heard cannot hold up a campaign.
 */
export interface Line {
  callId: number;
  campaignId: number;
  expiresAt: number;
}

/** The lines of one user. */
export interface Lines {
  lines: Line[];
  version: number;
}

export interface LineLimits {
  perCampaign: number;
  perUser: number;
}

/** The lines that are taken now. */
export function takenLines({ lines }: Lines, now: number): Line[] {
  return lines.filter((line) => line.expiresAt > now);
}

/** How many more calls a campaign may have. */
export function freeLines(lines: Lines, campaignId: number, limits: LineLimits, now: number): number {
  const taken = takenLines(lines, now);
  const own = taken.filter((line) => line.campaignId === campaignId).length;
  return Math.max(0, Math.min(limits.perCampaign - own, limits.perUser - taken.length));
}

/** The lines with one more taken; expired ones are dropped. */
export function takeLine(lines: Lines, line: Line, now: number): Lines {
  return { lines: [...takenLines(lines, now), line], version: lines.version + 1 };
}
