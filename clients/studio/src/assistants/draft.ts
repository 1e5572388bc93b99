import { useMemo, useState } from 'preact/hooks';
import type { Lookups } from './lookups.ts';
import { changesOf, type Engine, labelOf, type Values } from './setting-row.ts';
import { endsSession, fieldErrors, wholeOf } from '../service/errors.ts';
import { errorText } from '../service/failure.ts';
import { useLeaveQuestion } from '../ui/leave-question.ts';
import { toast } from '../ui/toast.tsx';

/** The settings in the form. */
export interface Draft {
  values: Values;
  engine: Engine;
  /** The sentences of the service, by field. */
  problems: Readonly<Record<string, string>>;
  /** The settings that differ from the stored ones. */
  changes: Values;
  isBusy: boolean;
  set: (name: string, value: unknown) => void;
  discard: () => void;
  /** True when it was stored. */
  save: () => Promise<boolean>;
}

interface DraftOptions {
  /** The path of the page. */
  home: string;
  stored: Values;
  lookups: Lookups | undefined;
  /** Stores the changes. */
  store: (changes: Values) => Promise<void>;
}

/** Edits settings until they are stored. The service checks them, and its sentences appear at their fields. */
export function useDraft({ home, stored, lookups, store }: DraftOptions): Draft {
  const [edits, setEdits] = useState<Values>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const values = useMemo(() => ({ ...stored, ...edits }), [stored, edits]);
  const changes = useMemo(() => changesOf(stored, values), [stored, values]);
  useLeaveQuestion(Object.keys(changes).length > 0, { home, text: 'Your changes are not saved.' });

  const set: Draft['set'] = (name, value) => {
    setProblems(({ [name]: _gone, ...rest }) => rest);
    setEdits((before) => ({ ...before, ...companions(name, value, lookups), [name]: value }));
  };
  const discard = () => {
    setEdits({});
    setProblems({});
  };
  const save = async () => {
    setBusy(true);
    try {
      await store(changes);
      // Text that was typed meanwhile is not stored yet.
      setEdits((now) => changesOf(values, now));
      setProblems({});
      return true;
    } catch (error) {
      if (endsSession(error)) return false;
      const found = fieldErrors(error);
      setProblems(found);
      // Some fields may be on another tab.
      const names = [...new Set(Object.keys(found).map((field) => labelOf(wholeOf(field))))];
      toast(names.length > 0 ? `Not saved. Check: ${names.join(', ')}.` : errorText(error), 'bad');
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { values, engine: engineOf(values), problems, changes, isBusy, set, discard, save };
}

export const engineOf = ({ engine_type: engine }: Values): Engine =>
  engine === 'multimodal' ? 'multimodal' : 'pipeline';

/** Another engine has other voices and models. */
function companions(name: string, value: unknown, lookups: Lookups | undefined): Values {
  if (name !== 'engine_type' || lookups === undefined) return {};
  return { ...lookups.firstOf(value === 'multimodal' ? 'multimodal' : 'pipeline') };
}
