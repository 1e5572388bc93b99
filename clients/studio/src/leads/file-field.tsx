import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type LeadFile, readLeadFile } from './lead-file.ts';
import { FileProblem, fileOfPage } from '../../../imports/src/import-file.ts';
import { Field } from '../ui/field.tsx';

interface FileFieldProps {
  isBusy: boolean;
  /** Undefined: the file cannot be read. */
  onFile: (file: LeadFile | undefined) => void;
}

export function FileField({ isBusy, onFile }: FileFieldProps): JSX.Element {
  const [problem, setProblem] = useState<string>();
  const choose = async (chosen: File | undefined): Promise<void> => {
    setProblem(undefined);
    onFile(undefined);
    if (chosen === undefined) return;
    try {
      onFile(await readLeadFile(fileOfPage(chosen), chosen.name));
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : 'The file cannot be read.');
    }
  };
  return (
    <Field label="CSV file or workbook of Excel" problem={problem}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          disabled={isBusy}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}
