import { defineConfig } from 'vitest/config';
import { patience } from '#test/support/patience.ts';

const stackTests = ['test/flows/**', 'test/contract/**', 'test/properties/**'];

export default defineConfig({
  test: {
    // Flows wait more than they work: two at a time keep two cores busy.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/contracts/**', ...stackTests, '**/node_modules/**'],
          setupFiles: ['test/support/checked-endpoints.ts'],
        },
      },
      { test: { name: 'contracts', include: ['test/contracts/**/*.test.ts'], testTimeout: 20_000 } },
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
