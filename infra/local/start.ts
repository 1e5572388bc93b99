import { enableCompileCache } from 'node:module';

// Before anything else is loaded: from the second start on, nothing has to be compiled again.
enableCompileCache();
const { runStack } = await import('#infra/local/stack/run-stack.ts');
await runStack();
