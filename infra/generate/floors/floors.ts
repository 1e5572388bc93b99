import { studioOverrides } from '#clients/studio/floors.ts';
import { infraOverrides } from '#infra/generate/floors/infra-floors.ts';
import { type Override, restrict, type Restriction } from '#infra/generate/floors/lint-override.ts';

/**
 * The floors of `shared/`, lowest first. A feature imports only what stands on a floor below its own, types too. Features on one floor
 * do not know each other. The rules of lint are generated from this list.
 */
export const floors: readonly (readonly string[])[] = [
  ['platform'],
  ['accounts', 'manifest'],
  ['catalog', 'numbers'],
  ['tools', 'destinations'],
  ['assistants', 'do-not-call'],
  ['calls', 'sms'],
  ['conversations', 'dialling', 'campaigns', 'recordings'],
  ['webhooks', 'realtime'],
  ['call-life'],
  ['web-calls'],
];

/** Only these features read the files in the folder of another feature. Root files are open to all that stand above. */
const openFolders: Readonly<Record<string, readonly string[]>> = { 'calls/listing': ['call-life'] };

/** Files beside their feature that speak to AWS themselves, and so may import its SDK. */
const storesOnAws = ['shared/recordings/s3-recording-links.ts', 'shared/recordings/s3-recording-store.ts'];

const features = floors.flat();
const floorOf = (feature: string) => floors.findIndex((floor) => floor.includes(feature));
/** What features may import from npm. The platform and the integrations import what they are about. */
const packages = ['valibot', 'standardwebhooks', 'sms-segments-calculator'];

/** Whether a file of the feature `from` may import a root file of the feature `to`. */
export function mayImport(from: string, to: string): boolean {
  return from === to || floorOf(to) < floorOf(from);
}

/** The rules of lint for `shared/`, as entries of `overrides` in `.oxlintrc.json`. */
export function floorOverrides(): Override[] {
  return [
    ...features.map((feature) => restrict([`shared/${feature}/**`], restrictionsOf(feature))),
    restrict(storesOnAws, onFloor('recordings')),
    restrict(['shared/integrations/**'], [outside]),
  ];
}

const outside: Restriction = {
  regex: '^#(clients|functions|infra|test)/|^#[^/]+$|^#shared/([^/]+$|openapi/)',
  message: 'Features and integrations know no folder beside shared/, and none of the files that wire them.',
};

const butFirst = (pattern: string, index: number) => (index === 0 ? pattern : `!${pattern}`);

function restrictionsOf(feature: string): Restriction[] {
  if (feature === 'platform') return onFloor(feature);
  const message = 'A feature reaches other companies through its interfaces; only the containers wire them.';
  return [
    ...onFloor(feature),
    { group: ['*', './**', '#shared/**', 'node:*', 'node:*/**', ...packages].map(butFirst), message },
  ];
}

function onFloor(feature: string): Restriction[] {
  const forbidden = features.filter((other) => !mayImport(feature, other));
  const closed = features.filter(
    (other) => other !== 'platform' && !forbidden.includes(other) && !isOpen(other, feature),
  );
  const inner = `^#shared/(${closed.join('|')})/[^/]+/`;
  return [
    outside,
    {
      regex: `^#shared/(${['integrations', ...forbidden].join('|')})/`,
      message: 'A feature imports what stands on a floor below it: infra/generate/floors/floors.ts.',
    },
    ...(closed.length > 0 ? [{ regex: inner, message: 'A feature imports the root files of another one only.' }] : []),
  ];
}

function isOpen(other: string, feature: string): boolean {
  const folders = Object.entries(openFolders).filter(([folder]) => folder.startsWith(`${other}/`));
  return other === feature || folders.some(([, readers]) => readers.includes(feature));
}

const isFloorRule = ({ files, rules }: Override) =>
  files.some((file) => /^(?:shared|infra|clients\/studio\/src)\/[a-z-]+\//.test(file)) &&
  'no-restricted-imports' in rules;

/** The configuration of lint with the present rules of the floors in place of the ones that it has. */
export function withFloorRules<Config extends { overrides: Override[] }>(config: Config): Config {
  const others = config.overrides.filter((one) => !isFloorRule(one));
  // Those of the studio stand behind the rule for all clients, which they replace.
  return { ...config, overrides: [...floorOverrides(), ...infraOverrides(), ...others, ...studioOverrides()] };
}
