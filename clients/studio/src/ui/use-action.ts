import { useState } from 'preact/hooks';
import { toast } from './toast.tsx';
import { endsSession } from '../service/errors.ts';
import { errorText } from '../service/failure.ts';
import { refreshed } from '../service/request.ts';

/** Runs the action of a button: once at a time, until the page shows its effect. A failure becomes a toast. */
export function useAction<Input extends unknown[]>(
  action: (...input: Input) => Promise<unknown>,
): { run: (...input: Input) => Promise<void>; isBusy: boolean } {
  const [isBusy, setBusy] = useState(false);
  const run = async (...input: Input) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await action(...input);
    } catch (error) {
      if (!endsSession(error)) toast(errorText(error), 'bad');
    }
    await refreshed();
    setBusy(false);
  };
  return { run, isBusy };
}
