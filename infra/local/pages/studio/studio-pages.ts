import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { buildStudio } from '#infra/cloud/studio/build-studio.ts';
import {
  contentSecurityPolicy,
  contentTypes,
  IMMUTABLE,
  REVALIDATED,
  STUDIO_FOLDER,
} from '#infra/cloud/studio/studio-headers.ts';
import { rehearsalNote } from '#infra/local/address/rehearsal-note.ts';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { gatewayAnswers, type HttpAnswer, jsonAnswer } from '#infra/local/aws/http/http-message.ts';
import { models } from '#shared/container.ts';

const headers = {
  // The simulator and the buckets listen on ports of their own.
  'content-security-policy': contentSecurityPolicy({
    connect: ['http://localhost:*', 'http://127.0.0.1:*', 'ws://localhost:*', 'ws://127.0.0.1:*'],
    media: ['http://localhost:*', 'http://127.0.0.1:*'],
  }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** A file of a build: no path leads out of its folder. */
const FILE = /^\/(?:assets\/)?[\w-]+\.[\w.-]+$/;

interface StudioPages {
  /** A file of the studio, or its settings; undefined: another part of the stack answers. */
  get(path: string): (() => Promise<HttpAnswer>) | undefined;
  /** A browser opens an address of the studio: it gets the studio, which shows the page. */
  index(): Promise<HttpAnswer>;
}

interface StudioPagesOptions {
  hasRehearsals: boolean;
  template: string | undefined;
  /** Call seconds per real second. */
  speed: number;
}

/** The studio at `/`. It is built with the first request after a source has changed. */
export function studioPages(
  address: Pick<StackAddress, 'users'>,
  { hasRehearsals, template, speed }: StudioPagesOptions,
): StudioPages {
  const folder = () => (template === undefined ? buildStudio() : Promise.resolve(join(template, STUDIO_FOLDER)));
  const index = async () => file(await folder(), 'index.html', REVALIDATED);
  return {
    index,
    get(path) {
      if (path === '/') return index;
      if (path === '/studio.json') return async () => settings(address, { hasRehearsals, speed });
      if (path === '/favicon.svg') return async () => file(await folder(), path, REVALIDATED);
      if (path.startsWith('/assets/') && FILE.test(path)) return async () => file(await folder(), path, IMMUTABLE);
      return undefined;
    },
  };
}

function settings(
  address: Pick<StackAddress, 'users'>,
  { hasRehearsals: rehearsals, speed }: Pick<StudioPagesOptions, 'hasRehearsals' | 'speed'>,
): HttpAnswer {
  const users = address.users.map(({ id, name, token, balance }) => ({ id, name, token, balance }));
  return jsonAnswer(200, { users, note: rehearsalNote(models().access), rehearsals, speed });
}

async function file(folder: string, path: string, caching: string): Promise<HttpAnswer> {
  try {
    const body = await readFile(join(folder, path));
    const type = contentTypes[extname(path)] ?? 'application/octet-stream';
    return { status: 200, headers: { ...headers, 'content-type': type, 'cache-control': caching }, body };
  } catch {
    return gatewayAnswers.notFound;
  }
}
