import { ApiError, defined } from '@ringback/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { createRequestKey, type RequestKey } from './request-key.ts';
import { Notice } from './states.tsx';
import { endsSession, fieldErrors } from '../service/errors.ts';
import { errorText, isPassing } from '../service/failure.ts';
import { refreshed } from '../service/request.ts';

interface Options {
  /** Problems that are known without asking the service, by field. */
  check?: () => Record<string, string | undefined>;
  /** Sends the form. `keyOf(body)` is its idempotency key: “Try again” sends the same one with the same body. */
  send: (keyOf: RequestKey['of']) => Promise<unknown>;
  /** Sentences of the service that name no field, and the field that they are about. */
  sentences?: Record<string, string>;
}

export interface Submit {
  onSubmit: (event: Event) => void;
  isBusy: boolean;
  /** The problem of each field. */
  problems: Record<string, string>;
  /** The problem of the whole form, with a button to try again; part of the form. */
  failure: JSX.Element | null;
}

/** Sends a form: once at a time, with the service's sentences at the fields that they are about. */
export function useSubmit({ check, send, sentences = {} }: Options): Submit {
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [error, setError] = useState<unknown>();
  const [key] = useState(createRequestKey);

  const submit = async (form: HTMLFormElement | undefined): Promise<void> => {
    if (isBusy) return;
    setError(undefined);
    const known = defined(check?.() ?? {});
    setProblems(known);
    if (Object.keys(known).length > 0) return focusProblem(form);
    setBusy(true);
    try {
      await send(key.of);
      key.answered();
      await refreshed();
    } catch (failure) {
      key.failed(failure);
      if (endsSession(failure)) return;
      const refused = problemsOf(failure, sentences);
      setProblems(refused);
      if (Object.keys(refused).length === 0) setError(failure);
      else focusProblem(form);
    } finally {
      setBusy(false);
    }
  };

  return {
    isBusy,
    problems,
    onSubmit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined);
    },
    failure: error === undefined ? null : <Failure error={error} isBusy={isBusy} />,
  };
}

/** The button submits the form around it. */
function Failure({ error, isBusy }: { error: unknown; isBusy: boolean }): JSX.Element {
  const again = (
    <button type="submit" class="button small" disabled={isBusy}>
      Try again
    </button>
  );
  return (
    <Notice tone="bad" action={isPassing(error) ? again : undefined}>
      {errorText(error)}
    </Notice>
  );
}

function problemsOf(error: unknown, sentences: Record<string, string>): Record<string, string> {
  const atFields = fieldErrors(error);
  if (Object.keys(atFields).length > 0 || !(error instanceof ApiError)) return atFields;
  const field = sentences[error.message];
  return field === undefined ? {} : { [field]: error.message };
}

/** To the first field that is wrong, once it is marked. */
function focusProblem(form: HTMLFormElement | undefined): void {
  requestAnimationFrame(() => {
    const control = form?.querySelector('[aria-invalid="true"]');
    if (control instanceof HTMLElement) control.focus();
  });
}
