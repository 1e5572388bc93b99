/** `npm run test:template` runs all flows on what would be deployed. */
export const template = process.env['TEMPLATE'] || undefined;

/** Bundles, each in a thread of its own, take longer to start than sources, and more of the machine. */
const LONGER = 4;

/** How long to wait for what takes this long from source. */
export const patience = (milliseconds: number): number =>
  template === undefined ? milliseconds : milliseconds * LONGER;
