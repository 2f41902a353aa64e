import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseLiveEvent } from "#domain/live/events.ts";
import { LIVE_PATH } from "#domain/live/frames.ts";
import type { Member } from "../../client/crowd.ts";
import type { SiteClient } from "../../client/site-client.ts";
import type { SiteSocket } from "../../client/site-socket.ts";
import { DEMO_PASSWORD } from "../../seed/sign-ins.ts";
import { fetchMessages } from "../fetch-messages.ts";
import { levelForm } from "../upload-level.ts";

/** A request is never left without a response for longer: the limit of a call to D1, an object or R2, and some processor time. */
const RESPONSE_LIMIT_MS = 25_000;
const DELIVERY_LIMIT_MS = 10_000;
const POLL_MS = 20;

/** The actions of visitors and members during a fault. */
export const PROBES = [
  ...["front page", "levels page", "sign-in page", "session", "script", "static file", "picture"],
  ...["member's front page", "level page", "profile page", "level list", "level", "profile", "search"],
  ...["notifications", "conversations", "sign-in", "comment", "favorite", "new level", "chat"],
] as const;
export type ProbeName = (typeof PROBES)[number];
export const except = (...names: ProbeName[]): ProbeName[] => PROBES.filter((name) => !names.includes(name));

/** The outcome for a visitor. `refused` is a 503 with `Retry-After` and the usual error; `wrong` is anything that no visitor must see. */
interface Outcome {
  verdict: "served" | "refused" | "wrong";
  detail: string;
}

/** Checks a response and its body. */
function outcomeOf(
  { status, headers }: Pick<Response, "status" | "headers">,
  text: string,
  isPage: boolean,
): Outcome {
  if (status === 200 || status === 201) return { verdict: "served", detail: String(status) };
  const problem = (reason: string) =>
    ({ verdict: "wrong", detail: `${reason}: ${status} ${text.slice(0, 120)}` }) as const;
  let code = "a page";
  if (isPage) {
    if (!headers.get("Content-Type")?.startsWith("text/html")) return problem("not a page");
  } else {
    try {
      const body = JSON.parse(text) as { message?: unknown; code?: unknown };
      if (typeof body.message !== "string" || typeof body.code !== "string")
        return problem("not the usual error");
      code = body.code;
    } catch {
      return problem("not JSON");
    }
  }
  if (status !== 503) return problem("an unexpected status");
  if (!(Number(headers.get("Retry-After")) > 0)) return problem("no Retry-After");
  return { verdict: "refused", detail: `503 ${code}` };
}

export interface ProbeResult extends Outcome {
  name: ProbeName;
}

interface Target {
  level: number;
  username: string;
  /** Files of the site. */
  picture?: string;
  script?: string;
}

/** A visitor and members of a site, with what they have sent to it. The first two members chat. */
export class Visitors {
  readonly #makeVisitor: () => SiteClient;
  readonly #visitor: SiteClient;
  readonly #members: readonly Member[];
  readonly #target: Target;
  /** Bodies of comments and messages and titles of levels, by whether the site acknowledged them. */
  readonly #sent = {
    comment: new Map<string, boolean>(),
    level: new Map<string, boolean>(),
    message: new Map<string, boolean>(),
  };
  readonly #pages: ChatPages;
  #round = 0;

  constructor(makeVisitor: () => SiteClient, members: readonly Member[], target: Target) {
    this.#makeVisitor = makeVisitor;
    this.#visitor = makeVisitor();
    this.#members = members;
    this.#target = target;
    this.#pages = new ChatPages(members[0] as Member, members[1] as Member);
  }

  /** Does everything at once. */
  round(names: readonly ProbeName[] = PROBES): Promise<ProbeResult[]> {
    this.#round++;
    return Promise.all(names.map((name) => (name === "chat" ? this.#chat() : this.#request(name))));
  }

  leave(): void {
    this.#pages.close();
  }

  #requestOf(name: ProbeName): [client: SiteClient, path: string, input?: object] {
    const { level, username, picture, script = "/" } = this.#target;
    const visitor = this.#visitor;
    // Each round has its own member, so no limit of an account is reached.
    const user = this.#members[2 + (this.#round % (this.#members.length - 2))] as Member;
    const requests: Record<string, [SiteClient, string, object?]> = {
      "front page": [visitor, "/"],
      "levels page": [visitor, "/levels"],
      "sign-in page": [visitor, "/login"],
      session: [visitor, "/api/session"],
      script: [visitor, script],
      "static file": [visitor, "/static/offline.css"],
      // No location has it cached.
      picture: [visitor, `/assets/${picture}?${randomUUID()}`],
      "member's front page": [user, "/"],
      "level page": [user, `/levels/${level}`],
      "profile page": [user, `/users/${username}`],
      "level list": [user, "/api/levels"],
      level: [user, `/api/levels/${level}`],
      profile: [user, `/api/users/${username}`],
      search: [user, "/api/search?term=the"],
      notifications: [user, "/api/notifications"],
      conversations: [user, "/api/conversations"],
      // Its cookies would make a member of the visitor.
      "sign-in": [this.#makeVisitor(), "/api/auth/login", { login: "bobby", password: DEMO_PASSWORD }],
      comment: [
        user,
        "/api/comments/create",
        { type: "level", id: level, body: `Still here ${randomUUID()}` },
      ],
      favorite: [user, `/api/levels/${level}/favorite`, {}],
      "new level": [user, "/api/levels", levelForm(`Fault ${randomUUID().slice(0, 8)}`, this.#round)],
    };
    return requests[name] as [SiteClient, string, object?];
  }

  async #request(name: ProbeName): Promise<ProbeResult> {
    const [client, path, input] = this.#requestOf(name);
    try {
      const response = await client.send(path, input, { timeout: RESPONSE_LIMIT_MS });
      const isStored = response.status === 201;
      if (name === "comment") this.#sent.comment.set((input as { body: string }).body, isStored);
      if (name === "new level") this.#sent.level.set(String((input as FormData).get("title")), isStored);
      return { name, ...outcomeOf(response, response.text, name.endsWith("page")) };
    } catch (error) {
      return { name, verdict: "wrong", detail: `no response: ${error}` };
    }
  }

  async #chat(): Promise<ProbeResult> {
    const { body, status, isDelivered } = await this.#pages.send();
    // A rejected one may be stored after all (rule 16).
    if (status === 200) this.#sent.message.set(body, true);
    const verdict =
      status === 200 && isDelivered ? "served" : status === 200 || status === 503 ? "refused" : "wrong";
    return {
      name: "chat",
      verdict,
      detail: `${status ?? "no reply"}${isDelivered ? "" : ", not delivered"}`,
    };
  }

  /** Returns acknowledged writes that aren't stored exactly once, and refused ones that are. */
  async wrongWrites(rows: <Row>(sql: string) => Promise<Row[]> | Row[]): Promise<string[]> {
    const [from, to] = this.#members as [Member, Member];
    const texts = async (sql: string) => (await rows<{ text: string }>(sql)).map(({ text }) => text);
    const stored = {
      comment: await texts("select body as text from comments where body like 'Still here %'"),
      level: await texts("select title as text from levels where title like 'Fault %'"),
      message: this.#sent.message.size ? await fetchMessages(to, from.id) : [],
    };
    return (Object.keys(stored) as (keyof typeof stored)[]).flatMap((kind) =>
      [...this.#sent[kind]].flatMap(([text, acknowledged]) => {
        const times = stored[kind].filter((one) => one === text).length;
        if (times === Number(acknowledged)) return [];
        return [`${acknowledged ? "acknowledged" : "refused"} ${kind} is stored ${times} times: ${text}`];
      }),
    );
  }
}

/** Two members: the first one writes to the other on an open page. */
class ChatPages {
  readonly #from: Member;
  readonly #to: Member;
  readonly #received = new Set<string>();
  #socket: SiteSocket | undefined;

  constructor(from: Member, to: Member) {
    this.#from = from;
    this.#to = to;
  }

  /** Sends a message and waits for it on the other's page, which is opened first if it was closed. */
  async send(): Promise<{ body: string; status: number | undefined; isDelivered: boolean }> {
    if (!this.#socket?.isOpen) {
      this.#socket = this.#to.openSocket(LIVE_PATH, { onText: (text) => this.#receive(text) });
      await this.#socket.opened.catch(() => undefined);
    }
    const body = `Hello ${randomUUID()}`;
    const input = { body, client_id: randomUUID() };
    const { status } =
      (await this.#from
        .send(`/api/messages/send/${this.#to.id}`, input, { timeout: RESPONSE_LIMIT_MS })
        .catch(() => undefined)) ?? {};
    const end = performance.now() + DELIVERY_LIMIT_MS;
    const isDelivered = () => this.#received.has(body);
    while (status === 200 && !isDelivered() && performance.now() < end) await pause(POLL_MS);
    return { body, status, isDelivered: isDelivered() };
  }

  #receive(text: string): void {
    const event = parseLiveEvent(text)?.event;
    if (event?.event === "NewMessage") this.#received.add(event.message.body);
  }

  close(): void {
    this.#socket?.close();
  }
}
