import { writeFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { inItsEngines, isForSpeechModel } = await import('#infra/local/rehearsal/engines.ts');
const { BadInput, loadRehearsal } = await import('#infra/local/rehearsal/load-rehearsal.ts');
const { readOptions } = await import('#infra/drive/rehearse/options.ts');
const { createProgress } = await import('#infra/local/rehearsal/report.ts');
const { junitText } = await import('#infra/local/rehearsal/report.ts');
const { reportText } = await import('#infra/local/rehearsal/report.ts');
const { requirePlayers } = await import('#infra/local/rehearsal/played-customer.ts');
const { runRehearsals } = await import('#infra/local/rehearsal/run-rehearsals.ts');
const { joinStage, openStage } = await import('#infra/drive/rehearse/stage.ts');
const { startScriptedModels } = await import('#infra/local/rehearsal/scripted-model.ts');
const { StackError } = await import('#infra/local/address/stack-error.ts');

/** `npm run rehearse`: rehearses calls and checks the expectations of their files. Returns the exit code. */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const rehearsals = await loadAll(options.files);
  const environment = { ...process.env };
  requirePlayers(rehearsals, environment);
  const models = rehearsals.flatMap((rehearsal) => {
    const { assistant, model } = rehearsal;
    if (!model || !('system_prompt' in assistant) || isForSpeechModel(rehearsal)) return [];
    return [{ prompt: String(assistant['system_prompt']), answers: model }];
  });
  if (models.length > 0 && options.stack !== undefined) throw new BadInput('a scripted model needs a stack of its own');
  const scripted = models.length > 0 ? await startScriptedModels(models, options.speed) : undefined;
  const developer = scripted ? { ...environment, OPENAI_BASE_URL: scripted.url, OPENAI_API_KEY: '' } : environment;
  const opening = options.stack === undefined ? openStage(options.speed, developer) : joinStage(options.stack);
  const stage = await opening.catch(async (error: unknown) => {
    await scripted?.stop();
    throw error;
  });
  try {
    const progress = createProgress(rehearsals.length, process.stderr);
    const { parallel } = options;
    const restartModels = scripted?.restart;
    const results = await runRehearsals(rehearsals, { stage, parallel, environment, progress, restartModels });
    process.stdout.write(`${reportText(results)}\n`);
    if (options.junit !== undefined) await writeFile(options.junit, junitText(results));
    return results.every(({ failures }) => failures.length === 0) ? 0 : 1;
  } finally {
    await stage.close();
    await scripted?.stop();
  }
}

/** Every problem of every file at once. */
async function loadAll(files: string[]) {
  const loading = await Promise.allSettled(files.map(loadRehearsal));
  const problems = loading.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const surprise = problems.find((problem) => !(problem instanceof BadInput));
  if (surprise) throw surprise;
  if (problems.length > 0) throw new BadInput(problems.map((problem) => String(problem.message)).join('\n'));
  return loading.flatMap((one) => (one.status === 'fulfilled' ? inItsEngines(one.value) : []));
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof BadInput || error instanceof StackError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
