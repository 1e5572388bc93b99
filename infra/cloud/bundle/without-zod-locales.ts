import { basename } from 'node:path';
import type { Plugin } from 'esbuild';

const KEPT = new Set(['en.js', 'index.js']);

/**
 * Drops zod's messages in 60 languages: 260 KB in every function with a language model, because the AI SDK depends on zod.
 * English stays, because zod installs it when it is loaded.
 */
export const withoutZodLocales: Plugin = {
  name: 'without-zod-locales',
  setup(build) {
    build.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/][\w-]+\.js$/ }, ({ path }) =>
      KEPT.has(basename(path)) ? undefined : { contents: 'export default () => ({});', loader: 'js' },
    );
  },
};
