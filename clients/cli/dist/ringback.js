#!/usr/bin/env node

// clients/cli/src/file-problem.ts
function fileProblem(error, file, otherwise) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return `there is no file ${file}${otherwise === void 0 ? "" : `: ${otherwise}`}`;
  return `${file} ${problems.get(code) ?? `cannot be used: ${error instanceof Error ? error.message : String(error)}`}`;
}
var problems = /* @__PURE__ */ new Map([
  ["EISDIR", "is a folder: name a file"],
  ["ENOTDIR", "has a file where a folder must be"],
  ["EACCES", "cannot be opened: you have no permission"],
  ["EPERM", "cannot be opened: you have no permission"],
  ["EROFS", "cannot be written: the disk can only be read"],
  ["ENOSPC", "cannot be written: there is no space left"],
  ["ENAMETOOLONG", "has too long a name"]
]);

// clients/cli/src/run-cli.ts
import { Command as Command2, CommanderError } from "@commander-js/extra-typings";
import { ApiError as ApiError4, defined as defined9, RingbackError } from "@ringback/client";

// clients/cli/src/commands/api.ts
import { Argument } from "@commander-js/extra-typings";
import { defined as defined2 } from "@ringback/client";
import { methods } from "@ringback/client/values";
import { InvalidArgumentError as InvalidArgumentError2 } from "commander";

// clients/cli/src/arguments.ts
import { InvalidArgumentError } from "commander";

// clients/imports/src/countries.ts
import { getCountries } from "libphonenumber-js/min";

// shared/platform/e164.ts
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
var INTERNATIONAL_FORMAT = /^\+[\d\s().[\]-]+$/;
var NATIONAL_FORMAT = /^[\d\s().[\]/-]+$/;
var DECIMAL = /^[^.]*\d{5}\.\d{1,2}$/;
var SCIENTIFIC = /^\+?\d(?:[.,]\d+)?E\+?\d{1,2}$/i;
function toE164(text) {
  const written = plainNumber(text);
  if (!INTERNATIONAL_FORMAT.test(written) || DECIMAL.test(written)) return void 0;
  return validNumber(written);
}
function validNumber(written, country) {
  const number = parsePhoneNumberFromString(
    written,
    country !== void 0 && isSupportedCountry(country) ? country : void 0
  );
  return number?.isValid() === true ? number.number : void 0;
}
var COUNTRY_CODE = "The phone number must include the country code.";
function readWrittenNumber(text, country = "") {
  const written = plainNumber(text).replace(/^'/, "");
  const stated = country.trim().toUpperCase();
  if (written === "") return { refused: "The phone number is missing." };
  if (SCIENTIFIC.test(written)) {
    const how = "Format the column as text, enter the number again, and export the file again.";
    return { refused: `The spreadsheet has lost digits of the phone number ${written}. ${how}` };
  }
  if (DECIMAL.test(written)) {
    return {
      refused: `The phone number ${written} has a decimal point. Format the column as text, and export the file again.`
    };
  }
  if (!written.startsWith("+") && NATIONAL_FORMAT.test(written)) {
    if (stated === "") return { refused: COUNTRY_CODE };
    if (!isCountry(stated))
      return { refused: `The country ${country.trim()} is not a code of two letters, such as US.` };
    const national = validNumber(written.replaceAll("/", " "), stated);
    return national === void 0 ? { refused: `The phone number is not valid in ${stated}.` } : { phoneNumber: national };
  }
  const phoneNumber = toE164(written);
  return phoneNumber === void 0 ? { refused: "The phone number is not valid." } : { phoneNumber };
}
var isCountry = (code) => isSupportedCountry(code.toUpperCase());
function plainNumber(text) {
  return text.normalize("NFKC").replaceAll(/\p{Cf}/gu, "").replaceAll(/[\p{Pd}\u2212\u00B7\u30FB\u30FC]/gu, "-").replaceAll(/\p{Zs}/gu, " ").replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit).trim();
}
function asciiDigit(digit) {
  const code = digit.codePointAt(0) ?? 0;
  const column = code % 16;
  const beginsRow = /\p{Nd}/u.test(String.fromCodePoint(code - column));
  return String(beginsRow ? column : column - 6);
}
function countryOf(e164) {
  return parsePhoneNumberFromString(e164)?.country;
}

// clients/imports/src/countries.ts
function countryCode(text) {
  const code = text.trim().toUpperCase();
  return isCountry(code) ? code : void 0;
}
var names = new Intl.DisplayNames("en", { type: "region" });
var countryName = (code) => names.of(code) ?? code;

// clients/cli/src/arguments.ts
function idArgument(text) {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new InvalidArgumentError("It must be a positive whole number.");
  return id;
}
function countArgument(least = 1, most = 999999) {
  return (text) => {
    const count = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(count >= least && count <= most)) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return count;
  };
}
function countryArgument(text) {
  const code = countryCode(text);
  if (code === void 0) throw new InvalidArgumentError("It must be a country code of two letters, such as US.");
  return code;
}
function urlArgument(text) {
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new InvalidArgumentError("It must be an address such as http://localhost:4000/hook.");
  }
  return text;
}
function pairArgument(text, known = {}) {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It must be name=value.");
  return { ...known, [text.slice(0, at)]: text.slice(at + 1) };
}
function fieldValues(pairs) {
  return Object.fromEntries(Object.entries(pairs).map(([name, text]) => [name, jsonOrText(text)]));
}
function jsonOrText(text) {
  try {
    const value = JSON.parse(text);
    const isComposite = typeof value === "object" && value !== null;
    return isComposite || JSON.stringify(value) === text ? value : text;
  } catch {
    return text;
  }
}

// clients/cli/src/examples.ts
function examples(...lines) {
  return `
Examples:
${lines.map((line) => `  ${line}`).join("\n")}`;
}

// clients/cli/src/operation-command.ts
import { Command } from "@commander-js/extra-typings";
function operationCommand(name, operation, { summary, more } = {}) {
  const sentences2 = [operation.description, ...more === void 0 ? [] : [more]];
  return new Command(name).summary(summary ?? operation.summary).description(sentences2.join(" "));
}
function groupCommand(name, summary) {
  return new Command(name).summary(summary).description(`${summary}.`).addHelpText("after", `
Examples: ringback ${name} <command> --help`);
}
function ownCommand(name, summary, more) {
  return new Command(name).summary(summary).description([`${summary}.`, ...more === void 0 ? [] : [more]].join(" "));
}

// clients/cli/src/read-text.ts
import { readFile as readFile2 } from "node:fs/promises";

// clients/cli/src/session.ts
import { accessToken, apiAddress, createClient } from "@ringback/client";
import { proxyFetch } from "@ringback/client/proxy";

// clients/cli/src/output.ts
import { styleText } from "node:util";
import Table from "cli-table3";
import stringWidth from "string-width";

// clients/cli/src/terminal-text.ts
var CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;
function terminalText(text) {
  return text.replaceAll(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function terminalJson(value) {
  return terminalText(JSON.stringify(value, null, 2));
}

// clients/cli/src/output.ts
var NARROWEST = 8;
var GAP = 2;
var ROWS_OF_A_TABLE = 100;
function render({ json, sections }, appearance) {
  if (appearance.json) return `${terminalJson(json)}
`;
  return `${sections.map((section) => renderSection(section, appearance)).join("\n\n")}
`;
}
function renderSection(section, { columns, colour }) {
  const title = section.title === void 0 ? "" : `${bold(section.title, colour)}
`;
  if ("text" in section) return title + terminalText(section.text);
  if ("record" in section) return title + renderRecord(section.record, columns, colour);
  return title + (section.rows.length === 0 ? "none" : renderRows(section.rows, columns, colour));
}
function renderRows(rows, columns, colour) {
  const names2 = Object.keys(rows[0] ?? {});
  const headings = names2.map(spaced);
  const cells = rows.map((row) => names2.map((name) => cellText(row[name]).replaceAll("\n", " ")));
  const widths = headings.map((heading, index) => widest([heading, ...cells.map((line) => line[index] ?? "")]));
  const fitted = fit(widths, names2, columns);
  const head = headings.map((heading) => bold(heading, colour));
  const tables = [];
  for (let at = 0; at < cells.length; at += ROWS_OF_A_TABLE) {
    const table = createTable(fitted, at === 0 ? head : []);
    table.push(...cells.slice(at, at + ROWS_OF_A_TABLE));
    tables.push(withoutTrailingSpace(table.toString()));
  }
  return tables.join("\n");
}
function renderRecord(record, columns, colour) {
  const entries = Object.entries(record).map(([name, value]) => [spaced(name), cellText(value)]);
  const names2 = widest(entries.map(([name]) => name));
  const values = widest(entries.flatMap(([, value]) => value.split("\n")));
  const fitted = Math.min(values, Math.max(NARROWEST, columns - names2 - 2 * GAP));
  const table = createTable([names2, fitted], [], true);
  table.push(...entries.map(([name, value]) => [bold(name, colour), value]));
  return withoutTrailingSpace(table.toString());
}
function widest(texts) {
  return texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0);
}
function createTable(widths, head, wordWrap = false) {
  const sides = ["top", "bottom", "left", "right", "mid", "middle"];
  const corners = ["top", "bottom", "left", "right", "mid"].flatMap((side) => [
    `${side}-mid`,
    `${side}-left`,
    `${side}-right`
  ]);
  return new Table({
    head,
    chars: Object.fromEntries([...sides, ...corners, "mid-mid"].map((name) => [name, ""])),
    style: { head: [], border: [], "padding-left": 0, "padding-right": GAP },
    colWidths: widths.map((width) => width + GAP),
    wordWrap,
    wrapOnWordBoundary: true
  });
}
var FREE_TEXT = ["assistant", "name", "reason", "timezone", "url", "variables"];
function fit(widths, names2, columns) {
  const fitted = [...widths];
  const total = () => fitted.reduce((sum, width) => sum + width + GAP, -GAP);
  const widthIfFree = (width, index) => FREE_TEXT.includes(names2[index] ?? "") ? width : 0;
  while (total() > columns) {
    const free = fitted.map(widthIfFree);
    const widest2 = free.indexOf(Math.max(...free));
    if ((free[widest2] ?? 0) <= NARROWEST) break;
    fitted[widest2] = (fitted[widest2] ?? 0) - 1;
  }
  return fitted;
}
var withoutTrailingSpace = (text) => text.replaceAll(/ +$/gm, "");
var bold = (text, colour) => colour ? styleText("bold", text, { validateStream: false }) : text;
var spaced = (field) => field.replaceAll("_", " ");
function cellText(value) {
  if (value === null || value === void 0 || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return terminalText(String(value)).replaceAll("	", " ");
}

// clients/cli/src/profiles.ts
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir, platform } from "node:os";
import { dirname, join } from "node:path";
import { defined } from "@ringback/client";
function profilesFile(env) {
  const folder = env["RINGBACK_CONFIG_HOME"] ?? env["XDG_CONFIG_HOME"] ?? (platform() === "win32" ? env["APPDATA"] : void 0) ?? join(homedir(), ".config");
  return join(folder, "ringback", "config.json");
}
async function readProfiles(env) {
  const file = profilesFile(env);
  let text;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return { profiles: {} };
    throw new Error(fileProblem(error, file), { cause: error });
  }
  try {
    return parseProfiles(JSON.parse(text));
  } catch {
    throw new Error(`${file} is damaged: delete it, and log in again`);
  }
}
var isRecord = (value) => typeof value === "object" && value !== null;
var textOf = (value) => typeof value === "string" ? value : void 0;
function parseProfiles(value) {
  if (!isRecord(value) || !isRecord(value["profiles"])) throw new TypeError("no profiles");
  const profiles = {};
  for (const [name, profile] of Object.entries(value["profiles"])) {
    if (!isRecord(profile)) throw new TypeError("no profile");
    const { url, token, webhook_secret: secret } = profile;
    if (typeof url !== "string" || typeof token !== "string") throw new TypeError("no address");
    profiles[name] = defined({ url, token, webhook_secret: textOf(secret) });
  }
  return defined({ profiles, current: textOf(value["current"]) });
}
async function writeProfiles(env, profiles) {
  const file = profilesFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 448 });
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}
`, { mode: 384 });
  await chmod(draft, 384);
  await rename(draft, file);
  return file;
}

// clients/cli/src/session.ts
var UsageError = class extends Error {
  name = "UsageError";
};
function createSession(shell, options) {
  const json = () => options().json === true;
  const colour = () => shell.isTerminal && options().color !== false && !shell.env["NO_COLOR"];
  const profile = async () => chooseProfile(options(), shell.env, await storedProfiles(shell.env));
  const fetch = proxyFetch(shell.env);
  return {
    shell,
    options,
    json,
    profile,
    fetch,
    client: async ({ maxRetries = 3 } = {}) => {
      const { url, token } = await profile();
      return createClient({ baseUrl: url, token, maxRetries, fetch });
    },
    print: (printout) => shell.out(render(printout, { json: json(), columns: shell.columns, colour: colour() })),
    note: (line) => {
      if (!json()) shell.error(`${line}
`);
    }
  };
}
function chooseProfile({ profile: wanted, url: urlOption, token: tokenOption }, env, { current, profiles }) {
  const name = wanted ?? env["RINGBACK_PROFILE"] ?? current;
  const stored = name === void 0 ? void 0 : profiles[name];
  if (wanted !== void 0 && !stored) {
    throw new UsageError(`there is no profile ${wanted}; there are: ${Object.keys(profiles).join(", ") || "none"}`);
  }
  const given = wanted === void 0 ? { url: env["RINGBACK_URL"], token: env["RINGBACK_TOKEN"] } : {};
  const address = urlOption ?? given.url ?? stored?.url;
  if (address === void 0) {
    throw new UsageError("name the deployment: run ringback login, or set RINGBACK_URL and RINGBACK_TOKEN");
  }
  const url = readable(apiAddress, address);
  const own = stored !== void 0 && isSameAddress(stored.url, url) ? stored : void 0;
  const tokenGiven = given.url === void 0 || isSameAddress(given.url, url) ? given.token : void 0;
  const token = tokenOption ?? tokenGiven ?? own?.token;
  if (token === void 0) {
    throw new UsageError(
      `there is no token for ${url}: pass --token with --url, set RINGBACK_TOKEN with RINGBACK_URL, or run ringback login`
    );
  }
  return { ...own, url, token: readable(accessToken, token) };
}
function readable(read, text) {
  try {
    return read(text);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}
async function storedProfiles(env) {
  return readProfiles(env).catch((error) => {
    if (env["RINGBACK_URL"] !== void 0 && env["RINGBACK_TOKEN"] !== void 0) return { profiles: {} };
    throw error;
  });
}
var isSameAddress = (one, other) => one.replace(/\/+$/, "") === other.replace(/\/+$/, "");

// clients/cli/src/read-text.ts
async function readText(file, otherwise) {
  return readFile2(file, "utf8").catch((error) => {
    throw new UsageError(fileProblem(error, file, otherwise));
  });
}

// clients/cli/src/commands/api.ts
function apiCommand(session) {
  return ownCommand(
    "api",
    "Send any request to the API",
    "Prints the answer as JSON. The reference lists the methods and paths: <address of the API>/openapi.json."
  ).addArgument(new Argument("<method>", methods.join(", ")).argParser(methodArgument)).argument("<path>", "path below the address of the API, such as /user/me", pathArgument).option("--query <name=value>", "query parameter, once or more", pairArgument).option("--data <json>", "body: JSON, @file, or - for standard input").option("--set <field=value>", "field of the body, once or more", pairArgument).option("--key <key>", "idempotency key: the same request with the same key is carried out once in 24 hours").addHelpText(
    "after",
    examples(
      "ringback api GET /user/me",
      "ringback api GET /user/assistants/phone-numbers --query type=outbound",
      `ringback api POST /user/do-not-call --data '{"phone_number": "+12025550177"}'`,
      "ringback api POST /user/assistant --data @assistant.json"
    )
  ).action(async (method, path, { query, data, set, key }) => {
    const client = await session.client();
    const { signal } = session.shell;
    const body = await readBody({ data, set }, session);
    const answer = await client.request(method, path, { ...defined2({ query, body, idempotencyKey: key }), signal });
    session.print({ json: answer, sections: [{ text: JSON.stringify(answer, null, 2) }] });
  });
}
function methodArgument(text) {
  const method = methods.find((one) => one === text.toUpperCase());
  if (method === void 0) throw new InvalidArgumentError2(`It must be ${methods.join(", ")}.`);
  return method;
}
function pathArgument(text) {
  if (!/^\/[^/]/.test(text)) throw new InvalidArgumentError2("It must be a path such as /user/me.");
  return text;
}
async function readBody({ data, set }, { shell }) {
  if (data !== void 0 && set !== void 0) throw new UsageError("--set and --data are both the body: pass one");
  if (set !== void 0) return fieldValues(set);
  if (data === void 0) return void 0;
  const text = data === "-" ? await shell.stdin() : data.startsWith("@") ? await readText(data.slice(1)) : data;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError("the body is not JSON");
  }
}

// clients/cli/src/commands/assistants.ts
import { defined as defined3 } from "@ringback/client";
import * as operations from "@ringback/client/operations";

// clients/cli/src/find-records.ts
function findByName(kind, records, wanted) {
  if (/^\d+$/.test(wanted)) return idArgument(wanted);
  const sameName = records.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (sameName.length > 1) {
    throw new UsageError(
      `several have the name ${wanted}: name one by its id, ${sameName.map(({ id }) => id).join(", ")}`
    );
  }
  const [found] = sameName;
  if (found) return found.id;
  const names2 = records.slice(0, 10).map(({ name }) => name);
  throw new UsageError(`there is no ${kind} ${wanted}${names2.length === 0 ? "" : `; there are: ${names2.join(", ")}`}`);
}
async function findAssistant(client, wanted) {
  if (/^\d+$/.test(wanted)) return idArgument(wanted);
  const assistants = [];
  for await (const { id, name } of client.assistants.list({ per_page: 100 })) assistants.push({ id, name });
  return findByName("assistant", assistants, wanted);
}
async function findTool(client, wanted) {
  if (/^\d+$/.test(wanted)) return idArgument(wanted);
  return findByName("tool", await client.tools.list(), wanted);
}
async function findCall(client, wanted) {
  if (wanted !== "latest") return idArgument(wanted);
  const [latest] = (await client.calls.list({ per_page: 1 })).data;
  if (latest === void 0) throw new UsageError("there is no call yet");
  return latest.id;
}
async function findSms(client, wanted) {
  if (wanted !== "latest") return idArgument(wanted);
  const [latest] = (await client.sms.list({ per_page: 1 })).data;
  if (latest === void 0) throw new UsageError("there is no SMS yet");
  return latest.id;
}
async function findDeliveries(client, wanted, { sms }) {
  return sms ? client.sms.deliveries(await findSms(client, wanted)) : client.webhooks.deliveries(await findCall(client, wanted));
}
async function findDelivery(client, wanted, subject) {
  if (wanted.startsWith("evt_")) return wanted;
  const delivery = (await findDeliveries(client, wanted, subject)).at(-1);
  if (delivery !== void 0) return delivery.id;
  throw new UsageError(
    subject.sms ? "no event of the SMS was posted" : "the call has no webhook, or is not finished yet"
  );
}
async function findCampaign(client, wanted) {
  if (/^\d+$/.test(wanted)) return idArgument(wanted);
  return findByName("campaign", await client.campaigns.list(), wanted);
}
function wantedOf({ all, limit }) {
  return { limit: all ? Number.POSITIVE_INFINITY : limit, perPage: all ? 100 : Math.min(limit, 100) };
}
async function take(records, limit) {
  const taken = [];
  for await (const record of records) {
    taken.push(record);
    if (taken.length >= limit) break;
  }
  return taken;
}

// clients/cli/src/commands/assistants.ts
function assistantCommands(session) {
  return groupCommand("assistants", "Create, read, change and delete assistants").addCommand(createCommand(session)).addCommand(listCommand(session)).addCommand(getCommand(session)).addCommand(updateCommand(session)).addCommand(deleteCommand(session));
}
var SET = "field of the API, once or more: speech_speed=1.1";
function createCommand(session) {
  return operationCommand("create", operations.createAssistant, {
    more: "The command fills in the first voice and model, English, and the time zone of this machine if they are left out."
  }).option("--name <text>", "name of the assistant").option("--prompt <text>", "system prompt, which tells the model what to do").option("--greeting <text>", "first sentence of the assistant").option("--inbound", "receive calls instead of making them").option("--file <path>", "JSON with fields of the API; - reads standard input").option("--set <field=value>", SET, pairArgument).addHelpText(
    "after",
    examples(
      'ringback assistants create --name Reception --greeting "Hello {customer_name}, do you have a minute?" --prompt "You confirm an appointment on Tuesday at ten."',
      "ringback assistants create --file assistant.json --set record_call=true"
    )
  ).action(async ({ name, prompt, greeting, inbound, file, set = {} }) => {
    const client = await session.client();
    const given = {
      assistant_name: name,
      system_prompt: prompt,
      initial_message: greeting,
      calls_direction: inbound ? "receive" : void 0
    };
    const fields = { ...await readFields(file, session), ...defined3(given), ...fieldValues(set) };
    const summary = await client.assistants.create(await withDefaults(fields, client));
    session.print({ json: summary, sections: [{ text: `Created ${summary.name}, ${summary.id}` }] });
  });
}
async function readFields(file, { shell }) {
  if (file === void 0) return {};
  const text = file === "-" ? await shell.stdin() : await readText(file);
  try {
    const fields = JSON.parse(text);
    return fields;
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
}
async function withDefaults(fields, client) {
  const engine = fields.engine_type ?? "pipeline";
  const voice = fields.voice_id ?? (await client.lookups.voices({ mode: engine }))[0]?.id;
  const model = fields.llm_model ?? (await client.lookups.models())[0]?.name;
  return {
    ...fields,
    assistant_name: fields.assistant_name ?? "",
    system_prompt: fields.system_prompt ?? "",
    initial_message: fields.initial_message ?? "",
    calls_direction: fields.calls_direction ?? "make",
    engine_type: engine,
    language: fields.language ?? "English",
    timezone: fields.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    voice_id: voice ?? 0,
    llm_model: model ?? ""
  };
}
function listCommand(session) {
  return operationCommand("list", operations.listAssistants).option("--limit <n>", "number of assistants", countArgument(), 20).option("--all", "all assistants").addHelpText("after", examples("ringback assistants list")).action(async (counts) => {
    const client = await session.client();
    const { limit, perPage } = wantedOf(counts);
    const assistants = await take(client.assistants.list({ per_page: perPage }), limit);
    const rows = assistants.map(({ id, name, type, mode, status, created_at }) => ({
      id,
      name,
      type,
      mode,
      status,
      created: created_at.slice(0, 16).replace("T", " ")
    }));
    session.print({ json: assistants, sections: [{ rows }] });
  });
}
function getCommand(session) {
  return operationCommand("get", operations.getAssistant, { more: "With --json all fields are printed." }).argument("<assistant>", "id or name").addHelpText("after", examples("ringback assistants get Reception")).action(async (wanted) => {
    const client = await session.client();
    const assistant = await client.assistants.get(await findAssistant(client, wanted));
    session.print({ json: assistant, sections: [{ record: shown(assistant) }] });
  });
}
function shown(assistant) {
  return {
    id: assistant.id,
    name: assistant.name,
    type: assistant.type,
    mode: assistant.mode,
    status: assistant.status,
    language: assistant.language,
    timezone: assistant.timezone,
    phone_number_id: assistant.phone_number_id,
    max_duration: assistant.max_duration,
    record: assistant.record,
    speech_speed: assistant.speech_speed,
    webhook_url: assistant.webhook_url,
    variables: Object.keys(assistant.variables).join(", "),
    initial_message: assistant.initial_message,
    system_prompt: assistant.system_prompt
  };
}
function updateCommand(session) {
  return operationCommand("update", operations.updateAssistant).argument("<assistant>", "id or name").option("--file <path>", "JSON with fields of the API; - reads standard input").option("--set <field=value>", SET, pairArgument).addHelpText("after", examples("ringback assistants update Reception --set speech_speed=1.1")).action(async (wanted, { file, set = {} }) => {
    const client = await session.client();
    const changes = { ...await readFields(file, session), ...fieldValues(set) };
    if (Object.keys(changes).length === 0)
      throw new UsageError("name the fields to change: --set field=value, or --file");
    const summary = await client.assistants.update(await findAssistant(client, wanted), changes);
    session.print({ json: summary, sections: [{ text: `Updated ${summary.name}, ${summary.id}` }] });
  });
}
function deleteCommand(session) {
  return operationCommand("delete", operations.deleteAssistant).argument("<assistant>", "id or name").addHelpText("after", examples("ringback assistants delete Reception")).action(async (wanted) => {
    const client = await session.client();
    const id = await findAssistant(client, wanted);
    await client.assistants.delete(id);
    session.print({ json: { id, deleted: true }, sections: [{ text: `Deleted ${id}` }] });
  });
}

// clients/cli/src/commands/calls.ts
import { Option } from "@commander-js/extra-typings";
import { defined as defined4 } from "@ringback/client";
import { filters } from "@ringback/client/filters";
import * as operations2 from "@ringback/client/operations";

// clients/cli/src/numbers.ts
import { ApiError } from "@ringback/client";

// clients/imports/src/typed-number.ts
function readTypedNumber(text, country) {
  const number = readWrittenNumber(text, country ?? "");
  if ("refused" in number) return number;
  const { phoneNumber } = number;
  const owner = countryOf(phoneNumber);
  return { phoneNumber, shown: owner === void 0 ? phoneNumber : `${phoneNumber}, ${countryName(owner)}` };
}

// clients/cli/src/numbers.ts
async function defaultCountry(client) {
  try {
    return (await client.me()).default_country ?? void 0;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return void 0;
    throw error;
  }
}
async function typedNumber(text, client, session) {
  const international = readTypedNumber(text);
  const number = "refused" in international ? readTypedNumber(text, await defaultCountry(client)) : international;
  if ("refused" in number) throw new UsageError(number.refused);
  if (number.phoneNumber !== text) session.note(`${text} is ${number.shown}`);
  return number.phoneNumber;
}
async function searchedNumber(text, client, session) {
  return text === void 0 || /\p{L}/u.test(text) ? text : typedNumber(text, client, session);
}

// clients/cli/src/commands/calls.ts
function callCommand(session) {
  return operationCommand("call", operations2.makeCall).argument("<number>", "number of the customer, +1…; without + it is one of your default country").requiredOption("--assistant <assistant>", "id or name of an outbound assistant").option("--var <name=value>", "variable of the call, as text; once or more", pairArgument).option("--key <key>", "idempotency key: the same call with the same key is made once in 24 hours").option("--allow-parallel", "dial although another call to the number is in progress").option("--watch", "wait for the end of the call, and print the conversation").addHelpText("after", examples("ringback call +12025550100 --assistant Reception --var customer_name=Ada --watch")).action(async (number, { assistant, var: variables = {}, key, allowParallel, watch }) => {
    const client = await session.client();
    const { signal } = session.shell;
    const started = await client.calls.make(
      {
        phone_number: await typedNumber(number, client, session),
        assistant_id: await findAssistant(client, assistant),
        variables,
        ...defined4({ allow_parallel: allowParallel })
      },
      { signal, ...defined4({ idempotencyKey: key }) }
    );
    if (!watch) {
      session.print({ json: started, sections: [{ text: `Call ${started.call_id} is ${started.status}` }] });
      return;
    }
    const onStatus = ({ status }) => session.note(status);
    session.print(callPrintout(await client.waitForCall(started.call_id, { signal, onStatus, interval: 500 })));
  });
}
function callsCommands(session) {
  return groupCommand("calls", "List, read and end calls").addCommand(listCommand2(session)).addCommand(getCommand2(session)).addCommand(endCommand(session));
}
function listCommand2(session) {
  return operationCommand("list", operations2.listCalls).addOption(new Option("--status <status>", "calls with this status").choices(filters.listCalls.status)).addOption(new Option("--type <type>", "calls of this type").choices(filters.listCalls.type)).addOption(new Option("--outcome <outcome>", "calls with this outcome").choices(filters.listCalls.outcome)).option("--number <number>", "calls with this customer").option("--assistant <assistant>", "calls of this assistant, id or name").option("--campaign <campaign>", "calls of this campaign, id or name").option("--from <date>", "calls since this UTC day, such as 2026-01-31").option("--to <date>", "calls until the end of this UTC day").option("--limit <n>", "number of calls", countArgument(), 20).option("--all", "all calls").addHelpText("after", examples("ringback calls list --type outbound --limit 5", "ringback calls list --json")).action(async (options) => {
    const client = await session.client();
    const { number, assistant, campaign, from, to, type, status, outcome } = options;
    const { limit, perPage } = wantedOf(options);
    const wanted = defined4({
      status,
      type,
      outcome,
      phone_number: await searchedNumber(number, client, session),
      assistant_id: assistant === void 0 ? void 0 : await findAssistant(client, assistant),
      campaign_id: campaign === void 0 ? void 0 : await findCampaign(client, campaign),
      date_from: from,
      date_to: to,
      include: "outcome",
      per_page: perPage
    });
    const calls = await take(client.calls.list(wanted, { signal: session.shell.signal }), limit);
    const rows = calls.map((call) => ({
      id: call.id,
      customer: call.client_phone_number,
      assistant: call.assistant_name,
      // Both would make lines of more than 80 characters.
      outcome: call.outcome ?? call.status,
      s: call.duration,
      created: call.created_at.slice(5, 16)
    }));
    session.print({ json: calls, sections: [{ rows }] });
  });
}
function getCommand2(session) {
  return operationCommand("get", operations2.getCall).argument("<call>", "id, or latest").addHelpText("after", examples("ringback calls get latest")).action(async (wanted) => {
    const client = await session.client();
    session.print(callPrintout(await client.calls.get(await findCall(client, wanted))));
  });
}
function endCommand(session) {
  return operationCommand("end", operations2.endCall).argument("<call>", "id, or latest").addHelpText("after", examples("ringback call +12025550100 --assistant Reception && ringback calls end latest")).action(async (wanted) => {
    const client = await session.client();
    const ended = await client.calls.end(await findCall(client, wanted));
    session.print({ json: ended, sections: [{ text: `Call ${ended.id} is ended` }] });
  });
}
function callPrintout(call) {
  const evaluation = Object.entries(call.evaluation).map(([name, value]) => `${name}: ${String(value)}`);
  const record = {
    id: call.id,
    type: call.type,
    status: call.status,
    outcome: call.outcome,
    end_reason: call.end_reason,
    reason: call.reason === null ? void 0 : `${call.reason.by} ${call.reason.code}: ${call.reason.text}`,
    assistant: call.assistant_name,
    model: call.model ? `${call.model.name}${call.model.simulated ? ", simulated" : ""}` : void 0,
    customer: call.client_phone_number,
    from: call.assistant_phone_number,
    seconds: call.duration,
    answered_by: call.answered_by,
    cost: call.total_cost,
    created: call.created_at,
    recording_url: call.recording_url,
    evaluation: evaluation.join("\n")
  };
  return { json: call, sections: [{ record }, ...call.transcript === "" ? [] : [{ text: call.transcript }]] };
}

// clients/cli/src/commands/campaigns.ts
import * as operations3 from "@ringback/client/operations";
function campaignCommands(session) {
  return groupCommand("campaigns", "Create, list, change, check, start and stop campaigns").addCommand(createCommand2(session)).addCommand(listCommand3(session)).addCommand(updateCommand2(session)).addCommand(checkCommand(session)).addCommand(startCommand(session)).addCommand(stopCommand(session));
}
var SET2 = "field of the API, once or more: max_calls_in_parallel=5";
function createCommand2(session) {
  return operationCommand("create", operations3.createCampaign).requiredOption("--name <text>", "name of the campaign").requiredOption("--assistant <assistant>", "id or name of an outbound assistant").option("--set <field=value>", SET2, pairArgument).addHelpText(
    "after",
    examples(
      'ringback campaigns create --name "Spring reminders" --assistant Reception --set allowed_hours_start_time=00:00 --set allowed_hours_end_time=23:59'
    )
  ).action(async ({ name, assistant, set = {} }) => {
    const client = await session.client();
    const assistantId = await findAssistant(client, assistant);
    const campaign = await client.campaigns.create({ ...fieldValues(set), name, assistant_id: assistantId });
    session.print({ json: campaign, sections: [{ text: `Created ${campaign.name}, ${campaign.id}` }] });
  });
}
function listCommand3(session) {
  return operationCommand("list", operations3.listCampaigns).addHelpText("after", examples("ringback campaigns list")).action(async () => {
    const campaigns = await (await session.client()).campaigns.list();
    const rows = campaigns.map((campaign) => ({
      id: campaign.id,
      name: campaign.name,
      status: campaign.status,
      hours: `${campaign.allowed_hours_start_time.slice(0, 5)}–${campaign.allowed_hours_end_time.slice(0, 5)}`,
      timezone: campaign.timezone,
      parallel: campaign.max_calls_in_parallel
    }));
    session.print({ json: campaigns, sections: [{ rows }] });
  });
}
function updateCommand2(session) {
  return operationCommand("update", operations3.updateCampaign).argument("<campaign>", "id or name").option("--set <field=value>", SET2, pairArgument).addHelpText("after", examples('ringback campaigns update "Spring reminders" --set max_retries=2')).action(async (wanted, { set = {} }) => {
    const changes = fieldValues(set);
    if (Object.keys(changes).length === 0) throw new UsageError("name the fields to change: --set field=value");
    const client = await session.client();
    const campaign = await client.campaigns.update(await findCampaign(client, wanted), changes);
    session.print({ json: campaign, sections: [{ text: `Updated ${campaign.name}, ${campaign.id}` }] });
  });
}
var SHOWN = 20;
function checkCommand(session) {
  return operationCommand("check", operations3.listMissingVariables, { more: "The command checks all leads." }).argument("<campaign>", "id or name").addHelpText("after", examples('ringback campaigns check "Spring reminders"')).action(async (wanted) => {
    const client = await session.client({ maxRetries: PATIENT_RETRIES });
    const { data, checked } = await checkLeads(client, await findCampaign(client, wanted), session);
    const rows = data.slice(0, SHOWN).map((lead) => ({
      id: lead.id,
      number: lead.phone_number,
      missing: lead.missing_variables.join(", ")
    }));
    const text = `${data.length} of ${checked} leads have no value for a placeholder`;
    session.print({ json: { checked, leads: data }, sections: [{ text }, ...rows.length === 0 ? [] : [{ rows }]] });
  });
}
var PATIENT_RETRIES = 10;
async function checkLeads(client, campaignId, { shell: { signal } }) {
  const data = [];
  let checked = 0;
  for (let position = {}; ; ) {
    const answer = await client.campaigns.missingVariables(campaignId, position, { signal });
    data.push(...answer.data);
    checked += answer.checked;
    if (answer.next_before_id === null) return { data, checked };
    position = { before_id: answer.next_before_id };
  }
}
function startCommand(session) {
  return operationCommand("start", operations3.updateCampaignStatus, {
    summary: "Start a campaign",
    more: "This command starts it. The calls cost money."
  }).argument("<campaign>", "id or name").addHelpText("after", examples('ringback campaigns start "Spring reminders"')).action(async (wanted) => {
    const client = await session.client();
    const started = await client.campaigns.start(await findCampaign(client, wanted));
    const { missing_variables: missing } = started;
    if (missing !== void 0) {
      const [leads, names2] = [`${missing.leads} of ${missing.checked} leads`, missing.names.join(", ")];
      session.note(`Warning: ${leads} that were checked have no value for ${names2}: ringback campaigns check`);
    }
    printStatus(wanted, started, session);
  });
}
function stopCommand(session) {
  return operationCommand("stop", operations3.updateCampaignStatus, {
    summary: "Stop a campaign",
    more: "This command stops it; --hang-up sets `hang_up`."
  }).argument("<campaign>", "id or name").option("--hang-up", "hang up the calls that were answered, too").addHelpText("after", examples('ringback campaigns stop "Spring reminders"')).action(async (wanted, { hangUp }) => {
    const client = await session.client();
    const id = await findCampaign(client, wanted);
    printStatus(wanted, await client.campaigns.stop(id, { hangUp: hangUp === true }), session);
  });
}
function printStatus(wanted, status, session) {
  session.print({ json: status, sections: [{ text: `${wanted} is ${status.status}` }] });
}

// clients/cli/src/commands/completion.ts
import { Argument as Argument2 } from "@commander-js/extra-typings";
function completionCommand(session, program) {
  return ownCommand("completion", "Print a completion script for your shell").addArgument(new Argument2("<shell>", "name of the shell").choices(["bash", "zsh", "fish"])).addHelpText(
    "after",
    examples(
      "ringback completion bash > ringback.bash",
      "ringback completion zsh > ringback.zsh",
      "ringback completion fish > ringback.fish"
    )
  ).action((shell) => {
    const words = wordsByPath(program());
    session.shell.out(shell === "fish" ? fishScript(words) : `${shell === "zsh" ? ZSH : ""}${bashScript(words)}`);
  });
}
function wordsByPath(node, path = "", inherited = []) {
  const options = [...node.options.flatMap(({ long }) => long === void 0 ? [] : [long]), ...inherited];
  const children = node.commands.map((command) => command.name());
  const own = [[path, [...children, ...options, "--help"]]];
  const globals = path === "" ? options.filter((option) => option !== "--version") : inherited;
  const below = node.commands.flatMap((command) => [
    ...wordsByPath(command, `${path} ${command.name()}`.trim(), globals)
  ]);
  return new Map([...own, ...below]);
}
var ZSH = "autoload -U +X bashcompinit && bashcompinit\n";
function bashScript(words) {
  const cases = [...words].map(([path, next]) => `    "${path}") words="${next.join(" ")}" ;;`);
  return `_ringback() {
  local path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || path="\${path:+$path }$word"
  done
  while :; do
    case "$path" in
${cases.join("\n")}
    esac
    [[ -n $words || -z $path ]] && break
    [[ $path == *" "* ]] && path="\${path% *}" || path=""
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ringback ringback
`;
}
function fishScript(words) {
  const lines = [...words].map(([path, next]) => {
    const seen = path === "" ? "__fish_use_subcommand" : path.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
    return `complete -c ringback -n '${seen}' -a '${next.join(" ")}'`;
  });
  return `${lines.join("\n")}
`;
}

// clients/cli/src/commands/leads.ts
import { ApiError as ApiError2, defined as defined6 } from "@ringback/client";
import * as operations4 from "@ringback/client/operations";

// clients/imports/src/import-file.ts
var FileProblem = class extends Error {
  name = "FileProblem";
};

// clients/imports/src/columns.ts
var REASON = "refused_because";
var LINE = "refused_line";
var PHONE = "phonenumber";
var SYNONYMS = /* @__PURE__ */ new Set([
  "phone",
  "phoneno",
  "mobile",
  "mobilenumber",
  "mobilephone",
  "cellphone",
  "telephone",
  "telephonenumber",
  "telefon",
  "telefonnummer"
]);
var SECONDARY = /^secondaryphone([1-9]|10)$/;
var plain = (name) => name.normalize("NFKC").toLowerCase().replaceAll(/[\s_\-./\p{Cf}]/gu, "");
function columnsOf(heading, others = []) {
  const names2 = heading.map(plain);
  const phone = phoneColumn(heading, names2, others);
  const orderOf = (index) => Number(SECONDARY.exec(names2[index] ?? "")?.[1]);
  const indexes = heading.map((_, index) => index);
  const secondary = indexes.filter((index) => SECONDARY.test(names2[index] ?? "")).toSorted((one, other) => orderOf(one) - orderOf(other));
  const isOwn = (index) => index === phone || secondary.includes(index) || heading[index] === REASON || heading[index] === LINE;
  const variables = indexes.filter((index) => heading[index] !== "" && !isOwn(index));
  const known = [...secondary, ...indexes.filter((index) => names2[index] === "country")].map((index) => names2[index]);
  const repeated = [
    ...heading.filter((name, index) => name !== "" && heading.indexOf(name) !== index),
    ...heading.filter((_, index) => known.indexOf(names2[index]) !== known.lastIndexOf(names2[index]))
  ];
  if (repeated.length > 0)
    throw new FileProblem(`The file has two columns ${quoted([...new Set(repeated)])}. Rename one of them.`);
  const country = names2.indexOf("country");
  return { heading, phone, secondary, country: country < 0 ? void 0 : country, variables };
}
function phoneColumn(heading, names2, others) {
  const positionsOf = (fits) => names2.flatMap((name, index) => fits(name) ? [index] : []);
  const exact = positionsOf((name) => name === PHONE);
  const found = exact.length > 0 ? exact : positionsOf((name) => SYNONYMS.has(name) || others.includes(name));
  const [phone] = found;
  if (phone === void 0) {
    const has = heading.filter((name) => name !== "");
    const columns = has.length === 0 ? "has no text" : `names the columns ${quoted(has.slice(0, 20))}`;
    throw new FileProblem(`The file has no column phone_number. Its first line ${columns}.`);
  }
  if (found.length > 1) {
    const which = quoted(found.map((index) => heading[index] ?? ""));
    throw new FileProblem(`The file has two columns of phone numbers: ${which}. Name one of them phone_number.`);
  }
  return phone;
}
var quoted = (names2) => names2.map((name) => `“${name.slice(0, 60)}”`).join(", ");
function raggedness(heading, cells) {
  if (cells.some((cell) => cell.includes("�"))) return "The row has bytes that are not UTF-8.";
  if (cells.some((cell, index) => index >= heading.length && cell !== ""))
    return "The row has more cells than the heading.";
  const unnamed = cells.findIndex((cell, index) => heading[index] === "" && cell !== "");
  return unnamed < 0 ? void 0 : `The row has a value in column ${unnamed + 1}, which has no heading.`;
}

// clients/imports/src/lead-rows.ts
function leadOfRow(columns, cells, country) {
  const ragged = raggedness(columns.heading, cells);
  if (ragged !== void 0) return { refused: ragged };
  const cellAt = (index) => cells[index] ?? "";
  const stated = countryOfRow(columns, cells, country);
  const number = readWrittenNumber(cellAt(columns.phone), stated);
  if ("refused" in number) return number;
  const secondaryNumbers = [];
  for (const index of columns.secondary) {
    if (cellAt(index) === "") continue;
    const other = readWrittenNumber(cellAt(index), stated);
    if ("refused" in other) return { refused: `${columns.heading[index] ?? ""}: ${other.refused}` };
    secondaryNumbers.push(other.phoneNumber);
  }
  const variables = columns.variables.map((index) => [columns.heading[index] ?? "", cellAt(index)]).filter(([, value]) => value !== "");
  return { lead: { phoneNumber: number.phoneNumber, secondaryNumbers, variables: Object.fromEntries(variables) } };
}
function countryOfRow(columns, cells, country) {
  return (columns.country === void 0 ? "" : cells[columns.country]) || (country ?? void 0);
}

// clients/imports/src/new-lead.ts
import { defined as defined5 } from "@ringback/client";
function newLead({ phoneNumber, secondaryNumbers, variables }, campaignId) {
  const contacts = secondaryNumbers.map((number) => ({ phone_number: number }));
  return {
    campaign_id: campaignId,
    phone_number: phoneNumber,
    variables,
    ...defined5({ secondary_contacts: contacts.length === 0 ? void 0 : contacts })
  };
}

// clients/imports/src/node-files.ts
import { createReadStream } from "node:fs";
import { open, readdir, realpath, rename as rename2, rm, stat } from "node:fs/promises";
import { basename, dirname as dirname2, join as join2 } from "node:path";

// clients/imports/src/csv-cells.ts
var FORMULA = /(^|[,;\t\r\n])(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/g;
var ESCAPED = /(^|[,;\t\r\n])'(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/g;
var TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;
var PHONE_NUMBER = /^\+\d{1,15}$/;
function csvCell(text) {
  const safe = PHONE_NUMBER.test(text) ? text : text.replaceAll(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
}
function cellText2(cell) {
  return (TEXT_FORMULA.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell).replaceAll(ESCAPED, "$1");
}

// clients/imports/src/refused-rows.ts
var isAdded = (name) => name === REASON || name === LINE;
function refusedRowWriter(heading) {
  const kept = heading.map((name, index) => ({ name, index })).filter(({ name }) => !isAdded(name));
  return {
    heading: csvLine([...kept.map(({ name }) => name), LINE, REASON]),
    /**
     * Cells are kept as they were, the plus of a number included, and those that have no heading behind the others. What a
     * spreadsheet would run gets an apostrophe, which the import takes away.
     */
    row: ({ line, cells, reason }) => csvLine([...kept.map(({ index }) => cells[index] ?? ""), String(line), reason, ...cells.slice(heading.length)])
  };
}
var csvLine = (cells) => `${cells.map(csvCell).join(",")}
`;

// clients/imports/src/node-files.ts
async function fileOfPath(path) {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    await handle.read({ buffer: Buffer.alloc(1) });
    return { size, open: () => createReadStream(path) };
  } finally {
    await handle.close();
  }
}
async function isSameFile(one, other) {
  const [first, second] = await Promise.all(
    [one, other].map((path) => stat(path, { bigint: true }).catch(() => void 0))
  );
  return first !== void 0 && first.ino === second?.ino && first.dev === second.dev;
}
var FIRST = 100;
async function openRefusals(heading, path, { isWanted = false } = {}) {
  const writer = refusedRowWriter(heading);
  const file = path === void 0 ? void 0 : await openDraft(path);
  await file?.write(writer.heading);
  const first = [];
  let count = 0;
  return {
    count: () => count,
    first: () => first.toSorted((one, other) => one.line - other.line),
    async add(row) {
      count += 1;
      if (first.length < FIRST) first.push({ line: row.line, reason: row.reason });
      await file?.write(writer.row(row));
    },
    close: async () => file?.close(count > 0 || isWanted)
  };
}
async function openDraft(path) {
  const target = await realpath(path).catch(() => path);
  const old = await stat(target).catch(() => void 0);
  const isDevice = old !== void 0 && !old.isFile();
  const draft = isDevice ? target : `${target}.${process.pid}.new`;
  if (!isDevice) await removeLeftDrafts(target);
  const handle = await open(draft, "w", old?.mode);
  const write = inTurn(handle);
  return {
    write,
    async close(isKept) {
      await write("");
      await handle.close();
      if (isDevice) return;
      await (isKept ? rename2(draft, target) : rm(draft));
    }
  };
}
async function removeLeftDrafts(target) {
  const [folder, name] = [dirname2(target), basename(target)];
  for (const file of await readdir(folder)) {
    const pid = file.startsWith(`${name}.`) ? /^\.(\d+)\.new$/.exec(file.slice(name.length))?.[1] : void 0;
    if (pid !== void 0 && !isRunning(Number(pid))) await rm(join2(folder, file), { force: true });
  }
}
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
function inTurn(handle) {
  let last = Promise.resolve();
  return async (text) => {
    last = last.then(() => handle.appendFile(text));
    await last;
  };
}

// clients/cli/src/import-files.ts
import { access, constants, stat as stat2 } from "node:fs/promises";
import { dirname as dirname3 } from "node:path";

// clients/imports/src/csv-rows.ts
var DELIMITERS = [",", ";", "	", "|"];
var MAX_ROW_LENGTH = 1e6;
var SEPARATOR_LINE = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n)/i;
async function* csvRows(chunks) {
  let parser;
  let held = "";
  for await (const chunk of chunks) {
    held += chunk;
    if (held.endsWith("\r") || !parser && held.length < MAX_ROW_LENGTH && !hasLine(held)) continue;
    parser ??= new CsvParser(held);
    yield* parser.push(held);
    held = "";
  }
  parser ??= new CsvParser(held);
  yield* parser.push(held);
  yield* parser.end();
}
var hasLine = (text) => /[\r\n]/.test(text.replace(SEPARATOR_LINE, ""));
function delimiterOf(text) {
  const stated = SEPARATOR_LINE.exec(text)?.[1];
  if (stated !== void 0) return stated;
  const [heading = ""] = text.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1);
  const countOf = (delimiter) => heading.split(delimiter).length;
  return DELIMITERS.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ",";
}
var CsvParser = class {
  #delimiter;
  #ends;
  #state = "start";
  #cell = "";
  #cells = [];
  #length = 0;
  #line = 1;
  #begun = 1;
  #isFirst = true;
  #isRowEnd = false;
  constructor(text) {
    this.#delimiter = delimiterOf(text);
    this.#ends = new RegExp(`[${this.#delimiter.replace(/[\\\]^-]/, "\\$&")}\r
]`, "g");
  }
  *push(chunk) {
    const text = this.#isFirst ? chunk.replace(SEPARATOR_LINE, "") : chunk;
    if (text !== chunk) this.#begun = this.#line = 2;
    this.#isFirst = false;
    let at = 0;
    while (at < text.length) {
      if (this.#state === "start") at = this.#start(text, at);
      else if (this.#state === "quoted") at = this.#quoted(text, at);
      else if (this.#state === "closed") at = this.#closed(text, at);
      else {
        at = this.#plain(text, at);
        if (this.#isRowEnd) yield this.#row();
      }
    }
  }
  *end() {
    if (this.#state === "quoted") throw unclosed(this.#begun);
    if (this.#cells.length === 0 && this.#cell === "") return;
    this.#endCell();
    yield this.#row();
  }
  /** Spaces may stand before a quote. */
  #start(text, at) {
    let next = at;
    while (text[next] === " ") next += 1;
    if (next === text.length) return next;
    this.#state = text[next] === '"' ? "quoted" : "plain";
    return this.#state === "quoted" ? next + 1 : next;
  }
  #quoted(text, at) {
    const end = text.indexOf('"', at);
    const part = text.slice(at, end < 0 ? void 0 : end);
    this.#line += part.match(/\r\n|\r|\n/g)?.length ?? 0;
    this.#append(part);
    if (end < 0) return text.length;
    this.#state = "closed";
    return end + 1;
  }
  /** A second quote stands for one in the text. */
  #closed(text, at) {
    if (text[at] !== '"') {
      this.#state = "plain";
      return at;
    }
    this.#append('"');
    this.#state = "quoted";
    return at + 1;
  }
  #plain(text, at) {
    this.#ends.lastIndex = at;
    const found = this.#ends.exec(text);
    this.#append(text.slice(at, found?.index));
    if (!found) return text.length;
    this.#endCell();
    if (found[0] === this.#delimiter) return found.index + 1;
    this.#line += 1;
    this.#isRowEnd = true;
    return found.index + (text.startsWith("\r\n", found.index) ? 2 : 1);
  }
  #append(part) {
    this.#length += part.length;
    if (this.#length > MAX_ROW_LENGTH) throw unclosed(this.#begun);
    this.#cell += part;
  }
  #endCell() {
    this.#cells.push(this.#cell.trim());
    this.#cell = "";
    this.#state = "start";
  }
  #row() {
    const row = { line: this.#begun, cells: this.#cells };
    this.#cells = [];
    this.#length = 0;
    this.#isRowEnd = false;
    this.#begun = this.#line;
    return row;
  }
};
var unclosed = (line) => new FileProblem(`A quote of the row in line ${line} is not closed, or the row is longer than a million characters.`);

// clients/imports/src/encoding.ts
var HEAD_BYTES = 4096;
var startsWith = (bytes, ...start) => start.every((byte, index) => bytes[index] === byte);
async function formatOf(file) {
  const head = await headOf(file);
  if (startsWith(head, 80, 75, 3, 4)) return { kind: "workbook" };
  if (startsWith(head, 208, 207, 17, 224)) {
    throw new FileProblem(
      "The file is a workbook of an old version of Excel, or has a password. Save it as .xlsx without a password, or as CSV."
    );
  }
  if (startsWith(head, 239, 187, 191)) return { kind: "text", encoding: "UTF-8" };
  if (startsWith(head, 255, 254)) return { kind: "text", encoding: "UTF-16LE" };
  if (startsWith(head, 254, 255)) return { kind: "text", encoding: "UTF-16BE" };
  const encoding = head.includes(0) ? wideEncodingOf(head) : await narrowEncodingOf(file);
  return { kind: "text", encoding };
}
async function headOf(file) {
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  for await (const chunk of file.open()) {
    const part = chunk.subarray(0, HEAD_BYTES - length);
    head.set(part, length);
    length += part.length;
    if (length === HEAD_BYTES) break;
  }
  return head.subarray(0, length);
}
function wideEncodingOf(head) {
  const zeros = [0, 1].map((odd2) => head.filter((byte, index) => byte === 0 && index % 2 === odd2).length);
  const [even = 0, odd = 0] = zeros;
  const most = Math.max(even, odd);
  if (most < head.length / 5 || Math.min(even, odd) > most / 10) {
    throw new FileProblem("The file is not a table: it is neither text nor a workbook of Excel (.xlsx).");
  }
  return odd > even ? "UTF-16LE" : "UTF-16BE";
}
async function narrowEncodingOf(file) {
  let [invalid, valid] = [0, 0];
  for await (const text of decoded(file, new TextDecoder("utf-8"))) {
    invalid += text.match(/\uFFFD/g)?.length ?? 0;
    valid += text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0;
  }
  return invalid > valid ? "windows-1252" : "UTF-8";
}
async function* textOf2(file, encoding) {
  const chunks = decoded(file, new TextDecoder(encoding));
  if (encoding !== "windows-1252") yield* chunks;
  else
    for await (const text of chunks) yield text.replaceAll(/[\x80-\x9F]/g, (character) => windowsCharacter(character));
}
async function* decoded(file, decoder) {
  for await (const chunk of file.open()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
var WINDOWS = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
var windowsCharacter = (character) => WINDOWS[character.charCodeAt(0) - 128] ?? character;

// clients/imports/src/xlsx-rows.ts
var MB = 1024 * 1024;
var MAX_PACKED = 64 * MB;
var MAX_UNPACKED = 256 * MB;
var MAX_CELLS = 5e6;
async function xlsxRows(file, sheet) {
  const bytes = await bytesOf(file);
  checkUnpacked(bytes);
  const { readXlsx, streamXlsxRows } = await import("hucre/xlsx");
  try {
    if (sheet === void 0) return await rowsOf(streamXlsxRows(bytes, { sheet: 0 }));
    const names2 = [];
    await readXlsx(bytes, { sheets: ({ name }) => names2.push(name) < 0 });
    const position = names2.includes(sheet) ? names2.indexOf(sheet) : Number(/^[1-9]\d*$/.exec(sheet)?.[0]) - 1;
    if (names2[position] === void 0) {
      throw new FileProblem(
        `The workbook has no sheet “${sheet}”. It has: ${names2.map((name) => `“${name}”`).join(", ")}.`
      );
    }
    return await rowsOf(streamXlsxRows(bytes, { sheet: position }));
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem(damaged);
  }
}
async function bytesOf(file) {
  if (file.size > MAX_PACKED) throw new FileProblem(tooLarge("64 MB"));
  const bytes = new Uint8Array(file.size);
  let length = 0;
  for await (const chunk of file.open()) {
    if (length + chunk.length > bytes.length) throw new FileProblem("The file changes while it is read.");
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.subarray(0, length);
}
var tooLarge = (limit) => `The workbook is larger than ${limit}. Save the sheet as CSV, or divide it.`;
var damaged = "The file is not a workbook of Excel (.xlsx), or is damaged. Save it as .xlsx or CSV.";
function checkUnpacked(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 101010256) end -= 1;
  if (end < 0) throw new FileProblem(damaged);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 33639248) throw new FileProblem(damaged);
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    if (unpacked === 0 && packed > 2) throw new FileProblem(damaged);
    total += unpacked;
    if (total > MAX_UNPACKED) throw new FileProblem(tooLarge("256 MB when it is unpacked"));
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}
async function rowsOf(rows) {
  const read = [];
  let cells = 0;
  for await (const { index, values } of rows) {
    const texts = withoutEmptyEnd(values.map(textOfCell));
    cells += texts.length;
    if (cells > MAX_CELLS) throw new FileProblem(tooLarge("five million cells"));
    if (texts.length > 0) read.push({ line: index + 1, cells: texts });
  }
  return read;
}
function withoutEmptyEnd(texts) {
  return texts.slice(0, texts.findLastIndex((text) => text !== "") + 1);
}
function textOfCell(value) {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : isoDate(value);
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return typeof value === "string" ? value.trim() : "";
}
function numberText(value) {
  return Number.isSafeInteger(value) ? BigInt(value).toString() : String(value);
}
function isoDate(date) {
  const text = date.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19);
}

// clients/imports/src/table.ts
async function openTable(file, { sheet, headingFor } = {}) {
  const format = await formatOf(file);
  if (format.kind === "text" && sheet !== void 0) {
    throw new FileProblem("The file is not a workbook of Excel (.xlsx), so it has no sheets.");
  }
  let read = 0;
  const counted = {
    size: file.size,
    async *open() {
      for await (const chunk of file.open()) {
        read += chunk.length;
        yield chunk;
      }
    }
  };
  const isText = format.kind === "text";
  const all = isText ? csvRows(textOf2(counted, format.encoding)) : await xlsxRows(counted, sheet);
  const rows = filled(all);
  const first = await rows.next();
  if (first.done) throw new FileProblem("The file is empty.");
  const heading = headingFor?.(first.value.cells);
  return {
    format: isText ? format.encoding : "xlsx",
    heading: heading ?? first.value.cells,
    rows: heading === void 0 ? rows : withFirst(first.value, rows),
    progress: () => file.size === 0 ? 1 : Math.min(1, read / file.size)
  };
}
async function* filled(rows) {
  for await (const { line, cells } of rows) {
    const texts = cells.map(cellText2);
    if (texts.some((text) => text !== "")) yield { line, cells: texts };
  }
}
async function* withFirst(first, others) {
  yield first;
  yield* others;
}

// clients/cli/src/import-files.ts
async function openLeadFile(path, sheet) {
  const file = await fileOfPath(path).catch((error) => {
    throw new UsageError(fileProblem(error, path));
  });
  try {
    const table = await openTable(file, { sheet });
    return { ...table, columns: columnsOf(table.heading) };
  } catch (error) {
    throw error instanceof FileProblem ? new UsageError(`${path}: ${error.message}`) : error;
  }
}
async function refusedPathOf(imported, wanted) {
  const path = wanted ?? "refused.csv";
  await checkWritable(path);
  if (!await isSameFile(imported, path)) return path;
  if (wanted !== void 0) throw new UsageError(`${wanted} is the file that is imported: name another one`);
  for (let number = 2; ; number += 1) {
    const free = `refused-${number}.csv`;
    const isTaken = await access(free).then(
      () => true,
      () => false
    );
    if (!isTaken) return free;
  }
}
async function checkWritable(path) {
  const old = await stat2(path).catch(() => void 0);
  if (old?.isDirectory()) throw new UsageError(`${path} is a folder: name a file`);
  await access(old?.isFile() === false ? path : dirname3(path), constants.W_OK).catch((error) => {
    throw new UsageError(fileProblem(error, path, "make its folder first"));
  });
}

// clients/cli/src/progress.ts
var DRAW_EVERY_MS = 100;
function createProgress(write, columns, now = Date.now) {
  const startedAt = now();
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show(part, items, text) {
      if (!write || now() - drawnAt < DRAW_EVERY_MS) return;
      drawnAt = now();
      write(
        `\r${progressLine({ part, items, text, seconds: (now() - startedAt) / 1e3 }).slice(0, columns - 1)}\x1B[K`
      );
    },
    clear() {
      write?.("\r\x1B[K");
    }
  };
}
function progressLine({
  part,
  items,
  seconds,
  text
}) {
  const percent = `${Math.floor(part * 100)} %`.padStart(5);
  const rate = seconds > 0 ? items / seconds : 0;
  const left = part > 0 ? seconds / part * (1 - part) : void 0;
  const speed = `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`;
  return `${percent}, ${speed}${left === void 0 ? "" : `, ${duration(left)} left`}: ${text}`;
}
function duration(seconds) {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor(whole % 3600 / 60)} min`;
}

// clients/cli/src/commands/leads.ts
function leadCommands(session) {
  return groupCommand("leads", "Import and list the customers of campaigns").addCommand(importCommand(session)).addCommand(listCommand4(session));
}
var PARALLEL_ROWS = 8;
var PATIENT_RETRIES2 = 10;
var SHOWN2 = 10;
function importCommand(session) {
  return ownCommand(
    "import",
    "Import a CSV file or a sheet of Excel into a campaign",
    "After an interruption, run it again: it skips the leads that the campaign has."
  ).argument("<file>", "CSV or .xlsx with phone_number, secondary_phone_1 to _10, country, and columns of variables").requiredOption("--campaign <campaign>", "id or name").option(
    "--country <code>",
    "country of numbers without a plus, such as US, for rows without a country (else your default country)",
    countryArgument
  ).option("--sheet <sheet>", "name or number of the sheet of a workbook (else the first)").option("--refused <file>", "file for the refused rows with their data, to correct and import (else refused.csv)").addHelpText(
    "after",
    examples('ringback leads import customers.csv --campaign "Spring reminders" --refused refused.csv')
  ).action(async (file, { campaign, country: stated, sheet, refused: wanted }) => {
    const { shell } = session;
    const campaignId = await findCampaign(await session.client(), campaign);
    const client = await session.client({ maxRetries: PATIENT_RETRIES2 });
    const leadFile = await openLeadFile(file, sheet);
    const country = stated ?? await defaultCountry(client);
    const refusedPath = await refusedPathOf(file, wanted);
    const refusals = await openRefusals(leadFile.heading, refusedPath);
    const write = shell.isErrorTerminal && !session.json() ? shell.error : void 0;
    const progress = createProgress(write, shell.columns);
    const counts = { created: 0, known: 0 };
    const { signal } = shell;
    try {
      await importRows({ leadFile, campaignId, country, client, counts, refusals, progress, signal });
    } catch (error) {
      throw error instanceof FileProblem ? new UsageError(`${file}: ${error.message}`) : error;
    } finally {
      progress.clear();
      await refusals.close();
      printCounts(session, { ...counts, refusals, refusedPath, format: leadFile.format });
    }
    if (refusals.count() > 0 && counts.created + counts.known === 0) throw new Error("every row was refused");
  });
}
async function importRows(given) {
  const { leadFile, counts, refusals, progress, signal } = given;
  const failing = new AbortController();
  const stopped = AbortSignal.any([signal, failing.signal]);
  const work = async () => {
    for (let next = await leadFile.rows.next(); !next.done && !stopped.aborted; next = await leadFile.rows.next()) {
      await importRow(next.value, { ...given, signal: stopped });
      const { created, known } = counts;
      const refused = refusals.count();
      const text = `${created} created, ${known} known, ${refused} refused`;
      progress.show(leadFile.progress(), created + known + refused, text);
    }
  };
  const workers = Array.from({ length: PARALLEL_ROWS }, () => work().catch((error) => failing.abort(error)));
  await Promise.all(workers);
  stopped.throwIfAborted();
}
async function importRow(row, { leadFile, campaignId, country, client, counts, refusals, signal }) {
  const read = leadOfRow(leadFile.columns, row.cells, country);
  if ("refused" in read) {
    await refusals.add({ ...row, reason: read.refused });
    return;
  }
  try {
    await client.leads.create(newLead(read.lead, campaignId), { signal });
    counts.created += 1;
  } catch (error) {
    if (!(error instanceof ApiError2) || ![400, 422].includes(error.status)) throw error;
    const sentences2 = Object.values(error.errors).flat();
    const isKnown = sentences2.length === 1 && error.errors["phone_number"]?.[0]?.endsWith("has already been taken.");
    if (isKnown) counts.known += 1;
    else await refusals.add({ ...row, reason: sentences2.join(" ") || error.message });
  }
}
function printCounts(session, { created, known, refusals, refusedPath, format }) {
  const refused = refusals.first();
  const count = refusals.count();
  session.print({
    json: { created, known, refused, refused_count: count, format },
    sections: [
      ...format === "UTF-8" || format === "xlsx" ? [] : [{ text: `The file was read as ${format}.` }],
      { text: `${created} created, ${known} known, ${count} refused` },
      ...count === 0 ? [] : [
        { rows: refused.slice(0, SHOWN2) },
        { text: `All refused rows are in ${refusedPath}: correct them, and import that file.` }
      ]
    ]
  });
}
function listCommand4(session) {
  return operationCommand("list", operations4.listLeads).option("--campaign <campaign>", "leads of this campaign, id or name").option("--limit <n>", "number of leads", countArgument(), 20).option("--all", "all leads").addHelpText("after", examples('ringback leads list --campaign "Spring reminders"')).action(async ({ campaign, ...counts }) => {
    const client = await session.client();
    const { limit, perPage } = wantedOf(counts);
    const filters3 = defined6({
      campaign_id: campaign === void 0 ? void 0 : await findCampaign(client, campaign),
      per_page: perPage
    });
    const leads = await take(client.leads.list(filters3), limit);
    const rows = leads.map((lead) => ({
      id: lead.id,
      number: lead.phone_number,
      status: lead.status,
      reason: lead.reason,
      variables: Object.entries(lead.variables).map(([name, value]) => `${name}=${String(value)}`).join(" ")
    }));
    session.print({ json: leads, sections: [{ rows }] });
  });
}

// clients/cli/src/commands/trigger.ts
import { Argument as Argument3 } from "@commander-js/extra-typings";
import { signWebhook } from "@ringback/client";
import { webhookEvents } from "@ringback/client/values";

// clients/cli/src/sample-event.ts
function sampleEvent(event, now = Date.now()) {
  const at = (secondsAgo) => new Date(now - secondsAgo * 1e3).toISOString().replace("Z", "000Z");
  const same = (milliseconds) => ({ p50: milliseconds, p95: milliseconds });
  return {
    event,
    test: true,
    id: now,
    type: event === "call.completed" ? "outbound" : "inbound",
    status: "ended_by_customer",
    outcome: "goal_reached",
    end_reason: "customer_hung_up",
    reason: { by: "customer", code: "customer_hung_up", text: "The customer hung up." },
    customer_phone: "+12025550100",
    assistant_phone: "+12025550199",
    assistant_id: 1,
    assistant_name: "Reception",
    duration: 42,
    extracted_variables: { status: true, summary: "The customer confirmed the appointment." },
    input_variables: { customer_name: "Ada" },
    transcript: "Assistant: Hello Ada, do you have a minute?\nCustomer: Yes, I do.",
    latency: {
      turns: 1,
      model_asked: same(24),
      first_token: same(420),
      first_text: same(460),
      voice: same(790),
      mouth_to_ear: same(1390)
    },
    model: { name: "gpt-6-luna", simulated: false },
    transcript_turns: [
      { sender: "bot", text: "Hello Ada, do you have a minute?", timestamp: at(40) },
      { sender: "human", text: "Yes, I do.", timestamp: at(37) }
    ],
    tool_calls: [],
    transfers: [],
    carrier_cost: 0.014,
    total_cost: 0.056,
    answered_by: "human",
    created_at: at(50),
    finished_at: at(1),
    lead: null,
    campaign: null
  };
}

// clients/cli/src/commands/trigger.ts
function triggerCommand(session) {
  return ownCommand(
    "trigger",
    "Post a signed sample event to a URL",
    "The request is like one of the service, but no deployment sends it."
  ).addArgument(new Argument3("<event>", "name of the event").choices(webhookEvents)).requiredOption("--to <url>", "address of your receiver", urlArgument).option("--secret <secret>", "secret that signs, whsec_… (else RINGBACK_WEBHOOK_SECRET, else that of the profile)").addHelpText(
    "after",
    examples("ringback trigger call.completed --to http://localhost:4000/hook --secret whsec_c2FtcGxlLXNlY3JldA==")
  ).action(async (event, { to, secret: given }) => {
    const secret = given ?? await storedSecret(session);
    if (secret === void 0) throw new UsageError("there is no secret: pass --secret whsec_…");
    const payload = sampleEvent(event);
    const body = JSON.stringify(payload);
    const status = await post(session.fetch, {
      url: to,
      body,
      headers: await signWebhook({ id: `evt_${payload.id}_${event}`, body, secret })
    });
    session.print({ json: { event, to, status }, sections: [{ text: `${event} to ${to}: ${status}` }] });
    if (status < 200 || status > 299) throw new Error(`the receiver answered ${status}: the service would try again`);
  });
}
async function storedSecret(session) {
  const fromEnvironment = session.shell.env["RINGBACK_WEBHOOK_SECRET"];
  if (fromEnvironment !== void 0) return fromEnvironment;
  return (await session.profile().catch(() => void 0))?.webhook_secret;
}
var LONGEST_ANSWER_MS = 15e3;
async function post(fetch, { url, body, headers }) {
  try {
    const response = await fetch(new URL(url), {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS)
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new Error(`${url} does not answer: ${reason}`, { cause: error });
  }
}

// clients/cli/src/webhook-sources.ts
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError as ApiError3, isOpen, openStatuses } from "@ringback/client";
var PER_PAGE = 100;
var EMPTY_LOOKS = 2;
async function* deliveredEvents(client, { interval, signal, patience = 1e4 }) {
  const source = { client, signal, patience, watched: await watchFromNow(client, signal) };
  for (; ; ) {
    await lookAtCalls(source);
    for (const id of source.watched.finished.keys()) {
      for (const delivery of await attemptedDeliveries(id, source)) {
        const payload = await client.webhooks.payload(delivery.id, { signal }).catch(undefinedIfGone);
        if (payload) yield { id: delivery.id, body: payload.body, headers: payload.headers };
      }
    }
    await sleep(interval, void 0, { signal });
  }
}
async function watchFromNow(client, signal) {
  const open2 = /* @__PURE__ */ new Set();
  for (const status of openStatuses) {
    for await (const { id } of client.calls.list({ status, per_page: PER_PAGE }, { signal })) open2.add(id);
  }
  const { data } = await client.calls.list({ per_page: PER_PAGE }, { signal });
  for (const call of data) if (isOpen(call)) open2.add(call.id);
  return { known: new Set(data.map(({ id }) => id)), open: open2, finished: /* @__PURE__ */ new Map() };
}
async function lookAtCalls({ client, watched: { known, open: open2, finished }, signal }) {
  const unseen = new Set(open2);
  const found = [];
  const record = (id, status) => {
    unseen.delete(id);
    found.push(id);
    if (known.has(id) && !open2.has(id)) return;
    if (isOpen({ status })) open2.add(id);
    else {
      open2.delete(id);
      if (!finished.has(id)) finished.set(id, { looks: 0, since: performance.now() });
    }
  };
  for (let position = {}; ; ) {
    const { data, last_page: lastPage } = await client.calls.list({ per_page: PER_PAGE, ...position }, { signal });
    for (const { id, status } of data) record(id, status);
    const last = data.at(-1);
    const { before_id: reached = Infinity } = position;
    if (lastPage === 1 || last === void 0 || last.id >= reached || data.some(({ id }) => known.has(id))) break;
    position = { before_id: last.id };
  }
  for (const id of unseen) {
    const call = await client.calls.get(id, { signal }).catch(undefinedIfGone);
    if (call) record(id, call.status);
    else open2.delete(id);
  }
  for (const id of found) known.add(id);
}
async function attemptedDeliveries(id, { client, watched: { finished }, signal, patience }) {
  const { looks, since } = finished.get(id) ?? { looks: 0, since: performance.now() };
  const isLate = performance.now() - since >= patience;
  if (looks >= EMPTY_LOOKS && !isLate) return [];
  const deliveries = await client.webhooks.deliveries(id, { signal }).catch(undefinedIfGone);
  if (deliveries?.some(({ attempts }) => attempts.length === 0)) return [];
  if (deliveries?.length === 0 && !(isLate && looks >= EMPTY_LOOKS)) {
    finished.set(id, { looks: looks + 1, since });
    return [];
  }
  finished.delete(id);
  return deliveries ?? [];
}
function undefinedIfGone(error) {
  if (error instanceof ApiError3 && error.status === 404) return void 0;
  throw error;
}

// clients/cli/src/commands/listen.ts
function listenCommand(session) {
  return ownCommand(
    "listen",
    "Forward the webhooks of a deployment to your machine",
    "No tunnel is needed. The posted body is forwarded to the byte, with its signature. Calls without a webhook have no events. Ctrl-C ends the command."
  ).requiredOption("--forward-to <url>", "address of your receiver", urlArgument).option("--interval <seconds>", "seconds between two requests for new events", countArgument(), 2).option("--count <n>", "end after this number of events", countArgument()).addHelpText(
    "after",
    examples(
      "ringback listen --forward-to http://localhost:4000/hook",
      "ringback listen --forward-to http://localhost:4000/hook --count 1"
    )
  ).action(async ({ forwardTo, interval, count = Number.POSITIVE_INFINITY }) => {
    const client = await session.client();
    session.note(`Forwarding to ${forwardTo}`);
    const { signal } = session.shell;
    const source = deliveredEvents(client, { interval: interval * 1e3, signal });
    await forward(source, { session, forwardTo, count }).catch((error) => {
      if (!signal.aborted) throw error;
    });
  });
}
async function forward(source, { session, forwardTo, count }) {
  let forwarded = 0;
  for await (const { id, body, headers } of source) {
    const status = await post(session.fetch, { url: forwardTo, body, headers }).catch(
      (error) => String(error)
    );
    session.shell.out(
      session.json() ? `${JSON.stringify({ id, forward_to: forwardTo, status })}
` : `${terminalText(`${id}: ${status}`)}
`
    );
    forwarded += 1;
    if (forwarded >= count) return;
  }
}

// clients/cli/src/commands/login.ts
import { accessToken as accessToken2, apiAddress as apiAddress2, createClient as createClient2 } from "@ringback/client";
import * as operations5 from "@ringback/client/operations";
function loginCommand(session) {
  return ownCommand(
    "login",
    "Store a deployment and your token under a name",
    "The commands that follow use this deployment."
  ).option("--name <name>", "name of the profile", "default").option("--webhook-secret <secret>", "secret for trigger, whsec_…").option("--ready-file <path>", "READY_FILE of a local stack, which has address, token and secret").option("--user <id>", "user of the ready file", idArgument, 1).option("--list", "list the profiles").addHelpText(
    "after",
    examples(
      "ringback login --url http://localhost:3000/api --token rb_… --name local",
      "ringback login --url https://calls.example.com/api --name prod < token.txt",
      "READY_FILE=ready.json npm start & ringback login --ready-file ready.json",
      "ringback login --list"
    )
  ).action(async (options) => {
    const { env } = session.shell;
    const stored = await readProfiles(env);
    if (options.list) {
      const rows = Object.entries(stored.profiles).map(([name2, { url: url2 }]) => ({
        name: name2,
        url: url2,
        used: name2 === stored.current
      }));
      session.print({ json: rows, sections: [{ rows }] });
      return;
    }
    const { url, token } = session.options();
    const profile = options.readyFile === void 0 ? await typedProfile({ url: url ?? env["RINGBACK_URL"], token }, session) : await readyProfile(options.readyFile, options.user);
    if (options.webhookSecret !== void 0) profile.webhook_secret = options.webhookSecret;
    const access2 = { baseUrl: profile.url, token: profile.token, fetch: session.fetch };
    const { name, total_balance } = await createClient2(access2).me();
    const profiles = { ...stored.profiles, [options.name]: profile };
    const file = await writeProfiles(env, { current: options.name, profiles });
    session.print({
      json: { profile: options.name, url: profile.url, user: name },
      sections: [
        { text: `${name} at ${profile.url}, balance ${total_balance}
Stored as ${options.name} in ${file}` }
      ]
    });
  });
}
async function typedProfile(given, session) {
  if (given.url === void 0) throw new UsageError("name the deployment: --url https://…/api");
  const url = readable(apiAddress2, given.url);
  if (given.token === void 0 && session.shell.isTerminal) session.note("Paste the access token, then Ctrl-D:");
  const token = given.token ?? (await session.shell.stdin()).trim();
  if (token === "") throw new UsageError("there is no token: pass --token, or pipe it in");
  return { url, token: readable(accessToken2, token) };
}
async function readyProfile(file, userId) {
  const text = await readText(file, `start the local stack with READY_FILE=${file} npm start`);
  const ready = parseReady(text, file);
  const user = ready.users.find(({ id }) => id === userId);
  if (!user) throw new UsageError(`the local stack has no user ${userId}`);
  return { url: ready.base_url, token: user.token, webhook_secret: user.webhook_secret };
}
function parseReady(text, file) {
  try {
    const ready = JSON.parse(text);
    return ready;
  } catch {
    throw new UsageError(`${file} is not JSON: wait until the local stack has written it`);
  }
}
function meCommand(session) {
  return operationCommand("me", operations5.getCurrentUser, {
    more: `With --default-country: ${operations5.setDefaultCountry.description}`
  }).option("--default-country <code>", "set the country of numbers without a plus, such as DE, or none", countryOrNone).addHelpText("after", examples("ringback me", "ringback me --default-country DE")).action(async ({ defaultCountry: country }) => {
    const client = await session.client();
    if (country !== void 0) await client.setDefaultCountry(country === "none" ? null : country);
    const me = await client.me();
    session.print({ json: me, sections: [{ record: me }] });
  });
}
var countryOrNone = (text) => text === "none" ? text : countryArgument(text);

// clients/cli/src/commands/sms.ts
import { Option as Option2 } from "@commander-js/extra-typings";
import { defined as defined7 } from "@ringback/client";
import { filters as filters2 } from "@ringback/client/filters";
import * as operations6 from "@ringback/client/operations";
function smsCommand(session) {
  return operationCommand("sms", operations6.sendSms).argument("<number>", "number of the recipient, +1…; without + it is one of your default country").argument("<text>", "text of at most 300 characters").option("--from <number>", "one of your numbers, or its id (else the oldest one)").option("--key <key>", "idempotency key: the same SMS with the same key is sent once in 24 hours").addHelpText("after", examples('ringback sms +12025550100 "Your table is ready."')).action(async (to, body, { from, key }) => {
    const client = await session.client();
    const sms = await client.sms.send(
      { from: await senderId(client, from), to: await typedNumber(to, client, session), body },
      defined7({ idempotencyKey: key })
    );
    const { id, status, segments, total_cost } = sms;
    session.print({
      json: sms,
      sections: [{ text: `SMS ${id} is ${status}: ${segments} segment, cost ${total_cost}` }]
    });
  }).addCommand(listCommand5(session)).addCommand(getCommand3(session)).addCommand(webhookCommand(session));
}
function listCommand5(session) {
  return operationCommand("list", operations6.listSms).addOption(new Option2("--status <status>", "SMS with this status").choices(filters2.listSms.status)).addOption(new Option2("--direction <direction>", "SMS of this direction").choices(filters2.listSms.direction)).option("--number <number>", "SMS to or from this customer").option("--from <date>", "SMS since this UTC day, such as 2026-01-31").option("--to <date>", "SMS until the end of this UTC day").option("--limit <n>", "number of SMS", countArgument(), 20).option("--all", "all SMS").addHelpText("after", examples("ringback sms list --direction inbound", "ringback sms list --json")).action(async ({ status, direction, number, from, to, ...counts }) => {
    const client = await session.client();
    const { limit, perPage } = wantedOf(counts);
    const days = { date_from: from, date_to: to };
    const phone_number = await searchedNumber(number, client, session);
    const wanted = defined7({ status, direction, phone_number, ...days, per_page: perPage });
    const messages = await take(client.sms.list(wanted, { signal: session.shell.signal }), limit);
    const rows = messages.map((sms) => ({
      id: sms.id,
      number: sms.direction === "inbound" ? sms.from : sms.to,
      status: sms.status,
      text: sms.body.length > SHOWN3 ? `${sms.body.slice(0, SHOWN3 - 1)}…` : sms.body,
      created: sms.created_at.slice(5, 16)
    }));
    session.print({ json: messages, sections: [{ rows }] });
  });
}
var SHOWN3 = 24;
function getCommand3(session) {
  return operationCommand("get", operations6.getSms).argument("<sms>", "id, or latest").addHelpText("after", examples("ringback sms get latest")).action(async (wanted) => {
    const client = await session.client();
    const sms = await client.sms.get(await findSms(client, wanted));
    const record = {
      id: sms.id,
      direction: sms.direction,
      status: sms.status,
      from: sms.from,
      to: sms.to,
      error: sms.error ?? void 0,
      opt_out: sms.opt_out ?? void 0,
      segments: sms.segments,
      cost: sms.total_cost,
      created: sms.created_at
    };
    session.print({ json: sms, sections: [{ record }, { text: sms.body }] });
  });
}
function webhookCommand(session) {
  return operationCommand("webhook", operations6.getSmsWebhook, {
    more: `With --set or --off: ${operations6.setSmsWebhook.description}`
  }).option("--set <url>", "post the events to this address", urlArgument).option("--off", "post no events").addHelpText("after", examples("ringback sms webhook", "ringback sms webhook --set https://crm.example.com/sms")).action(async ({ set, off }) => {
    if (set !== void 0 && off) throw new UsageError("--set and --off exclude each other");
    const { sms } = await session.client();
    const wanted = off ? null : set;
    if (wanted !== void 0) await sms.setWebhook(wanted);
    const url = wanted === void 0 ? await sms.webhook() : wanted;
    session.print({ json: { sms_webhook_url: url }, sections: [{ text: url ?? "No address is set." }] });
  });
}
async function senderId(client, wanted) {
  const numbers = await client.lookups.numbers();
  const found = wanted === void 0 ? numbers.toSorted((one, other) => one.id - other.id)[0] : numbers.find(({ id, phone_number }) => phone_number === wanted || String(id) === wanted);
  if (found) return found.id;
  const owned = numbers.map(({ phone_number }) => phone_number).join(", ");
  throw new UsageError(`you have no number ${wanted ?? "to send from"}${owned === "" ? "" : `; you have: ${owned}`}`);
}

// clients/cli/src/commands/tools.ts
import { Option as Option3 } from "@commander-js/extra-typings";
import * as operations7 from "@ringback/client/operations";
var METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
function toolCommands(session) {
  return groupCommand("tools", "Create, list, change, test and delete the tools that models call").addCommand(createCommand3(session)).addCommand(listCommand6(session)).addCommand(getCommand4(session)).addCommand(updateCommand3(session)).addCommand(testCommand(session)).addCommand(deleteCommand2(session));
}
function createCommand3(session) {
  return operationCommand("create", operations7.createTool).requiredOption("--name <text>", "lowercase letters and underscores").requiredOption("--description <text>", "when the model should use the tool").requiredOption("--endpoint <url>", "URL; the path and the query may contain {parameter} and {{variable}}").addOption(new Option3("--method <method>", "method of HTTP").choices(METHODS).default("GET")).option("--header <name=value>", "header, once or more", pairArgument).option("--set <field=value>", "field of the API, once or more: timeout=5", pairArgument).addHelpText(
    "after",
    examples(
      `ringback tools create --name find_slots --description "Finds free slots." --endpoint https://example.com/slots --set 'schema=[{"name":"day","type":"string","description":"The day."}]'`
    )
  ).action(async ({ set = {}, header = {}, ...fields }) => {
    const headers = Object.entries(header).map(([name, value]) => ({ name, value }));
    const tool = await (await session.client()).tools.create({ headers, ...fieldValues(set), ...fields });
    session.print({ json: tool, sections: [{ text: `Created ${tool.name}, ${tool.id}` }] });
  });
}
function listCommand6(session) {
  return operationCommand("list", operations7.listTools).addHelpText("after", examples("ringback tools list")).action(async () => {
    const tools = await (await session.client()).tools.list();
    const rows = tools.map(({ id, name, method, endpoint, timeout }) => ({ id, name, method, endpoint, timeout }));
    session.print({ json: tools, sections: [{ rows }] });
  });
}
function getCommand4(session) {
  return operationCommand("get", operations7.getTool).argument("<tool>", "id or name").addHelpText("after", examples("ringback tools get find_slots")).action(async (wanted) => {
    const client = await session.client();
    const tool = await client.tools.get(await findTool(client, wanted));
    session.print({ json: tool, sections: [{ text: JSON.stringify(tool, null, 2) }] });
  });
}
function updateCommand3(session) {
  return operationCommand("update", operations7.updateTool).argument("<tool>", "id or name").requiredOption("--set <field=value>", "field of the API, once or more: timeout=5", pairArgument).addHelpText("after", examples("ringback tools update find_slots --set timeout=5")).action(async (wanted, { set }) => {
    const client = await session.client();
    const tool = await client.tools.update(await findTool(client, wanted), fieldValues(set));
    session.print({ json: tool, sections: [{ text: `Changed ${tool.name}, ${tool.id}` }] });
  });
}
function testCommand(session) {
  return operationCommand("test", operations7.testTool).argument("<tool>", "id or name").option("--argument <name=value>", "argument of the tool, once or more", pairArgument).option("--variable <name=value>", "variable of the call, once or more", pairArgument).addHelpText("after", examples("ringback tools test find_slots --argument day=Tuesday")).action(async (wanted, { argument = {}, variable = {} }) => {
    const client = await session.client();
    const test = { arguments: fieldValues(argument), variables: fieldValues(variable) };
    const tested = await client.tools.test(await findTool(client, wanted), test);
    const { status, problem, duration_ms: ms, result } = tested;
    const text = `${status ?? problem} after ${ms} ms
${result}`;
    session.print({ json: tested, sections: [{ text }] });
    if (status === null || status > 299) throw new Error(`the receiver answered ${status ?? problem}`);
  });
}
function deleteCommand2(session) {
  return operationCommand("delete", operations7.deleteTool).argument("<tool>", "id or name").addHelpText("after", examples("ringback tools delete find_slots")).action(async (wanted) => {
    const client = await session.client();
    const id = await findTool(client, wanted);
    await client.tools.delete(id);
    session.print({ json: { id }, sections: [{ text: `Deleted ${id}` }] });
  });
}

// clients/cli/src/commands/webhooks.ts
import { Option as Option4 } from "@commander-js/extra-typings";
import { defined as defined8 } from "@ringback/client";
import * as operations8 from "@ringback/client/operations";
import { smsEvents, webhookEvents as webhookEvents2 } from "@ringback/client/values";
function webhooksCommands(session) {
  return groupCommand("webhooks", "Read and replay deliveries, send test events, manage the secret").addCommand(listCommand7(session)).addCommand(payloadCommand(session)).addCommand(replayCommand(session)).addCommand(secretCommand(session)).addCommand(testCommand2(session));
}
var SMS = "id, or latest, of an SMS instead of a call";
function listCommand7(session) {
  return operationCommand("list", operations8.listDeliveries).argument("<call>", "id, or latest").option("--sms", SMS).addHelpText("after", examples("ringback webhooks list latest", "ringback webhooks list latest --sms")).action(async (wanted, subject) => {
    const deliveries = await findDeliveries(await session.client(), wanted, subject);
    const rows = deliveries.map(({ id, status, attempts }) => ({
      id,
      status,
      attempts: attempts.length,
      last: attempts.at(-1)?.status ?? attempts.at(-1)?.error
    }));
    session.print({ json: deliveries, sections: [{ rows }] });
  });
}
function payloadCommand(session) {
  return operationCommand("payload", operations8.getDeliveryPayload, {
    more: "This command prints the body. With --json it prints the headers, too."
  }).argument("<delivery>", "id, a call, or latest").option("--sms", SMS).addHelpText("after", examples("ringback webhooks payload latest > event.json")).action(async (wanted, subject) => {
    const client = await session.client();
    const payload = await client.webhooks.payload(await findDelivery(client, wanted, subject));
    session.print({ json: payload, sections: [{ text: payload.body }] });
  });
}
function replayCommand(session) {
  return operationCommand("replay", operations8.replayDelivery).argument("<delivery>", "id, a call, or latest").option("--sms", SMS).addHelpText("after", examples("ringback webhooks replay latest")).action(async (wanted, subject) => {
    const client = await session.client();
    const delivery = await client.webhooks.replay(await findDelivery(client, wanted, subject));
    session.print({ json: delivery, sections: [{ text: `${delivery.id} is ${delivery.status}` }] });
  });
}
function secretCommand(session) {
  return operationCommand("secret", operations8.getWebhookSecret, {
    more: `With --rotate: ${operations8.rotateWebhookSecret.description}`
  }).option("--rotate", "make a new secret").option("--keep <seconds>", "`previous_expires_in_seconds`; it needs --rotate", countArgument()).addHelpText("after", examples("ringback webhooks secret", "ringback webhooks secret --rotate --keep 3600")).action(async ({ rotate, keep }) => {
    if (keep !== void 0 && rotate !== true) throw new UsageError("--keep needs --rotate");
    const { webhooks } = await session.client();
    const { secret, previous } = rotate === true ? await webhooks.rotateSecret(keep) : await webhooks.secret();
    const rows = [{ secret, signs: "always" }, ...previous.map(toRow)];
    session.print({ json: { secret, previous }, sections: [{ rows }] });
  });
}
var toRow = ({ secret, expires_at }) => ({
  secret,
  signs: expires_at === null ? "until the operator ends it" : `until ${expires_at.slice(0, 16).replace("T", " ")}`
});
var events = [...webhookEvents2, ...smsEvents];
function testCommand2(session) {
  return operationCommand("test", operations8.sendTestWebhook).option("--assistant <assistant>", "id or name of the assistant whose webhook gets the event").option("--to <url>", "address that gets the event", urlArgument).addOption(new Option4("--event <event>", "name of the event").choices(events).default("call.completed")).addHelpText(
    "after",
    examples(
      "ringback webhooks test --to http://localhost:4000/hook",
      "ringback webhooks test --to http://localhost:4000/hook --event sms.received"
    )
  ).action(async ({ assistant, to: url, event }) => {
    const hasAddress = smsEvents.some((one) => one === event);
    if (assistant === void 0 && url === void 0 && !hasAddress)
      throw new UsageError("name the receiver: --assistant or --to");
    const client = await session.client();
    const assistantId = assistant === void 0 ? void 0 : await findAssistant(client, assistant);
    const tested = await client.webhooks.test(defined8({ assistant_id: assistantId, url, event }));
    const { status, error, duration_ms: ms } = tested;
    session.print({ json: tested, sections: [{ text: `${tested.url}: ${status ?? error} after ${ms} ms` }] });
    if (status === null || status > 299) throw new Error(`the receiver answered ${status ?? error}`);
  });
}

// clients/cli/package.json
var package_default = {
  name: "@ringback/cli",
  version: "0.2.0",
  description: "The command line of Ringback: make and watch calls, manage assistants, campaigns and leads, receive webhooks on a laptop.",
  license: "Apache-2.0",
  bin: {
    ringback: "dist/ringback.js"
  },
  files: [
    "dist"
  ],
  type: "module",
  dependencies: {
    "@commander-js/extra-typings": "15.1.0",
    "@ringback/client": "0.2.0",
    "cli-table3": "0.6.5",
    commander: "15.1.0",
    hucre: "1.0.0",
    "libphonenumber-js": "1.13.16",
    "string-width": "4.2.3",
    undici: "7.30.2"
  },
  engines: {
    node: ">=22.12"
  }
};

// clients/cli/src/run-cli.ts
var FAILED = 1;
var WRONG_USAGE = 2;
var INTERRUPTED = 130;
async function runCli(args, shell) {
  const asJson = args.includes("--json");
  try {
    await createProgram(shell).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (shell.signal.aborted) return INTERRUPTED;
    shell.error(asJson ? `${JSON.stringify({ error: describe(error) }, null, 2)}
` : `${sentences(error)}
`);
    return error instanceof CommanderError || error instanceof UsageError ? WRONG_USAGE : FAILED;
  }
}
function describe(error) {
  const message = messageOf(error);
  if (!(error instanceof ApiError4)) {
    return defined9({ message, status: error instanceof RingbackError ? error.status : void 0 });
  }
  const { status, errors, detail, retryAfter, help, requestId } = error;
  return { message, status, errors, detail, retry_after: retryAfter, help, request_id: requestId };
}
function messageOf(error) {
  if (error instanceof CommanderError && error.code === "commander.help") return "name a command; --help lists them";
  const text = error instanceof Error ? fileSentence(error) : String(error);
  return terminalText(text.replace(/^error: /, ""));
}
function fileSentence(error) {
  return "path" in error && "syscall" in error && typeof error.path === "string" ? fileProblem(error, error.path) : error.message;
}
function sentences(error) {
  const lines = [`error: ${messageOf(error)}`];
  if (error instanceof ApiError4) {
    for (const [field, texts] of Object.entries(error.errors))
      lines.push(terminalText(`  ${field}: ${texts.join(" ")}`));
    if (error.detail !== void 0) lines.push(terminalText(`  ${error.detail}`));
    if (error.retryAfter !== void 0) lines.push(`  try again in ${Math.ceil(error.retryAfter)} s`);
    if (error.help !== void 0) lines.push(terminalText(`  see ${error.help}`));
  }
  return lines.join("\n");
}
function createProgram(shell) {
  const program = new Command2("ringback").description("Makes and watches phone calls with voice assistants.").version(package_default.version, "-V, --version", "print the version").option("--json", "print JSON instead of tables, errors too").option("--profile <name>", "deployment that ringback login has stored (else RINGBACK_PROFILE, else the last one)").option("--url <address>", "address of the API (else RINGBACK_URL)").option("--token <token>", "access token (else RINGBACK_TOKEN)").option("--no-color", "print no colours; there are none in files and pipes").helpOption("-h, --help", "show this help").helpCommand("help [command]", "Show the help of a command").addHelpText("after", "\nExamples: ringback <command> --help").configureHelp({ showGlobalOptions: true, helpWidth: Math.min(shell.columns, 100) }).configureOutput({ writeOut: shell.out, writeErr: () => void 0 }).showSuggestionAfterError(true).exitOverride();
  const session = createSession(shell, () => program.opts());
  const commands = [
    loginCommand(session),
    meCommand(session),
    assistantCommands(session),
    callCommand(session),
    callsCommands(session),
    campaignCommands(session),
    leadCommands(session),
    smsCommand(session),
    toolCommands(session),
    webhooksCommands(session),
    triggerCommand(session),
    listenCommand(session),
    apiCommand(session),
    completionCommand(session, () => program)
  ];
  for (const command of commands) {
    inherit(command, program);
    program.addCommand(command);
  }
  return program;
}
function inherit(command, parent) {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inherit(child, parent);
}

// clients/cli/src/main.ts
process.stdout.on("error", (error) => {
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`error: ${fileProblem(error, "the output")}
`);
  process.exit(1);
});
process.stderr.on("error", () => process.exit(1));
var stopping = new AbortController();
process.once("SIGINT", () => {
  stopping.abort();
  process.once("SIGINT", () => process.exit(130));
});
process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  isErrorTerminal: process.stderr.isTTY,
  columns: process.stdout.isTTY ? process.stdout.columns : 80,
  stdin: async () => {
    let text = "";
    for await (const chunk of process.stdin.setEncoding("utf8")) text += String(chunk);
    return text;
  },
  env: process.env,
  signal: stopping.signal
});
