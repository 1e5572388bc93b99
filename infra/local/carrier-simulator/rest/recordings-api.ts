import type { Exchange } from '#infra/local/carrier-simulator/call/exchange.ts';
import type { Recording } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import type { ApiRequest, ApiResponse } from './api-message.ts';
import { listPage } from './list-page.ts';
import { mp3Of, wavOf } from './recording-media.ts';
import { callRecordingResource, recordingResource } from './recording-resource.ts';
import { notFound } from './rest-error.ts';

/** The recordings of the account and their media, until they are deleted. */
export class RecordingsApi {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  listOfCall({ path, query }: ApiRequest, callSid: string): ApiResponse {
    if (!this.#exchange.journal.call(callSid)) throw notFound(path);
    const recordings = this.#exchange.journal.recordings().filter((recording) => recording.callSid === callSid);
    const resources = recordings.map((recording) => callRecordingResource(recording, this.#exchange));
    return { status: 200, json: listPage(path, query, 'recordings', resources) };
  }

  show({ path }: ApiRequest, sid: string): ApiResponse {
    return { status: 200, json: recordingResource(this.#find(path, sid), this.#exchange) };
  }

  showOfCall({ path }: ApiRequest, callSid: string, sid: string): ApiResponse {
    const recording = this.#find(path, sid);
    if (recording.callSid !== callSid) throw notFound(path);
    return { status: 200, json: callRecordingResource(recording, this.#exchange) };
  }

  remove({ path }: ApiRequest, sid: string): ApiResponse {
    const recording = this.#find(path, sid);
    const { clock, journal } = this.#exchange;
    journal.saveRecording({ ...recording, status: 'deleted', updatedAt: clock.now(), told: true });
    return { status: 204 };
  }

  media({ path }: ApiRequest, sid: string, extension: string): ApiResponse {
    const recording = this.#find(path, sid);
    if (recording.status !== 'completed') throw notFound(path);
    const seconds = recording.durationSeconds ?? 0;
    const media =
      extension === 'mp3'
        ? { type: 'audio/mpeg', data: mp3Of(seconds) }
        : { type: 'audio/x-wav', data: wavOf(seconds, recording.channels) };
    return { status: 200, media };
  }

  #find(path: string, sid: string): Recording {
    const recording = this.#exchange.journal.recordings().find((candidate) => candidate.sid === sid);
    if (!recording) throw notFound(path);
    return recording;
  }
}
