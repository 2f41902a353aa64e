import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { HealthReport } from "#domain/health/api.ts";
import { addCrowd, type BenchUser, browserHeaders } from "../../bench/chat/crowd.ts";
import type { BenchReport } from "../../bench/report.ts";
import { localSecrets } from "../../site/secrets.ts";
import { markAsProduction } from "../../start/production-state.mjs";
import { levelForm } from "../client.ts";
import { type Outcome, outcomeOf } from "../faults/outcome.ts";
import { KillableSite } from "../killable-site.ts";
import { openDatabase } from "./check-files.ts";
import { ProductionSite, TEST_ORIGIN } from "./production-site.ts";
import { SmallDisk } from "./small-disk.ts";

const MEGABYTES = 96;
const MEMBERS = 24;
/** Rounds of everything, more than the databases' journals have room for. */
const ROUNDS = 12;
const RESPONSE_LIMIT_MS = 25_000;
const RECOVERY_LIMIT_S = 60;
const POLL_MS = 1_000;
/** The time in which a full disk is noticed. */
const NOTICE_MS = 1_000;
const DAY = 24 * 60 * 60 * 1000;

interface Round {
  /** Reads that weren't served, and writes that were neither stored nor refused as they should be. */
  wrong: string[];
  refused: number;
  stored: number;
}

/** Fills the disk of a self-hosted site. It must go on reading, refuse writes, start again, and recover by itself. */
export async function verifyFullDisk(report: BenchReport): Promise<void> {
  const disk = new SmallDisk(MEGABYTES);
  const users = await createMembers(disk.state);
  const visitors = new DiskVisitors(users, localSecrets(disk.state).SESSION_SECRET);
  const site = await ProductionSite.start(disk.state, { LOG: "all", BACKUPS: "off" });
  const before = await visitors.round(site);
  report.atMost("disk full: requests that failed before", before.wrong.length + before.refused, 0, {
    notes: before.wrong.slice(0, 5),
  });
  const during = async (what: string, rounds: number) => {
    const all: Round = { wrong: [], refused: 0, stored: 0 };
    await pause(NOTICE_MS);
    for (let n = 0; n < rounds; n++) {
      const { wrong, refused, stored } = await visitors.round(site);
      all.wrong.push(...wrong);
      all.refused += refused;
      all.stored += stored;
    }
    report.atMost(`disk full, ${what}: requests neither served nor refused`, all.wrong.length, 0, {
      notes: [...all.wrong.slice(0, 8), `${all.refused} writes refused, ${all.stored} stored`],
    });
    report.atLeast(`disk full, ${what}: writes refused`, all.refused, 1);
  };
  disk.fill();
  await during("while it runs", ROUNDS);
  report.atLeast("disk full: /health names it", Number(await isNamed(site)), 1);
  await site.kill("everything");
  // Others take what it frees, and what the reserve gave back.
  disk.fill();
  await during("started after a kill", 3);
  const exit = await site.stop();
  report.atMost("disk full: exit code of a stop", exit ?? 1, 0);
  disk.fill();
  await site.restart();
  await during("started after a stop", 3);
  disk.free();
  report.atMost(
    "disk full: seconds until everything works again",
    await recovery(visitors, site),
    RECOVERY_LIMIT_S,
    {
      unit: "s",
    },
  );
  await site.stop();
  const wrong = visitors.wrongWrites(disk.state);
  report.atMost("disk full: writes lost, doubled, or stored although refused", wrong.length, 0, {
    notes: wrong.slice(0, 5),
  });
}

async function isNamed({ url }: ProductionSite): Promise<boolean> {
  const response = await fetch(`${url}/health`);
  const { checks } = (await response.json()) as HealthReport;
  return checks.some(({ name, detail }) => name === "read_only" && detail.includes("the disk is full"));
}

async function recovery(visitors: DiskVisitors, site: ProductionSite): Promise<number> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  while (seconds() < RECOVERY_LIMIT_S) {
    const { wrong, refused } = await visitors.round(site);
    if (wrong.length + refused === 0) return seconds();
    await pause(POLL_MS);
  }
  return Number.POSITIVE_INFINITY;
}

async function createMembers(state: string): Promise<BenchUser[]> {
  const site = await KillableSite.start(state, { ENVIRONMENT: "production" });
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const { SESSION_SECRET: secret } = localSecrets(state);
  const users = await addCrowd({ url: TEST_ORIGIN, run, secret }, MEMBERS, "member");
  // Newcomers could write only a few times a day.
  await run("update users set created_at = created_at - ?", 60 * DAY);
  await site.stop();
  markAsProduction(state);
  return users;
}

interface Action {
  name: string;
  path: string;
  user: Pick<BenchUser, "headers" | "writeHeaders">;
  body?: object | FormData;
  isPage?: boolean;
}

/** A visitor and members who read and write everything at once. */
class DiskVisitors {
  readonly #members: BenchUser[];
  readonly #visitor: Pick<BenchUser, "headers" | "writeHeaders">;
  /** Bodies of comments and titles of levels, by whether the site acknowledged them. */
  readonly #sent = { comments: new Map<string, boolean>(), levels: new Map<string, boolean>() };
  /** The level that everyone reads. */
  #level = 0;
  #round = 0;

  constructor(members: BenchUser[], secret: string) {
    this.#members = members;
    this.#visitor = browserHeaders({ url: TEST_ORIGIN, secret });
  }

  async round(site: ProductionSite): Promise<Round> {
    const [owner] = this.#members as [BenchUser];
    this.#level ||= await this.#upload(site, owner);
    const round: Round = { wrong: [], refused: 0, stored: 0 };
    // Each round has its own member, so no limit of an account is reached.
    const user = this.#members[1 + (this.#round++ % (MEMBERS - 1))] as BenchUser;
    await Promise.all(
      this.#actions(user, owner).map(async (action) => {
        const { verdict, detail } = await this.#do(site, action);
        const isWrong =
          verdict === "wrong" || verdict === "missing" || (verdict === "refused" && !action.body);
        if (isWrong) round.wrong.push(`${action.name}: ${verdict} ${detail}`);
        else if (verdict === "refused") round.refused++;
        else if (action.body) round.stored++;
      }),
    );
    return round;
  }

  #actions(user: BenchUser, owner: BenchUser): Action[] {
    const visitor = this.#visitor;
    const level = this.#level;
    const isPage = true;
    return [
      { name: "front page", path: "/", user: visitor, isPage },
      { name: "levels page", path: "/levels", user: visitor, isPage },
      { name: "level page", path: `/levels/${level}`, user: visitor, isPage },
      { name: "member's front page", path: "/", user, isPage },
      { name: "profile page", path: `/users/${owner.name}`, user, isPage },
      { name: "session", path: "/api/session", user: visitor },
      { name: "static file", path: "/static/offline.css", user: visitor },
      { name: "level's file", path: `/api/levels/${level}/world`, user },
      { name: "level list", path: "/api/levels", user },
      { name: "search", path: "/api/search?term=the", user },
      { name: "notifications", path: "/api/notifications", user },
      { name: "conversations", path: "/api/conversations", user },
      {
        name: "comment",
        path: "/api/comments/create",
        user,
        body: { type: "level", id: level, body: `Still here ${randomUUID()}` },
      },
      { name: "favorite", path: `/api/levels/${level}/favorite`, user, body: {} },
      {
        name: "new level",
        path: "/api/levels",
        user,
        body: levelForm(`Full ${randomUUID().slice(0, 8)}`, this.#round),
      },
      {
        name: "message",
        path: `/api/messages/send/${owner.id}`,
        user,
        body: { body: `Still here ${randomUUID()}`, client_id: randomUUID() },
      },
    ];
  }

  async #upload(site: ProductionSite, owner: BenchUser): Promise<number> {
    const { response, text } = await this.#send(site, {
      name: "upload",
      path: "/api/levels",
      user: owner,
      body: levelForm("A level to read", 1),
    });
    if (response.status !== 201) throw new Error(`The level wasn't created: ${response.status} ${text}`);
    return (JSON.parse(text) as { level: { id: number } }).level.id;
  }

  async #do(site: ProductionSite, action: Action): Promise<Outcome> {
    try {
      const { response, text } = await this.#send(site, action);
      const outcome = outcomeOf(response, text, action.isPage === true);
      const { name, body } = action;
      const isStored = outcome.verdict === "served";
      if (name === "comment") this.#sent.comments.set((body as { body: string }).body, isStored);
      if (name === "new level") this.#sent.levels.set(String((body as FormData).get("title")), isStored);
      return outcome;
    } catch (error) {
      return { verdict: "wrong", detail: `no response: ${error}` };
    }
  }

  async #send(
    site: ProductionSite,
    { path, user, body }: Action,
  ): Promise<{ response: Response; text: string }> {
    const isForm = body instanceof FormData;
    const response = await fetch(site.url + path, {
      redirect: "manual",
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
      headers: body
        ? { ...user.writeHeaders, ...(!isForm && { "Content-Type": "application/json" }) }
        : user.headers,
      ...(body && { method: "POST", body: isForm ? body : JSON.stringify(body) }),
    });
    return { response, text: await response.text() };
  }

  /** Returns acknowledged writes that aren't stored exactly once by the stopped site, and refused ones that are. */
  wrongWrites(state: string): string[] {
    const db = openDatabase(state);
    const compare = (kind: string, sent: ReadonlyMap<string, boolean>, sql: string) => {
      const stored = db
        .prepare(sql)
        .all()
        .map(({ text }) => text);
      return [...sent].flatMap(([text, acknowledged]) => {
        const times = stored.filter((one) => one === text).length;
        return times === Number(acknowledged)
          ? []
          : [`${acknowledged ? "acknowledged" : "refused"} ${kind} is stored ${times} times: ${text}`];
      });
    };
    const wrong = [
      ...compare("comment", this.#sent.comments, "select body as text from comments"),
      ...compare("level", this.#sent.levels, "select title as text from levels"),
    ];
    db.close();
    return wrong;
  }
}
