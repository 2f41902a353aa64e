import { randomUUID } from "node:crypto";
import { addCrowd, type BenchUser, browserHeaders } from "../../bench/chat/crowd.ts";
import { DEMO_PASSWORD } from "../../seed/sign-ins.ts";
import { localSecrets } from "../../site/secrets.ts";
import { levelForm } from "../client.ts";
import { ChatPair } from "./chat-pair.ts";
import type { FaultySite } from "./faulty-site.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

/** A request is never left without a response for longer: the limit of a call to D1, an object or R2, and some processor time. */
const RESPONSE_LIMIT_MS = 25_000;
const MEMBERS = 40;

/** The actions of visitors and members during a fault. */
export const PROBES = [
  ...["front page", "levels page", "sign-in page", "session", "script", "static file", "picture"],
  ...["member's front page", "level page", "profile page", "level list", "level", "profile", "search"],
  ...["notifications", "conversations", "sign-in", "comment", "favorite", "new level", "checkout", "chat"],
] as const;
export type ProbeName = (typeof PROBES)[number];

export interface ProbeResult extends Outcome {
  name: ProbeName;
}

interface Target {
  level: number;
  username: string;
  picture: string;
  script: string;
}

interface Request {
  path: string;
  user: Pick<BenchUser, "headers" | "writeHeaders">;
  body?: object | FormData;
  isPage?: boolean;
}

/** A visitor and members of a site, with what they have sent to it. */
export class Visitors {
  readonly chat: ChatPair;
  readonly #site: FaultySite;
  readonly #visitor: Pick<BenchUser, "headers" | "writeHeaders">;
  readonly #members: BenchUser[];
  readonly #target: Target;
  #round = 0;
  /** Wrong writes that were returned. */
  readonly #wrong = new Set<string>();
  /** Bodies of comments and titles of levels, by whether the site acknowledged them. */
  readonly #sent = { comments: new Map<string, boolean>(), levels: new Map<string, boolean>() };

  private constructor(site: FaultySite, members: BenchUser[], target: Target) {
    this.#site = site;
    this.#members = members;
    this.#target = target;
    this.#visitor = browserHeaders({ url: site.url, secret: localSecrets(site.state).SESSION_SECRET });
    this.chat = new ChatPair(site.url, members[0] as BenchUser, members[1] as BenchUser);
  }

  static async create(site: FaultySite): Promise<Visitors> {
    const { SESSION_SECRET: secret } = localSecrets(site.state);
    const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
    const members = await addCrowd({ url: site.url, run, secret }, MEMBERS, "visitor");
    const [level] = await site.rows<{ id: number; picture: string; username: string }>(
      `select l.id, l.picture, u.username from levels l join users u on u.id = l.user_id
      where l.visibility = 'public' and l.picture is not null and l.comments_enabled = 1 order by l.id limit 1`,
    );
    if (!level) throw new Error("The demo world has no level with a picture.");
    const html = await (await fetch(site.url)).text();
    const script = /\/build\/[\w-]+\.js/.exec(html)?.[0];
    if (!script) throw new Error("The front page has no script.");
    const { id, picture, username } = level;
    const visitors = new Visitors(site, members, { level: id, username, picture, script });
    await visitors.chat.open();
    return visitors;
  }

  /** Does everything at once. */
  round(): Promise<ProbeResult[]> {
    this.#round++;
    return Promise.all(PROBES.map((name) => this.#probe(name)));
  }

  async #probe(name: ProbeName): Promise<ProbeResult> {
    if (name === "chat") return this.#chat();
    return this.#request(name, this.#requestOf(name));
  }

  #requestOf(name: Exclude<ProbeName, "chat">): Request {
    const { level, username, picture, script } = this.#target;
    const visitor = this.#visitor;
    // Each round has its own member, so no limit of an account is reached.
    const user = this.#members[2 + (this.#round % (MEMBERS - 2))] as BenchUser;
    const isPage = true;
    const requests: Record<typeof name, Request> = {
      "front page": { path: "/", user: visitor, isPage },
      "levels page": { path: "/levels", user: visitor, isPage },
      "sign-in page": { path: "/login", user: visitor, isPage },
      session: { path: "/api/session", user: visitor },
      script: { path: script, user: visitor },
      "static file": { path: "/static/offline.css", user: visitor },
      // No location has it cached.
      picture: { path: `/assets/${picture}?${randomUUID()}`, user: visitor },
      "member's front page": { path: "/", user, isPage },
      "level page": { path: `/levels/${level}`, user, isPage },
      "profile page": { path: `/users/${username}`, user, isPage },
      "level list": { path: "/api/levels", user },
      level: { path: `/api/levels/${level}`, user },
      profile: { path: `/api/users/${username}`, user },
      search: { path: "/api/search?term=the", user },
      notifications: { path: "/api/notifications", user },
      conversations: { path: "/api/conversations", user },
      "sign-in": {
        path: "/api/auth/login",
        user: visitor,
        body: { login: "bobby", password: DEMO_PASSWORD },
      },
      comment: {
        path: "/api/comments/create",
        user,
        body: { type: "level", id: level, body: `Still here ${randomUUID()}` },
      },
      favorite: { path: `/api/levels/${level}/favorite`, user, body: {} },
      "new level": {
        path: "/api/levels",
        user,
        body: levelForm(`Fault ${randomUUID().slice(0, 8)}`, this.#round),
      },
      checkout: { path: "/api/auth/billing/checkout", user, body: { id: "monthly" } },
    };
    return requests[name];
  }

  async #request(name: ProbeName, { path, user, body, isPage }: Request): Promise<ProbeResult> {
    const isForm = body instanceof FormData;
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.#site.url + path, {
        redirect: "manual",
        signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
        headers: body
          ? { ...user.writeHeaders, ...(!isForm && { "Content-Type": "application/json" }) }
          : user.headers,
        ...(body && { method: "POST", body: isForm ? body : JSON.stringify(body) }),
      });
      text = await response.text();
    } catch (error) {
      return { name, verdict: "wrong", detail: `no response: ${error}` };
    }
    this.#remember(name, body, response.status);
    return { name, ...outcomeOf(response, text, isPage === true) };
  }

  #remember(name: ProbeName, body: object | undefined, status: number): void {
    if (name === "comment") this.#sent.comments.set((body as { body: string }).body, status === 201);
    if (name === "new level") this.#sent.levels.set(String((body as FormData).get("title")), status === 201);
  }

  async #chat(): Promise<ProbeResult> {
    const result = await this.chat.send();
    const verdict =
      result === "delivered" ? "served" : /^(?:rejected 503|late)$/.test(result) ? "refused" : "wrong";
    return { name: "chat", verdict, detail: result };
  }

  /** Returns acknowledged writes that aren't stored exactly once, and refused ones that are. Each is returned once. */
  async newWrongWrites(): Promise<string[]> {
    const wrong = await this.#wrongWrites();
    const found = wrong.filter((line) => !this.#wrong.has(line));
    for (const line of found) this.#wrong.add(line);
    return found;
  }

  async #wrongWrites(): Promise<string[]> {
    const wrong: string[] = [];
    const compare = (kind: string, sent: Map<string, boolean>, stored: readonly { text: string }[]) => {
      const counts = new Map<string, number>();
      for (const { text } of stored) counts.set(text, (counts.get(text) ?? 0) + 1);
      for (const [text, acknowledged] of sent)
        if ((counts.get(text) ?? 0) !== Number(acknowledged))
          wrong.push(
            `${acknowledged ? "acknowledged" : "refused"} ${kind} is stored ${counts.get(text) ?? 0} times: ${text}`,
          );
    };
    const { comments, levels } = this.#sent;
    compare(
      "comment",
      comments,
      await this.#site.rows("select body as text from comments where body like 'Still here %'"),
    );
    compare(
      "level",
      levels,
      await this.#site.rows("select title as text from levels where title like 'Fault %'"),
    );
    const messages = new Map(this.chat.acknowledged.map((body) => [body, true]));
    compare("message", messages, await this.#messages());
    return wrong;
  }

  /** Returns all messages that the recipient sees. */
  async #messages(): Promise<{ text: string }[]> {
    const [from, to] = this.#members as [BenchUser, BenchUser];
    const messages: { text: string }[] = [];
    for (let page = 1; ; page++) {
      const path = `/api/messages/from/${from.id}?page=${page}`;
      const response = await fetch(this.#site.url + path, { headers: to.headers });
      const { data, links } = (await response.json()) as {
        data: { body: string }[];
        links: { next: string | null };
      };
      messages.push(...data.map(({ body }) => ({ text: body })));
      if (!links.next) return messages;
    }
  }
}
