import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Where a carrier is named: its folder, its rows, its choice, the secrets and variables of what is deployed, and the API. */
const namesCarriers = [
  /^shared\/integrations\/twilio\//,
  /^functions\/carrier\/twilio-/,
  /^shared\/manifest\//,
  /^shared\/(?:carrier|web-call|transfer)-container\.ts$/,
  /^shared\/platform\/(?:environment|carrier-settings|secrets)\.ts$/,
  // The transport of web calls, which pages receive.
  /^shared\/web-calls\/start-web-call\.ts$/,
  // Names the token of a connection in its signature: calls are under way while a release is deployed.
  /^shared\/calls\/call-token\.ts$/,
];
const name = /twilio|twiml|conversation ?relay|\brelay|CallSid|MessageSid/i;

const sources = ['shared', 'functions'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`),
);

it('no file but those of the carrier names it', () => {
  const found = sources
    .filter((file) => !namesCarriers.some((allowed) => allowed.test(file)))
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n');
      return lines.flatMap((line, index) => {
        // A function of a carrier may be imported from nowhere else, and its chain is chosen by its path.
        return name.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [];
      });
    });
  expect(found).toEqual([]);
});
