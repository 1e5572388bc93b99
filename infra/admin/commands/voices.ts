import { readFile } from 'node:fs/promises';
import { Command, Option } from '@commander-js/extra-typings';
import { idArgument } from '#clients/cli/src/arguments.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { requirePublicVoice, storeSample } from '#infra/admin/deps/voice-samples.ts';
import { choiceArgument, textArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { recordPrintout } from '#infra/text/output.ts';
import { engineModes } from '#shared/catalog/engine-mode.ts';
import { addVoice, voiceProviders } from '#shared/catalog/voices.ts';
import { OperatorError } from '#shared/platform/errors.ts';

const VOICE_ADD_EXAMPLES = `
Examples:
  npm run admin -- voice add --user 1 --name "Our Anna" --provider ElevenLabs --provider-voice EXAVITQu4vr4xnSDxMaL
  npm run admin -- voice add --user 1 --name Verse --mode multimodal --provider OpenAI --provider-voice verse`;

const VOICE_SAMPLE_EXAMPLES = `
Examples:
  npm run admin -- voice sample 1 sarah.mp3
  STUDIO_BUCKET=ringback-dev-studio-… npm run admin -- voice sample 1 sarah.mp3 --table ringback-dev
  npm run admin -- voice sample 1 --remove`;

const providers = Object.values(voiceProviders).flat();

export function voiceAdd(session: Session) {
  return new Command('add')
    .description('Give a user a voice that no other user can choose')
    .addOption(userOption())
    .requiredOption('--name <name>', 'name of the voice', textArgument)
    .option('--mode <mode>', engineModes.join(' or '), choiceArgument(engineModes), 'pipeline')
    .addOption(
      new Option('--provider <provider>', providers.join(', '))
        .argParser(choiceArgument(providers))
        .makeOptionMandatory(),
    )
    .requiredOption('--provider-voice <voice>', 'name or id that the provider has for the voice', textArgument)
    .option('--description <words>', 'words that describe the voice, for the studio', textArgument)
    .addHelpText('after', VOICE_ADD_EXAMPLES)
    .action(async ({ user: userId, name, mode, provider, providerVoice, description }) => {
      const voice = await addVoice(
        { userId, voice: { name, mode, provider, providerVoice, ...(description !== undefined && { description }) } },
        await session.deps(),
      );
      session.print(
        recordPrintout({
          id: voice.id,
          user_id: userId,
          name: voice.name,
          mode: voice.mode,
          provider: voice.provider,
          provider_voice: voice.providerVoice,
        }),
      );
    });
}

async function readSample(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    throw new OperatorError(`there is no file ${file}, or it cannot be read`);
  }
}

export function voiceSample(session: Session) {
  return new Command('sample')
    .description('Store what a public voice sounds like, for the studio')
    .argument('<voice>', 'id of the voice', idArgument)
    .argument('[file]', 'recording of the voice as MP3, WAV or Ogg, 1 MB at most', textArgument)
    .option('--remove', 'remove the sample')
    .addHelpText('after', VOICE_SAMPLE_EXAMPLES)
    .action(async (id, file, { remove = false }) => {
      if ((file === undefined) !== remove) throw new OperatorError('name a file, or say --remove');
      const { name } = requirePublicVoice(id);
      const samples = (await session.deps()).voiceSamples();
      if (file === undefined) await samples.remove(id);
      const type = file === undefined ? null : await storeSample(id, await readSample(file), samples);
      session.print(recordPrintout({ id, name, sample: type }));
    });
}
