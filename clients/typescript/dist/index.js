// clients/typescript/src/access.ts
var QUOTES = /["'`“”„‘’«»<>]/;
function apiAddress(text) {
  const given = text.trim();
  const problem = problemOfAddress(given);
  if (problem === void 0) return given.replace(/\/+$/, "");
  throw new TypeError(`The address of the API ${problem}: write it like https://calls.example.com/api`);
}
function problemOfAddress(text) {
  if (text === "") return "is empty";
  if (QUOTES.test(text)) return "has quotes";
  if (/\s/.test(text)) return "has a space or a line break";
  if (!/^https?:\/\//i.test(text)) return "does not begin with https:// or http://";
  if (!URL.canParse(text)) return "is not a URL";
  const { username, password, pathname } = new URL(text);
  if (username !== "" || password !== "") return "has a user name or a password, and the access token is all it needs";
  if (/[?#]/.test(text)) return "has a ? or a #";
  if (/\/api\/+api\/*$/.test(pathname)) return "ends with /api twice";
  return /\/user(?:\/|$)/.test(pathname) ? "has the path of a request" : void 0;
}
function accessToken(text) {
  const given = text.trim();
  const problem = problemOfToken(given);
  if (problem === void 0) return given;
  throw new TypeError(`The access token ${problem}`);
}
function problemOfToken(text) {
  if (text === "") return "is empty";
  if (/^(?:authorization:|bearer\s)/i.test(text)) return "is only what follows Bearer";
  if (QUOTES.test(text)) return "has quotes: write it without them";
  if (/\s/.test(text)) return "has a space or a line break: paste it in one piece";
  return /^[\x21-\x7e]+$/.test(text) ? void 0 : "has characters that no token has";
}

// clients/typescript/src/account-operations.ts
function accountOperations(http) {
  const dataOf = async (method, path, request) => (await http.send(method, path, { ...request })).data;
  return {
    tokens: {
      list: (options) => dataOf("GET", "/user/tokens", options),
      create: (body, options) => dataOf("POST", "/user/tokens", { body, ...options }),
      revoke: (id, { cascade, ...options } = {}) => dataOf("DELETE", `/user/tokens/${id}`, { query: { cascade }, ...options }),
      revokeOthers: (options) => dataOf("DELETE", "/user/tokens?keep=current", options)
    },
    usage: (month, options) => dataOf("GET", "/user/usage", { query: { month }, ...options }),
    async setDefaultCountry(country, options) {
      await http.send("PUT", "/user/default-country", { body: { default_country: country }, ...options });
    }
  };
}

// clients/typescript/src/pages.ts
var Pages = class {
  #read;
  constructor(read) {
    this.#read = read;
  }
  // oxlint-disable-next-line unicorn/no-thenable -- `await` on a list is the point.
  then(onDone, onFailed) {
    return this.#read().then(onDone, onFailed);
  }
  async *[Symbol.asyncIterator]() {
    let before;
    for (let page = await this.#read(); ; ) {
      const rows = page.data.filter(({ id }) => before === void 0 || id < before);
      yield* rows;
      if (!(page.current_page < page.last_page)) return;
      before = rows.at(-1)?.id ?? before;
      const next = rows.length > 0 ? 1 : page.current_page + 1;
      page = await this.#read({ page: next, ...before !== void 0 && { before_id: before } });
    }
  }
};

// clients/typescript/src/assistant-operations.ts
function assistantOperations(http) {
  return {
    create: async (assistant, options) => (await http.create("/user/assistant", assistant, options)).data,
    update: async (id, changes, options) => (await http.send("PUT", `/user/assistant/${id}`, {
      body: changes,
      ...options
    })).data,
    delete: async (id, options) => {
      await http.send("DELETE", `/user/assistant/${id}`, { ...options });
    },
    list: (filters, options) => new Pages(
      (position) => http.send("GET", "/user/assistants/get", { query: { ...filters, ...position }, ...options })
    ),
    get: (id, options) => http.send("GET", `/user/assistant/${id}`, { ...options }),
    startWebCall: async (id, call = {}, options) => (await http.send("POST", `/user/assistants/${id}/web-call`, {
      body: call,
      ...options
    })).data,
    versions: async (id, filters, options) => (await http.send("GET", `/user/assistants/${id}/versions`, {
      query: filters,
      ...options
    })).data,
    listOutbound: (options) => http.send("GET", "/user/assistants/outbound", { ...options })
  };
}
function lookupOperations(http) {
  return {
    numbers: (query) => http.send("GET", "/user/assistants/phone-numbers", { query }),
    voices: (query) => http.send("GET", "/user/assistants/voices", { query }),
    models: (query) => http.send("GET", "/user/assistants/models", { query }),
    languages: () => http.send("GET", "/user/assistants/languages"),
    synthesizerProviders: () => http.send("GET", "/user/assistants/synthesizer-providers"),
    transcriberProviders: () => http.send("GET", "/user/assistants/transcriber-providers")
  };
}

// clients/typescript/src/errors.ts
var RingbackError = class extends Error {
  name = "RingbackError";
  status;
  constructor(message, options = {}) {
    super(message, options.cause === void 0 ? void 0 : { cause: options.cause });
    this.status = options.status ?? 0;
  }
};
var ConnectionError = class extends RingbackError {
  name = "ConnectionError";
};
var ApiError = class extends RingbackError {
  name = "ApiError";
  /** Sentences by field, of a request that breaks a rule. Empty for other refusals. */
  errors;
  /** The answer of the provider, when an SMS could not be sent. */
  detail;
  /** Seconds after which the request may be sent again. */
  retryAfter;
  /** The link to the description of the expected request. */
  help;
  /** Quote it when you report a problem. */
  requestId;
  /** Whether an earlier request with the same idempotency key got this answer. */
  replayed;
  /** The parsed body, or its text. */
  body;
  constructor(response, body) {
    const fields = isRecord(body) ? body : {};
    const errors = fieldErrors(fields["errors"]);
    super(messageOf(fields["message"], errors, response), { status: response.status });
    this.errors = errors;
    this.detail = typeof fields["error"] === "string" ? fields["error"] : void 0;
    this.retryAfter = secondsOf(response.headers.get("retry-after")) ?? secondsOf(fields["retry_after"]);
    this.help = /<([^>]+)>\s*;[^,]*rel="?help/.exec(response.headers.get("link") ?? "")?.[1];
    this.requestId = response.headers.get("x-request-id") ?? void 0;
    this.replayed = response.headers.get("idempotent-replayed") === "true";
    this.body = body;
  }
};
var isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function messageOf(message, errors, response) {
  const text = isFromElsewhere(message, response) ? `The address answered ${response.status}, not as the API does: the address of the API is like https://calls.example.com/api` : typeof message === "string" ? message : `The service answered ${response.status}`;
  const sentences = Object.values(errors).flat();
  return sentences.length === 0 ? text : `${text} (${sentences.join(" ")})`;
}
function isFromElsewhere(message, { ok, status }) {
  return ok || status === 404 && (typeof message !== "string" || message === "Not Found");
}
function fieldErrors(errors) {
  if (!isRecord(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [field, [sentences].flat().map(String)])
  );
}
function secondsOf(value) {
  if (typeof value !== "string" && typeof value !== "number") return void 0;
  const seconds = value === "" ? Number.NaN : Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(String(value));
  return Number.isNaN(date) ? void 0 : Math.max(0, (date - Date.now()) / 1e3);
}

// clients/typescript/src/http.ts
import { webcrypto } from "#webcrypto";

// clients/typescript/src/defined.ts
function defined(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== void 0));
}

// clients/typescript/src/http.ts
var FIRST_WAIT_MS = 500;
var LONGEST_BACKOFF_MS = 8e3;
var LONGEST_WAIT_MS = 6e4;
function createHttp(options) {
  const { maxRetries = 2 } = options;
  const send = async (method, path, request = {}) => {
    const prepared = prepare(options, method, path, request);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendOnce(options, prepared, request.signal);
      } catch (error) {
        const wait = attempt < maxRetries ? waitBeforeRetry(error, attempt, method, request) : void 0;
        if (wait === void 0 || request.signal?.aborted) throw error;
        await pause(wait, request.signal);
      }
    }
  };
  return {
    send,
    create: (path, body, { idempotencyKey = webcrypto.randomUUID(), signal } = {}) => send("POST", path, { body, idempotencyKey, signal })
  };
}
async function sendOnce({ timeout = 3e4, fetch = globalThis.fetch }, { url, init }, signal) {
  const limit = limitOf(timeout, signal);
  try {
    const response = await fetch(url, { ...init, signal: limit.signal });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response, parse(text));
    if (/^\s*</.test(text)) throw new ApiError(response, text);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    const reason = limit.isLate() ? `did not answer within ${timeout / 1e3} s` : `cannot be reached: ${reasonOf(error)}`;
    throw new ConnectionError(`${url.origin} ${reason}`, { cause: error });
  } finally {
    limit.end();
  }
}
function limitOf(timeout, signal) {
  const ending = new AbortController();
  let isLate = false;
  const stop = () => ending.abort(signal?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    ending.abort(new DOMException("The request took too long.", "TimeoutError"));
  }, timeout);
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop);
  return {
    signal: ending.signal,
    isLate: () => isLate,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  };
}
function prepare({ baseUrl, token }, method, path, { query = {}, body, idempotencyKey }) {
  const url = new URL(apiAddress(baseUrl) + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== void 0 && value !== null) url.searchParams.set(name, String(value));
  }
  const secret = accessToken(token);
  if (idempotencyKey !== void 0 && !/^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/.test(idempotencyKey)) {
    throw new TypeError("The idempotency key must be printable ASCII characters");
  }
  const headers = defined({
    accept: "application/json",
    authorization: `Bearer ${secret}`,
    "content-type": body === void 0 ? void 0 : "application/json",
    "idempotency-key": idempotencyKey
  });
  return { url, init: { method, headers, body: body === void 0 ? null : JSON.stringify(body) } };
}
function reasonOf(error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
function waitBeforeRetry(error, attempt, method, { idempotencyKey }) {
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS) * (0.5 + Math.random() / 2);
  const isRepeatable = method === "GET" || idempotencyKey !== void 0;
  if (error instanceof ConnectionError) return isRepeatable ? backoff : void 0;
  if (!(error instanceof ApiError)) return void 0;
  const { status, retryAfter, replayed, detail } = error;
  const isWorthIt = status === 429 || isRepeatable && (status >= 500 && !replayed && detail === void 0 || status === 409 && retryAfter !== void 0);
  const wait = retryAfter === void 0 ? backoff : retryAfter * 1e3;
  return isWorthIt && wait <= LONGEST_WAIT_MS ? wait : void 0;
}
function pause(milliseconds, signal) {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

// clients/typescript/src/values.ts
var openStatuses = ["initiated", "ringing", "in-progress", "ended"];

// clients/typescript/src/call-operations.ts
function isOpen({ status }) {
  return openStatuses.some((open) => open === status);
}
function callOperations(http) {
  const get = (id, options) => http.send("GET", `/user/calls/${id}`, { ...options });
  return {
    make: (call, options) => http.create("/user/make_call", call, options),
    get,
    list: (filters, options) => new Pages((position) => http.send("GET", "/user/calls", { query: { ...filters, ...position }, ...options })),
    end: async (id, options) => (await http.send("POST", `/user/calls/${id}/end`, { ...options })).data,
    delete: async (id, options) => {
      await http.send("DELETE", `/user/calls/${id}`, { ...options });
    },
    wait: (id, options) => waitForCall(get, id, options)
  };
}
async function waitForCall(get, id, { interval = 1e3, timeout = 30 * 6e4, onStatus, signal } = {}) {
  const giveUpAt = Date.now() + timeout;
  let seen;
  for (; ; ) {
    const call = await get(id, { signal }).catch((error) => {
      if (!isOutage(error) || Date.now() > giveUpAt) throw error;
    });
    if (call && call.status !== seen) onStatus?.(call);
    seen = call?.status ?? seen;
    if (call && !isOpen(call)) return call;
    if (Date.now() > giveUpAt)
      throw new RingbackError(`Call ${id} is still ${seen ?? "of unknown status"} after ${timeout / 1e3} s`);
    await pause(interval, signal);
  }
}
var isOutage = (error) => error instanceof ConnectionError || error instanceof ApiError && error.status >= 500;

// clients/typescript/src/campaign-operations.ts
function campaignOperations(http) {
  const path = "/user/campaigns";
  const act = async (change, options) => {
    const answer = await http.send("POST", `${path}/update-status`, { body: change, ...options });
    return answer.data;
  };
  return {
    create: async (campaign, options) => (await http.create(path, campaign, options)).data,
    list: (options) => http.send("GET", path, { ...options }),
    get: (id, options) => http.send("GET", `${path}/${id}`, { ...options }),
    update: async (id, body, options) => (await http.send("PUT", `${path}/${id}`, { body, ...options })).data,
    start: (id, options) => act({ campaign_id: id, action: "start" }, options),
    stop: (id, { hangUp, ...options } = {}) => act({ campaign_id: id, action: "stop", hang_up: hangUp || void 0 }, options),
    check: (id, query, options) => http.send("GET", `${path}/${id}/check`, { query: { ...query }, ...options }),
    missingVariables: (id, query, options) => http.send("GET", `${path}/${id}/missing-variables`, { query: { ...query }, ...options }),
    delete: async (id, options) => {
      await http.send("DELETE", `/user/campaign/${id}`, { ...options });
    }
  };
}
function leadOperations(http) {
  const path = "/user/leads";
  return {
    create: async (lead, options) => (await http.create(path, lead, options)).data,
    get: (id, options) => http.send("GET", `${path}/${id}`, { ...options }),
    update: async (id, body, options) => {
      await http.send("PUT", `${path}/${id}`, { body, ...options });
    },
    list: (filters, options) => new Pages((position) => http.send("GET", path, { query: { ...filters, ...position }, ...options })),
    delete: async (id, options) => {
      await http.send("DELETE", `${path}/${id}`, { ...options });
    }
  };
}
function doNotCallOperations(http) {
  const path = "/user/do-not-call";
  return {
    add: async (phoneNumber, reason) => (await http.send("POST", path, { body: { phone_number: phoneNumber, reason } })).data,
    list: (filters) => new Pages((position) => http.send("GET", path, { query: { ...filters, ...position } })),
    remove: async (phoneNumber) => {
      await http.send("DELETE", `${path}/${encodeURIComponent(phoneNumber)}`);
    }
  };
}

// clients/typescript/src/sms-operations.ts
function smsOperations(http) {
  return {
    send: async (sms, options) => (await http.create("/user/sms", sms, options)).data,
    list: (filters, options) => new Pages((position) => http.send("GET", "/user/sms", { query: { ...filters, ...position }, ...options })),
    get: (id, options) => http.send("GET", `/user/sms/${id}`, { ...options }),
    async deliveries(id, options) {
      const query = { sms_id: id };
      return (await http.send("GET", "/user/webhooks/deliveries", { query, ...options })).data;
    },
    async webhook(options) {
      const { data } = await http.send("GET", "/user/sms-webhook", { ...options });
      return data.sms_webhook_url;
    },
    async setWebhook(url, options) {
      await http.send("PUT", "/user/sms-webhook", { body: { sms_webhook_url: url }, ...options });
    }
  };
}

// clients/typescript/src/tool-operations.ts
function toolOperations(http) {
  const dataOf = async (method, path, request) => (await http.send(method, path, request)).data;
  return {
    list: (options) => http.send("GET", "/user/tools", { ...options }),
    get: (id, options) => http.send("GET", `/user/tools/${id}`, { ...options }),
    create: (body, options) => dataOf("POST", "/user/tools", { body, ...options }),
    update: (id, body, options) => dataOf("PUT", `/user/tools/${id}`, { body, ...options }),
    async delete(id, options) {
      await http.send("DELETE", `/user/tools/${id}`, { ...options });
    },
    test: (id, body = {}, options) => http.send("POST", `/user/tools/${id}/test`, { body, ...options })
  };
}

// clients/typescript/src/webhook-operations.ts
function webhookOperations(http) {
  const act = async (action, body, options) => {
    await http.send("POST", `/user/assistants/${action}`, { body, ...options });
  };
  const dataOf = async (method, path, body, options) => (await http.send(method, path, { body, ...options })).data;
  const pathOf = (id) => `/user/webhooks/deliveries/${encodeURIComponent(id)}`;
  return {
    deliveries: async (callId, options) => {
      const query = { call_id: callId };
      return (await http.send("GET", "/user/webhooks/deliveries", { query, ...options })).data;
    },
    replay: (id, options) => dataOf("POST", `${pathOf(id)}/replay`, void 0, options),
    payload: (id, options) => dataOf("GET", `${pathOf(id)}/payload`, void 0, options),
    test: (target, options) => dataOf("POST", "/user/webhooks/test", target, options),
    secret: (options) => dataOf("GET", "/user/webhooks/secret", void 0, options),
    rotateSecret: (previousSeconds, options) => dataOf("POST", "/user/webhooks/secret/rotate", { previous_expires_in_seconds: previousSeconds }, options),
    enable: (id, url, options) => act("enable-webhook", { assistant_id: id, webhook_url: url }, options),
    disable: (id, options) => act("disable-webhook", { assistant_id: id }, options),
    enableInbound: (id, url, options) => act("enable-inbound-webhook", { assistant_id: id, webhook_url: url }, options),
    disableInbound: (id, options) => act("disable-inbound-webhook", { assistant_id: id }, options)
  };
}

// clients/typescript/src/client.ts
function createClient(options) {
  const http = createHttp(options);
  const calls = callOperations(http);
  return {
    calls,
    assistants: assistantOperations(http),
    campaigns: campaignOperations(http),
    leads: leadOperations(http),
    doNotCall: doNotCallOperations(http),
    lookups: lookupOperations(http),
    webhooks: webhookOperations(http),
    sms: smsOperations(http),
    tools: toolOperations(http),
    ...accountOperations(http),
    me: (options2) => http.send("GET", "/user/me", { ...options2 }),
    request: (method, path, request) => http.send(method, path, request),
    waitForCall: (id, options2) => calls.wait(id, options2)
  };
}

// clients/typescript/src/webhooks.ts
import { webcrypto as webcrypto2 } from "#webcrypto";
var WebhookVerificationError = class extends Error {
  name = "WebhookVerificationError";
};
var TOLERANCE_SECONDS = 300;
var encoder = new TextEncoder();
async function verifyWebhook(headers, body, secret, now = Date.now()) {
  const text = textOf(body);
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map(
    (name) => header(headers, `webhook-${name}`)
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError("A webhook header is missing");
  const age = Math.abs(now / 1e3 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) throw new WebhookVerificationError("The webhook is too old or too new");
  const signed = encoder.encode(`${id}.${timestamp}.${text}`);
  for (const one of [secret].flat()) {
    if (await isSigned(signed, signatures, one)) return JSON.parse(text);
  }
  throw new WebhookVerificationError("No signature of the webhook matches");
}
async function signWebhook({
  id,
  body,
  secret,
  now = Date.now()
}) {
  const timestamp = String(Math.floor(now / 1e3));
  const content = encoder.encode(`${id}.${timestamp}.${body}`);
  const signature = await webcrypto2.subtle.sign("HMAC", await keyOf(secret), content);
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
  };
}
function textOf(body) {
  if (typeof body === "string") return body;
  if (body instanceof ArrayBuffer) return new TextDecoder().decode(body);
  if (ArrayBuffer.isView(body))
    return new TextDecoder().decode(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  throw new WebhookVerificationError(
    "Pass the raw body as text or bytes, as of request.text() or express.raw(): the signature is that of the text, not of a parsed body"
  );
}
async function isSigned(content, signatures, secret) {
  const key = await keyOf(secret);
  for (const signature of signatures.split(/,?\s+/)) {
    const bytes = signature.startsWith("v1,") ? fromBase64(signature.slice(3)) : void 0;
    if (bytes && await webcrypto2.subtle.verify("HMAC", key, bytes, content)) return true;
  }
  return false;
}
function keyOf(secret) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (!bytes?.length) throw new WebhookVerificationError("The webhook secret is not one: it begins with whsec_");
  return webcrypto2.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}
function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return void 0;
  }
}
function header(headers, name) {
  const values = pairsOf(headers).flatMap(([key, value]) => key.toLowerCase() === name ? value ?? [] : []);
  return values.length === 0 ? void 0 : values.join(" ");
}
function pairsOf(headers) {
  if (isHeaders(headers)) return [...headers];
  if (!isList(headers)) return Object.entries(headers);
  return headers.flatMap((one, index) => {
    if (typeof one !== "string") return [one];
    const value = headers[index + 1];
    return index % 2 === 0 && typeof value === "string" ? [[one, value]] : [];
  });
}
var isHeaders = (headers) => "get" in headers && typeof headers.get === "function";
var isList = (headers) => Array.isArray(headers);
export {
  ApiError,
  ConnectionError,
  Pages,
  RingbackError,
  WebhookVerificationError,
  accessToken,
  apiAddress,
  createClient,
  defined,
  isOpen,
  openStatuses,
  signWebhook,
  verifyWebhook
};
