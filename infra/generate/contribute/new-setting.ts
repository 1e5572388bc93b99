import { camelCase, type Piece } from '#infra/generate/contribute/pieces.ts';

/** The pieces of an assistant setting: its entry in the settings table, and its proof. It is a flag without effect at first. */
export function settingPieces(name: string): Piece[] {
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(name))
    throw new Error(`"${name}" is not a setting such as hold_music, in snake case`);
  return [
    {
      path: 'shared/assistants/speech-settings.ts',
      insert: entryText(name),
      before: '} as const satisfies SettingTable;',
    },
    {
      path: 'test/settings/speech-proofs.ts',
      insert: `\n  ${name}: noEffect({ ${name}: true }, { ${name}: false }),`,
      before: '\n};\n',
    },
  ];
}

function entryText(name: string): string {
  const how = `unsupported('Stored and shown; it has no effect yet.')`;
  return `  ${camelCase(name.replaceAll('_', '-'))}: {
    request: '${name}',
    record: '${name}',
    ...yesNo(false),
    pipeline: ${how},
    multimodal: ${how},
  },
`;
}
