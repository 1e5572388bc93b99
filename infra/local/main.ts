import { enableCompileCache } from 'node:module';
import { Command } from '@commander-js/extra-typings';
import { isWatched, watchStack } from '#infra/local/compose/watch-stack.ts';

const SETTINGS = `
Environment:
  PORT=3000              0 = any free port
  HOST=127.0.0.1         the address to listen on
  DATA_DIR=.data         a folder, or memory to keep nothing
  SIMULATOR_SPEED=20     call seconds per real second
  BROWSER=none           do not open the studio in the browser
  WATCH=false            do not start again when a source file changes
  LOG=1                  print the log of the functions
  READY_FILE=<path>      write addresses, users and tokens there when ready
  TEMPLATE=cdk.out       run what cdk synth has written
  FAULTS=seed=1,rate=0.05   inject faults of AWS
  DYNAMODB_LOCAL=<folder>           of DynamoDBLocal.jar, where we have no database
  AWS_ENDPOINT_URL_DYNAMODB=<url>   your own DynamoDB Local

A real language model:
  MODEL_SERVERS=none     do not look for Ollama, LM Studio, llama.cpp and vLLM
  OPENAI_API_KEY=<key>
  OPENAI_BASE_URL=<url> OPENAI_MODEL=<name>   any OpenAI-compatible server
  AWS_PROFILE=<name> AWS_REGION=<region>      Amazon Bedrock

Examples:
  PORT=4000 npm start
  OPENAI_API_KEY=<key> npm start`;

// Before other imports: from the second start on, nothing has to be compiled.
enableCompileCache();
new Command('npm start --')
  .description('Runs the whole service on this machine, until Ctrl-C. Environment variables are its settings.')
  .addHelpText('after', SETTINGS)
  .allowExcessArguments(false)
  .parse();
if (isWatched(process.env, process.stdout.isTTY)) {
  watchStack(process.env);
} else {
  const { runStack } = await import('#infra/local/compose/run-stack.ts');
  await runStack();
}
