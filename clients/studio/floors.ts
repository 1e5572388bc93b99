/**
 * The floors of the studio, lowest first. A folder of `src/` imports only what stands on a floor below its own, types too. Folders on
 * one floor do not know each other. The rules of lint are generated from this list.
 */
export const studioFloors: readonly (readonly string[])[] = [
  ['format'],
  ['service'],
  ['requests', 'ui'],
  ['events', 'leads', 'models', 'numbers', 'sms', 'tokens', 'usage', 'webhooks'],
  ['calls'],
  ['campaigns'],
  ['playground'],
  ['assistants'],
  ['shell'],
];

/** The client of the API, which only requests import. */
const CLIENT = 'service/client.ts';

const folders = studioFloors.flat();
const floorOf = (folder: string) => studioFloors.findIndex((floor) => floor.includes(folder));

/** Whether a file of the folder `from` may import one of the folder `to`. */
export function studioMayImport(from: string, to: string): boolean {
  return from === to || floorOf(to) < floorOf(from);
}

interface Override {
  files: string[];
  rules: Record<string, unknown>;
}

/** The rules of lint for the studio, as entries of `overrides` in `.oxlintrc.json`. */
export const studioOverrides = (): Override[] => folders.map(overrideOf);

function overrideOf(folder: string): Override {
  const forbidden = folders.filter((other) => !studioMayImport(folder, other));
  const patterns = [
    { regex: '^#', message: 'The studio uses the API from outside.' },
    {
      regex: `^(\\.\\./)+(${[...forbidden, '[^/]+\\.tsx?'].join('|')})(/|$)`,
      message: 'A folder imports what stands on a floor below it: clients/studio/floors.ts.',
    },
    ...(folder === 'requests' || folder === 'service'
      ? []
      : [{ regex: `^(\\.\\./)+${CLIENT}$`, message: 'A request is a file of src/requests.' }]),
  ];
  return {
    files: [`clients/studio/src/${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}
