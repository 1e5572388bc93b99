import { defineConfig } from 'vitest/config';
import { patience } from '#test/support/patience.ts';

const stackTests = ['test/flows/**', 'test/api/**', 'test/properties/**'];

export default defineConfig({
  test: {
    // Flows wait more than they work: two at a time keep two cores busy.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/stores/**', ...stackTests, '**/node_modules/**'],
          setupFiles: ['test/support/checked-endpoints.ts'],
        },
      },
      { test: { name: 'stores', include: ['test/stores/**/*.test.ts'], testTimeout: 20_000 } },
      {
        test: {
          name: 'flows',
          include: stackTests.map((folder) => `${folder}/*.test.ts`),
          testTimeout: patience(60_000),
          hookTimeout: patience(60_000),
        },
      },
    ],
  },
});
