/** `npm run test:template` runs all flows on what would be deployed. */
export const template = process.env['TEMPLATE'] || undefined;

/** Bundles, each in a thread of its own, take longer to start than sources, and more of the machine. */
const LONGER = 4;

/** How long to wait for what takes this long from source. */
export function patience(milliseconds: number): number {
  return template === undefined ? milliseconds : milliseconds * LONGER;
}
