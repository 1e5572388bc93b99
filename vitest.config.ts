import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/contracts/**', 'test/flows/**'] } },
      { test: { name: 'contracts', include: ['test/contracts/**/*.test.ts'], testTimeout: 20_000 } },
      { test: { name: 'flows', include: ['test/flows/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
    ],
  },
});
