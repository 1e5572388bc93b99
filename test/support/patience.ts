/** `npm run test:template` runs all flows on what would be deployed. */
export const template = process.env['TEMPLATE'] || undefined;

/** `FAULTS=seed=1,rate=0.05 npx vitest run --project flows`: all flows with what only AWS does. */
export const faults = process.env['FAULTS'] || undefined;

/** Bundles, each in a thread of its own, take longer to start than sources, and more of the machine. */
const LONGER = 4;

/** How long to wait for what takes this long from source and without faults. */
export const patience = (milliseconds: number): number =>
  template === undefined && faults === undefined ? milliseconds : milliseconds * LONGER;
