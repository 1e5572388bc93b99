/** The same on every run in CI, another one on every run at home; a failure prints it, and SEED repeats it. */
export const propertySeed =
  process.env['SEED'] !== undefined
    ? Number(process.env['SEED'])
    : process.env['CI']
      ? 20_250_630
      : Date.now() % 2 ** 31;
