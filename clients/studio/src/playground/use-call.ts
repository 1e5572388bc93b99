import { isOpen } from '@ringback/client';
import type { WebCall } from '@ringback/widget/web-call';
import { useEffect, useRef, useState } from 'preact/hooks';
import { afterEvent, afterKey, type Conversation, silence, withTools } from './conversation.ts';
import { textOfProblem } from './speech-words.ts';
import { startWebCall } from '../requests/assistants/start-web-call.ts';
import { getCall } from '../requests/calls/get-call.ts';
import { endsSession } from '../service/errors.ts';
import { errorText, isPassing } from '../service/failure.ts';
import { startPolling } from '../service/poller.ts';
import { toast } from '../ui/toast.tsx';

export interface Talk {
  conversation: Conversation;
  /** Undefined until the call is answered. */
  call: WebCall | undefined;
  press: (key: string) => void;
  /** Whether the microphone is on. */
  isListening: boolean;
  /** Ends the call, also before it is answered. */
  hangUp: () => void;
}

interface CallOptions {
  assistantId: number;
  variables: Record<string, string>;
  speech: { listen: boolean; speak: boolean };
  /** ISO 639-1, of the browser's speech. */
  language: string;
}

interface PlaygroundCall {
  /** Undefined before the first call. */
  talk: Talk | undefined;
  start: (options: CallOptions) => Promise<void>;
  clear: () => void;
}

/** The record of a call is complete some seconds after its end. */
const RECORD_MS = 700;

/** A web call and its conversation. It is hung up when the page is left. */
export function usePlaygroundCall(): PlaygroundCall {
  const [conversation, setConversation] = useState<Conversation>();
  const [call, setCall] = useState<WebCall>();
  const { isListening, setListening, deafen } = useListening();
  const running = useRef<WebCall | undefined>(undefined);
  const calling = useCallSignal();
  const endedId = conversation?.status === 'ended' ? call?.callId : undefined;
  useTools(endedId, setConversation);

  const start = async ({ assistantId, variables, speech, language }: CallOptions) => {
    const signal = calling.next();
    if (signal === undefined) return;
    running.current = undefined;
    setConversation(silence);
    setCall(undefined);
    setListening(speech.listen);
    try {
      const started = await startWebCall({
        assistantId,
        variables,
        speech,
        language,
        signal,
        onEvent: (event) => {
          if (event.type === 'not-listening') deafen(event.error);
          setConversation((before) => afterEvent(before ?? silence, event, Date.now()));
        },
      });
      running.current = started;
      setCall(started);
    } catch (error) {
      if (signal.aborted || endsSession(error)) return;
      setConversation(undefined);
      toast(errorText(error), 'bad');
    }
  };
  const press = (key: string) => {
    running.current?.press(key);
    setConversation((before) => before && afterKey(before, key));
  };
  const hangUp = () => {
    if (running.current) running.current.hangUp();
    else calling.abort();
  };
  const clear = () => {
    setConversation(undefined);
    setCall(undefined);
    running.current = undefined;
  };
  return { talk: conversation && { conversation, call, press, isListening, hangUp }, start, clear };
}

/** Whether the microphone is on. `deafen`: it cannot be used. */
function useListening() {
  const [isListening, setListening] = useState(false);
  const deafen = (error: string) => {
    setListening(false);
    toast(textOfProblem(error), 'bad');
  };
  return { isListening, setListening, deafen };
}

interface CallSignal {
  /** Undefined once the page is left. */
  next: () => AbortSignal | undefined;
  abort: () => void;
}

/** The signal that ends a call; it is aborted when the page is left. */
function useCallSignal(): CallSignal {
  const calling = useRef<AbortController | undefined>(undefined);
  const isGone = useRef(false);
  const abort = () => calling.current?.abort();
  useEffect(
    () => () => {
      isGone.current = true;
      abort();
    },
    [],
  );
  const next = () => {
    if (isGone.current) return undefined;
    calling.current = new AbortController();
    return calling.current.signal;
  };
  return { next, abort };
}

/** Adds the called tools when the record of the call has them. */
function useTools(
  endedId: number | undefined,
  change: (next: (before: Conversation | undefined) => Conversation | undefined) => void,
): void {
  useEffect(() => {
    if (endedId === undefined) return undefined;
    return startPolling({
      page: document,
      look: async (signal) => {
        const call = await getCall(endedId).read(signal);
        if (!signal.aborted) change((before) => before && withTools(before, call.transcript_turns));
        return isOpen(call) ? RECORD_MS : undefined;
      },
      onFailure: isPassing,
    });
  }, [endedId]);
}
