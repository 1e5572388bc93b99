import { noWayUp, type Override, restrict, type Restriction } from '#infra/generate/floors/lint-override.ts';

/** The floors of infra/ and of its folders, lowest first, as those of shared/. Files beside the rooms of a folder wire them, and only mains import those. */
export const infraFloors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  infra: [['text', 'simulators'], ['cloud'], ['local'], ['admin', 'drive', 'generate']],
  'infra/cloud': [
    ['alarms', 'bundle', 'call-units', 'stage', 'studio'],
    ['constructs'],
    ['stacks'],
    ['deploy'],
    ['release'],
  ],
  'infra/local': [
    ['address', 'rehearsal'],
    ['aws'],
    ['faults', 'models', 'source', 'webhook-sink'],
    ['pages', 'synthesised'],
    ['compose'],
  ],
  'infra/local/aws': [['lambda', 'table'], ['http', 'queues', 'schedules'], ['socket'], ['gateway']],
  'infra/admin': [['audit', 'terminal', 'trace'], ['erase'], ['deps'], ['import'], ['commands']],
  'infra/generate': [
    ['alarms', 'costs', 'destinations', 'floors', 'number-groups', 'openapi', 'supply-chain', 'time-zones'],
    ['docs', 'limits'],
    ['contribute'],
  ],
  'infra/simulators': [['line'], ['openai'], ['twilio']],
  'infra/simulators/twilio': [
    ['journal'],
    ['wire'],
    ['context'],
    ['callees'],
    ['message', 'relay', 'reports'],
    ['instructions'],
    ['calls'],
    ['control', 'rest', 'web'],
  ],
};

/** The folder without the rooms of its own that stand in the list. */
export interface Room {
  path: string;
  /** The folders around it that have floors, and its name in each: `infra` with `cloud`, `infra/cloud` with `stage`. */
  around: ReadonlyArray<{ house: string; name: string }>;
}

/** Every room, those around others first: the last rule of lint that fits a file counts. */
export const rooms: readonly Room[] = Object.entries(infraFloors).flatMap(([house, floors]) =>
  floors.flat().map((name) => ({ path: `${house}/${name}`, around: [...aroundOf(house), { house, name }] })),
);

function aroundOf(path: string): Room['around'] {
  return Object.keys(infraFloors)
    .filter((house) => path.startsWith(`${house}/`))
    .map((house) => ({ house, name: path.slice(house.length + 1).split('/')[0] ?? '' }));
}

/** Whether a file of the room may import one of another room of the same house. */
export function mayImportRoom(house: string, from: string, to: string): boolean {
  const floors = infraFloors[house] ?? [];
  const floorOf = (name: string) => floors.findIndex((floor) => floor.includes(name));
  return from === to || floorOf(to) < floorOf(from);
}

/** How a file of the room names one of `to`: the simulators are a package of their own. */
export function specifierOf(to: string, from: Room): string {
  const inPackage = /^infra\/simulators\/(.*)$/.exec(to)?.[1];
  if (inPackage === undefined) return `#${to}`;
  return from.path.startsWith('infra/simulators/') ? `#${inPackage}` : `@ringback/simulators/${inPackage}`;
}

const message = 'A room imports what stands on a floor below it: infra/generate/floors/infra-floors.ts.';

/** The rules of lint for `infra/`, as entries of `overrides` in `.oxlintrc.json`. */
export function infraOverrides(): Override[] {
  return rooms.map((room) =>
    restrict([`${room.path}/**`], [...room.around.flatMap((one) => restrictionsOf(room, one)), ...ownOf(room)]),
  );
}

function restrictionsOf(room: Room, { house, name }: Room['around'][number]): Restriction[] {
  const all = (infraFloors[house] ?? []).flat();
  const forbidden = all.filter((other) => !mayImportRoom(house, name, other));
  const wiring = {
    regex: `^${specifierOf(house, room)}/[^/]+$`,
    message: 'Only mains and tests import what wires rooms.',
  };
  if (forbidden.length === 0) return [wiring];
  const paths = forbidden.map((other) => specifierOf(`${house}/${other}`, room));
  return [wiring, { regex: `^(${paths.join('|')})/`, message }];
}

/** What is closed to one room more than the floors say. */
function ownOf({ path }: Room): Restriction[] {
  if (path.startsWith('infra/simulators')) return [noService];
  if (path === 'infra/text' || path === 'infra/local/address') return [noWayUp];
  if (path.startsWith('infra/admin')) return [noEmulators];
  return [];
}

const noService: Restriction = {
  regex: '^#(clients|functions|infra|shared|test)/|^@ringback/',
  message: 'The simulators share no code with the service: they are what other companies run.',
};

const noEmulators: Restriction = {
  group: ['#infra/local/**', '!#infra/local/address/**', '@ringback/simulators/**'],
  message: 'The admin command line reads where a local stack is, and nothing else of it.',
};
