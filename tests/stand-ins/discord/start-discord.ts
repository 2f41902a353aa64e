import { DISCORD_CALLBACK_PATH } from "#domain/discord/strings.ts";
import {
  escapeHtml,
  htmlResponse,
  loadState,
  page,
  redirect,
  type StandIn,
  type StandInOptions,
  type StandInRequest,
  type StandInResponse,
  startServer,
} from "../server.ts";
import {
  authenticate,
  type DiscordPerson,
  type DiscordState,
  exchangeToken,
  type HeldProfiles,
  type InjectedFailure,
  issueCode,
  newDiscordState,
  personOf,
  revokeGrants,
  throwError,
  throwInjectedFailure,
} from "./discord-state.ts";

/** The stand-in's only application. */
export const STAND_IN_CLIENT = { id: "800000000000000001", secret: "discord-stand-in-secret" };
/** The bot token that can register role records. */
export const STAND_IN_BOT = "discord-stand-in-bot";

const API = "/api/v10";
const CONNECTION = `${API}/users/@me/applications/${STAND_IN_CLIENT.id}/role-connection`;
const RECORDS = `${API}/applications/${STAND_IN_CLIENT.id}/role-connections/metadata`;

/** Starts a server with the parts of Discord's API that the site uses, and commands for tests. */
export async function startDiscord({ port, state }: StandInOptions): Promise<StandIn> {
  const stored = loadState<DiscordState>(state, "discord.json", newDiscordState());
  const held: HeldProfiles = new Map();
  const server = await startServer(port, async (request) => {
    try {
      return await handleRequest(stored.value, held, request);
    } finally {
      if (request.method !== "GET") stored.save();
    }
  });
  return {
    url: server.url,
    vars: {
      DISCORD_CLIENT_ID: STAND_IN_CLIENT.id,
      DISCORD_CLIENT_SECRET: STAND_IN_CLIENT.secret,
      DISCORD_STAND_IN: server.url,
    },
    setSiteUrl: () => undefined,
    stop: () => server.stop(),
  };
}

async function handleRequest(
  state: DiscordState,
  held: HeldProfiles,
  request: StandInRequest,
): Promise<StandInResponse> {
  const { path, method } = request;
  if (path === "/oauth2/authorize") return authorize(state, request);
  if (path.startsWith("/stand-in/")) return handleDiscordControl(state, held, request);
  if (path === RECORDS && method === "PUT") return putRecords(state, request);
  if (path === `${API}/oauth2/token` || path === `${API}/oauth2/token/revoke`)
    return handleTokens(state, request);
  if (path === `${API}/users/@me` && method === "GET") {
    const id = authenticate(state, request.header("authorization"), "identify");
    await held.get(id)?.promise;
    throwInjectedFailure(state, id, "profile");
    return { body: { ...state.people.find((one) => one.id === id), discriminator: "0", avatar: null } };
  }
  if (path === CONNECTION) {
    const id = authenticate(state, request.header("authorization"), "role_connections.write");
    throwInjectedFailure(state, id, "connection");
    if (method === "PUT") state.connections[id] = parseConnection(state, request.body);
    return { body: state.connections[id] ?? { platform_name: null, platform_username: null, metadata: {} } };
  }
  return throwError(404, "404: Not Found");
}

function problemOf(query: URLSearchParams): string | false {
  const callbackUrl = query.get("redirect_uri") ?? "";
  if (query.get("client_id") !== STAND_IN_CLIENT.id) return "Unknown application.";
  if (!URL.canParse(callbackUrl) || new URL(callbackUrl).pathname !== DISCORD_CALLBACK_PATH)
    return "Invalid OAuth2 redirect_uri.";
  if (query.get("response_type") !== "code") return "Unsupported response type.";
  if (query.get("code_challenge_method") !== "S256" || query.get("code_challenge")?.length !== 43)
    return "Wrong code challenge.";
  return !query.get("scope") && "No scope.";
}

/** Shows the consent page, and redirects after its form is submitted. */
function authorize(state: DiscordState, { method, query, body }: StandInRequest): StandInResponse {
  const problem = problemOf(query);
  if (problem) return htmlResponse(problemPage(problem), 400);
  const scopes = (query.get("scope") ?? "").split(" ");
  if (method === "GET") return htmlResponse(authorizePage(state.people, scopes));
  const callbackUrl = new URL(query.get("redirect_uri") ?? "");
  const chosen = new URLSearchParams(body).get("person");
  const person = state.people.find(({ id }) => id === chosen);
  if (person) {
    const challenge = query.get("code_challenge") ?? "";
    const code = issueCode(state, { person: person.id, scopes, challenge, redirect: callbackUrl.href });
    callbackUrl.searchParams.set("code", code);
  } else callbackUrl.searchParams.set("error", "access_denied");
  callbackUrl.searchParams.set("state", query.get("state") ?? "");
  return redirect(callbackUrl.href);
}

function handleTokens(state: DiscordState, { method, path, body, header }: StandInRequest): StandInResponse {
  const { id, secret } = STAND_IN_CLIENT;
  if (method !== "POST") return throwError(405, "405: Method Not Allowed");
  if (header("authorization") !== `Basic ${btoa(`${id}:${secret}`)}`)
    return { status: 401, body: { error: "invalid_client" } };
  if (header("content-type")?.split(";")[0] !== "application/x-www-form-urlencoded")
    return throwError(400, "Send a form.");
  const form = new URLSearchParams(body);
  const person = personOf(state, form);
  const isRevoke = path.endsWith("/revoke");
  throwInjectedFailure(state, person, isRevoke ? "revoke" : "token");
  if (!isRevoke) return exchangeToken(state, form);
  if (person) delete state.connections[person];
  return revokeGrants(state, person);
}

/** Validates a connection like Discord: registered keys, string values, and lengths. */
function parseConnection({ records }: DiscordState, body: string): unknown {
  const connection = JSON.parse(body) as {
    platform_name: string;
    platform_username: string;
    metadata: object;
  };
  const isValid =
    connection.platform_name.length <= 50 &&
    connection.platform_username.length <= 100 &&
    Object.entries(connection.metadata).every(
      ([key, value]) =>
        records.some((record) => record.key === key) && typeof value === "string" && value.length <= 100,
    );
  return isValid ? connection : throwError(400, "Invalid Form Body");
}

function putRecords(state: DiscordState, { header, body }: StandInRequest): StandInResponse {
  if (header("authorization") !== `Bot ${STAND_IN_BOT}`) return throwError(401, "401: Unauthorized");
  const records = JSON.parse(body) as { key: string }[];
  if (records.length > 5 || !records.every(({ key }) => /^[a-z0-9_]{1,50}$/.test(key)))
    return throwError(400, "Invalid Form Body");
  state.records = records;
  return { body: records };
}

/** Ids of people that tests add follow the initial ones. */
const FIRST_TEST_ID = 900_000_000_000_001_000n;

/** Handles test commands: add, update and inspect people, and inject failures. */
function handleDiscordControl(
  state: DiscordState,
  held: HeldProfiles,
  { method, path, body }: StandInRequest,
): StandInResponse {
  const [, , command, id] = path.split("/");
  const input = (body ? JSON.parse(body) : {}) as Partial<
    DiscordPerson & InjectedFailure & { expire: boolean; revoke: boolean; hold: boolean }
  >;
  if (method === "POST" && command === "fail") {
    state.failures.push(input as InjectedFailure);
    return {};
  }
  if (method === "POST" && command === "people" && !id) {
    const { username = "someone", global_name = null } = input;
    const person = { id: String(FIRST_TEST_ID + BigInt(state.people.length)), username, global_name };
    state.people.push(person);
    return { status: 201, body: person };
  }
  const person = state.people.find((one) => one.id === id);
  if (command !== "people" || !person) return throwError(404, "404: Not Found");
  const grants = state.grants.filter((one) => one.person === id);
  if (method === "POST") {
    const { expire, revoke: shouldRevoke, hold, ...names } = input;
    Object.assign(person, names);
    if (expire) for (const grant of grants) grant.expires = 0;
    if (shouldRevoke) revokeGrants(state, person.id);
    if (hold) held.set(person.id, Promise.withResolvers());
    else if (hold === false) held.get(person.id)?.resolve();
  }
  return { body: { person, connection: state.connections[person.id] ?? null, grants: grants.length } };
}

const NOTICE = "Test mode: this page simulates Discord. The people are made up.";

/** Lets the user choose a person and authorize the site. The form posts to the page's own URL. */
const authorizePage = (people: readonly DiscordPerson[], scopes: readonly string[]): string => {
  const buttons = people.map(({ id, username, global_name }) => {
    return `<button name="person" value="${id}">Authorize as ${escapeHtml(global_name ?? username)}</button>`;
  });
  return page(
    "Authorize (stand-in)",
    NOTICE,
    `<h1>Link a Discord account</h1>
<p>The site requests: ${scopes.map(escapeHtml).join(", ")}.</p>
<form method="post">${buttons.join("\n")}
<button class="plain" name="cancel" value="1">Cancel</button></form>`,
  );
};

const problemPage = (problem: string): string =>
  page("Not authorized (stand-in)", NOTICE, `<h1>This can't be authorized</h1><p>${escapeHtml(problem)}</p>`);
