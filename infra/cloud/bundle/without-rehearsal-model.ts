import type { Plugin } from 'esbuild';

const namespace = 'without-rehearsal-model';

/** Leaves the rehearsal model out of the bundles of a stage that has no use for it. Nothing there imports it when it runs. */
export const withoutRehearsalModel: Plugin = {
  name: namespace,
  setup(build) {
    build.onResolve({ filter: /\/rehearsal-language-model\.ts$/ }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /.*/, namespace }, () => ({
      contents: 'export function createRehearsalLanguageModel() { throw new Error("not in this bundle"); }',
      loader: 'js',
    }));
  },
};
