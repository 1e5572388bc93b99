import { Command, Option } from '@commander-js/extra-typings';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { choiceArgument, textArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { recordPrintout } from '#infra/text/output.ts';
import { engineModes } from '#shared/catalog/engine-mode.ts';
import { addVoice, voiceProviders } from '#shared/catalog/voices.ts';

const VOICE_ADD_EXAMPLES = `
Examples:
  npm run admin -- voice add --user 1 --name "Our Anna" --provider ElevenLabs --provider-voice EXAVITQu4vr4xnSDxMaL
  npm run admin -- voice add --user 1 --name Verse --mode multimodal --provider OpenAI --provider-voice verse`;

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
    .addHelpText('after', VOICE_ADD_EXAMPLES)
    .action(async ({ user: userId, name, mode, provider, providerVoice }) => {
      const voice = await addVoice({ userId, voice: { name, mode, provider, providerVoice } }, await session.deps());
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
