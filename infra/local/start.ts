import { enableCompileCache } from 'node:module';
import { isWatched, watchStack } from '#infra/local/stack/watch-stack.ts';

// Before other imports: from the second start on, nothing has to be compiled.
enableCompileCache();
if (isWatched(process.env, process.stdout.isTTY)) {
  watchStack(process.env);
} else {
  const { runStack } = await import('#infra/local/stack/run-stack.ts');
  await runStack();
}
