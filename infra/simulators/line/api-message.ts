export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string;
  contentType: string;
  body: string;
}

export interface ApiResponse {
  status: number;
  /** Sent as JSON. */
  json?: unknown;
  media?: { type: string; data: Buffer };
}
