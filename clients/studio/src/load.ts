import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { endsSession, errorText, isPassing } from './api.ts';
import { startPolling } from './live/poller.ts';
import { toast } from './ui/toast.tsx';

export interface Loading<Data> {
  /** The newest data. It stays while it is read again. */
  data: Data | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => Promise<void>;
}

interface Options<Data> {
  /** Milliseconds after which the data is read again while the page is visible; undefined: never. */
  every?: number | ((data: Data) => number | undefined);
}

interface State<Data> {
  key: string;
  data: Data | undefined;
  error: unknown;
  isLoading: boolean;
}

/**
 * Reads data when the page is shown, when `inputs` change, and as often as `every` says. After a failure that may pass it
 * tries again by itself, ever less often: a page that has lost the network comes back with it.
 */
export function useLoad<Data>(
  read: (signal: AbortSignal) => PromiseLike<Data>,
  inputs: readonly unknown[],
  { every }: Options<Data> = {},
): Loading<Data> {
  const key = JSON.stringify([inputs, typeof every === 'function' ? 'by data' : every]);
  const [state, setState] = useState<State<Data>>({ key, data: undefined, error: undefined, isLoading: true });
  const latest = useRef({ read, every });
  latest.current = { read, every };
  const end = useRef<(() => void) | undefined>(undefined);

  const reload = useCallback((): Promise<void> => {
    end.current?.();
    const { promise: read, resolve } = Promise.withResolvers<void>();
    setState((before) => ({ ...before, isLoading: true }));
    const endPolling = startPolling({
      page: document,
      look: async (signal) => {
        const data = await latest.current.read(signal);
        if (!signal.aborted) setState({ key, data, error: undefined, isLoading: false });
        resolve();
        const { every } = latest.current;
        return typeof every === 'function' ? every(data) : every;
      },
      onFailure: (error) => {
        if (!endsSession(error)) setState((before) => ({ ...before, key, error, isLoading: false }));
        resolve();
        return isPassing(error);
      },
    });
    end.current = () => {
      endPolling();
      resolve();
    };
    return read;
  }, [key]);

  useEffect(() => {
    setState((before) => (before.key === key ? before : { key, data: undefined, error: undefined, isLoading: true }));
    void reload();
    return () => end.current?.();
  }, [reload]);

  return { data: state.data, error: state.error, isLoading: state.isLoading, reload };
}

/** Runs what a button does: once at a time; a failure becomes a toast. */
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
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy };
}
