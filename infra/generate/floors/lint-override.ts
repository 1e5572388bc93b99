export interface Override {
  files: string[];
  rules: Record<string, unknown>;
}

/** Of the imports that are refused: `regex`, or `group`, where a later pattern that begins with `!` lets them pass. */
export type Restriction = { message: string } & ({ regex: string } | { group: string[] });

/** An entry of `overrides` in `.oxlintrc.json` that refuses these imports, and relative ones out of the folder. */
export function restrict(files: string[], restrictions: Restriction[]): Override {
  const patterns = [{ regex: '(^|/)\\.\\./', message: 'Import by #…' }, ...restrictions];
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** For a room that nothing of its house stands below. */
export const noWayUp: Restriction = {
  regex: '^#(functions|test)/',
  message: 'The lowest room imports no function and no test.',
};
