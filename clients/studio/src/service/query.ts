import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { endsSession } from './errors.ts';
import { isPassing } from './failure.ts';
import { startPolling } from './poller.ts';
import { type Query, show } from './request.ts';

export interface Loading<Data> {
  /** The newest data. It stays while it is read again. */
  data: Data | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => Promise<void>;
}

interface Options<Data> {
  /** Milliseconds after which the data is read again while the page is visible; undefined: never. */
  every?: number | undefined | ((data: Data) => number | undefined);
}

interface State<Data> {
  key: string;
  data: Data | undefined;
  error: unknown;
  isLoading: boolean;
}

/**
 * Reads data when the page is shown, when the key changes, when a mutation has changed it, and as often as `every` says.
 * After a failure that may pass, it tries again less and less often, so that a page continues when the network is back.
 */
export function useQuery<Data>(query: Query<Data>, { every }: Options<Data> = {}): Loading<Data> {
  const key = JSON.stringify([query.key, typeof every === 'function' ? 'by data' : every]);
  const [state, setState] = useState<State<Data>>({ key, data: undefined, error: undefined, isLoading: true });
  const latest = useRef({ query, every });
  latest.current = { query, every };
  const end = useRef<(() => void) | undefined>(undefined);

  const reload = useCallback((): Promise<void> => {
    end.current?.();
    const { promise: read, resolve } = Promise.withResolvers<void>();
    setState((before) => ({ ...before, isLoading: true }));
    const endPolling = startPolling({
      page: document,
      look: async (signal) => {
        const data = await latest.current.query.read(signal);
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
    const hide = show({ key: latest.current.query.key, reload });
    return () => {
      hide();
      end.current?.();
    };
  }, [reload]);

  return { data: state.data, error: state.error, isLoading: state.isLoading, reload };
}

/** Two queries as one: it has data when both have. */
export function bothOf<One, Other>(one: Loading<One>, other: Loading<Other>): Loading<readonly [One, Other]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    isLoading: one.isLoading || other.isLoading,
    async reload() {
      await Promise.all([one.reload(), other.reload()]);
    },
  };
}
