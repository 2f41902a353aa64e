import { DISCORD_CALLBACK_PATH } from "#domain/discord/words.ts";
import { remember } from "../memory.ts";
import { type Answer, type Asked, html, listen, redirect } from "../server.ts";
import type { StandIn, StandInOptions } from "../stand-in.ts";
import { control } from "./control.ts";
import { bearer, giveCode, personOf, revoke, token } from "./grants.ts";
import { failAsTold, type Held, type Known, nothingYet, refuse } from "./known.ts";
import { authorizePage, problemPage } from "./page.ts";

/** The application that the stand-in knows; nothing else does. */
export const STAND_IN_CLIENT = { id: "800000000000000001", secret: "discord-stand-in-secret" };
/** What registers role records, in place of a bot's token. */
export const STAND_IN_BOT = "discord-stand-in-bot";

const API = "/api/v10";
const CONNECTION = `${API}/users/@me/applications/${STAND_IN_CLIENT.id}/role-connection`;
const RECORDS = `${API}/applications/${STAND_IN_CLIENT.id}/role-connections/metadata`;

/** A server that speaks what the site uses of Discord's API, with people of its own and doors for tests. */
export async function startDiscord({ port, state }: StandInOptions): Promise<StandIn> {
  const memory = remember<Known>(state, "discord.json", nothingYet());
  const held: Held = new Map();
  const server = await listen(port, async (asked) => {
    try {
      return await answer(memory.value, held, asked);
    } finally {
      if (asked.method !== "GET") memory.save();
    }
  });
  return {
    url: server.url,
    vars: {
      DISCORD_CLIENT_ID: STAND_IN_CLIENT.id,
      DISCORD_CLIENT_SECRET: STAND_IN_CLIENT.secret,
      DISCORD_STAND_IN: server.url,
    },
    site: () => undefined,
    stop: () => server.stop(),
  };
}

async function answer(known: Known, held: Held, asked: Asked): Promise<Answer> {
  const { path, method } = asked;
  if (path === "/oauth2/authorize") return authorize(known, asked);
  if (path.startsWith("/stand-in/")) return control(known, held, asked);
  if (path === RECORDS && method === "PUT") return putRecords(known, asked);
  if (path === `${API}/oauth2/token` || path === `${API}/oauth2/token/revoke`) return tokens(known, asked);
  if (path === `${API}/users/@me` && method === "GET") {
    const id = bearer(known, asked.header("authorization"), "identify");
    await held.get(id)?.promise;
    failAsTold(known, id, "profile");
    return { body: { ...known.people.find((one) => one.id === id), discriminator: "0", avatar: null } };
  }
  if (path === CONNECTION) {
    const id = bearer(known, asked.header("authorization"), "role_connections.write");
    failAsTold(known, id, "connection");
    if (method === "PUT") known.connections[id] = checkedConnection(known, asked.body);
    return { body: known.connections[id] ?? { platform_name: null, platform_username: null, metadata: {} } };
  }
  return refuse(404, "404: Not Found");
}

function problemOf(query: URLSearchParams): string | false {
  const back = query.get("redirect_uri") ?? "";
  if (query.get("client_id") !== STAND_IN_CLIENT.id) return "Unknown application.";
  if (!URL.canParse(back) || new URL(back).pathname !== DISCORD_CALLBACK_PATH)
    return "Invalid OAuth2 redirect_uri.";
  if (query.get("response_type") !== "code") return "Unsupported response type.";
  if (query.get("code_challenge_method") !== "S256" || query.get("code_challenge")?.length !== 43)
    return "Wrong code challenge.";
  return !query.get("scope") && "No scope.";
}

/** The page that asks for consent, and where its form leads. */
function authorize(known: Known, { method, query, body }: Asked): Answer {
  const problem = problemOf(query);
  if (problem) return html(problemPage(problem), 400);
  const scopes = (query.get("scope") ?? "").split(" ");
  if (method === "GET") return html(authorizePage(known.people, scopes));
  const back = new URL(query.get("redirect_uri") ?? "");
  const chosen = new URLSearchParams(body).get("person");
  const person = known.people.find(({ id }) => id === chosen);
  if (person) {
    const challenge = query.get("code_challenge") ?? "";
    const code = giveCode(known, { person: person.id, scopes, challenge, redirect: back.href });
    back.searchParams.set("code", code);
  } else back.searchParams.set("error", "access_denied");
  back.searchParams.set("state", query.get("state") ?? "");
  return redirect(back.href);
}

function tokens(known: Known, { method, path, body, header }: Asked): Answer {
  const { id, secret } = STAND_IN_CLIENT;
  if (method !== "POST") return refuse(405, "405: Method Not Allowed");
  if (header("authorization") !== `Basic ${btoa(`${id}:${secret}`)}`)
    return { status: 401, body: { error: "invalid_client" } };
  if (header("content-type")?.split(";")[0] !== "application/x-www-form-urlencoded")
    return refuse(400, "Send a form.");
  const form = new URLSearchParams(body);
  const person = personOf(known, form);
  const revokes = path.endsWith("/revoke");
  failAsTold(known, person, revokes ? "revoke" : "token");
  if (!revokes) return token(known, form);
  if (person) delete known.connections[person];
  return revoke(known, person);
}

/** A connection as Discord would take it: registered keys, texts, lengths. */
function checkedConnection({ records }: Known, body: string): unknown {
  const said = JSON.parse(body) as { platform_name: string; platform_username: string; metadata: object };
  const isFine =
    said.platform_name.length <= 50 &&
    said.platform_username.length <= 100 &&
    Object.entries(said.metadata).every(
      ([key, value]) =>
        records.some((record) => record.key === key) && typeof value === "string" && value.length <= 100,
    );
  return isFine ? said : refuse(400, "Invalid Form Body");
}

function putRecords(known: Known, { header, body }: Asked): Answer {
  if (header("authorization") !== `Bot ${STAND_IN_BOT}`) return refuse(401, "401: Unauthorized");
  const records = JSON.parse(body) as { key: string }[];
  if (records.length > 5 || !records.every(({ key }) => /^[a-z0-9_]{1,50}$/.test(key)))
    return refuse(400, "Invalid Form Body");
  known.records = records;
  return { body: records };
}
