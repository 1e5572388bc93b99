import packageFile from '#package.json' with { type: 'json' };

export interface Release {
  version: string;
  upgradesFrom: string;
  rollsBackTo: string;
}

/**
 * The release of this checkout, and its neighbours: the oldest release whose deployment it upgrades, and the oldest that may be
 * deployed over it again. Tests compare the templates with those of every release from there on (infra/cloud/release).
 */
export const release: Release = {
  version: packageFile.version,
  upgradesFrom: '0.1.0',
  rollsBackTo: '0.2.0',
};

/**
 * The export that refuses a roll-back to 0.1.0. Its code cannot read what later releases store, and it has no export of this name:
 * CloudFormation refuses to remove an export that the service stack imports, before it has changed anything.
 */
export const dataFormatExport = (name: string): string => `${name}-data:DataFormat2`;

/** Below zero if `one` is older than `other`. */
export function compareVersions(one: string, other: string): number {
  const [ours, theirs] = [one, other].map((version) => version.split('.').map(Number));
  const at = ours?.findIndex((part, index) => part !== theirs?.[index]) ?? -1;
  return at < 0 ? 0 : (ours?.[at] ?? 0) - (theirs?.[at] ?? 0);
}
