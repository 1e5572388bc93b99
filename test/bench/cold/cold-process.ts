import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

/** What Lambda does at a cold start: loads the bundle, hands it the first event. */
const [, , bundle = '', eventFile] = process.argv;
const event: unknown = eventFile === undefined ? {} : JSON.parse(await readFile(eventFile, 'utf8'));
const { handler } = (await import(pathToFileURL(bundle).href)) as { handler: (event: unknown) => Promise<unknown> };
const limit = setTimeout(() => process.exit(0), 1000);
await handler(event).catch(() => undefined);
clearTimeout(limit);
process.exit(0);
