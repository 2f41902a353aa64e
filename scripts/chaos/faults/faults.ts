import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { readOnlySql } from "../../deploy/read-only.ts";
import type { Injected } from "../injected.ts";
import type { FaultySite } from "./faulty-site.ts";
import { except, PROBES, type ProbeName } from "./visitors.ts";

/** A fault, and what the site must do about it. */
export interface Fault {
  name: string;
  /** The check of `/health` that must name it, and what its text must say. */
  check: string;
  detail: RegExp;
  /** Requests that must be served during the fault, and those that must get a 503. Any other may be either. */
  served: readonly ProbeName[];
  refused?: readonly ProbeName[];
  /** Requests that get a 404, because their file is missing. */
  missing?: readonly ProbeName[];
  /** Breaks the site. Returns a function that repairs it. */
  inject(site: FaultySite): Promise<() => Promise<void> | void>;
  /** One of the twelve faults of docs/operations.md, rather than a variant. */
  isMain?: boolean;
}

const READS: ProbeName[] = except("sign-in", "comment", "favorite", "new level", "checkout", "chat");
const WRITES: ProbeName[] = ["comment", "favorite", "new level"];
/** Requests that need no database. A chat needs it once a minute, for the permit of its sender. */
const WITHOUT_D1: ProbeName[] = ["session", "script", "static file", "picture"];
const NEEDS_D1: ProbeName[] = [
  ...(["member's front page", "level page", "profile page", "level list", "level", "profile"] as const),
  ...(["notifications", "sign-in", "comment", "favorite", "new level"] as const),
];
/** Requests that work without the secret of sessions. */
const PUBLIC: ProbeName[] = ["script", "static file", "picture"];

const SWITCH_MS = 5_500;

/** A fault of bindings. */
const injected =
  (faults: Injected): Fault["inject"] =>
  async (site) => {
    await site.inject(faults);
    return () => site.inject({});
  };

/** A fault of the real database, from outside. */
const statements =
  (break_: string, repair: (site: FaultySite) => Promise<string[]>): Fault["inject"] =>
  async (site) => {
    const repairs = await repair(site);
    await site.rows(break_);
    return async () => {
      for (const sql of repairs) await site.rows(sql);
    };
  };

/** A start without a secret. */
const without =
  (secret: string): Fault["inject"] =>
  async (site) => {
    await site.restart({ [secret]: "" });
    return () => site.restart();
  };

const definition = async (site: FaultySite, name: string): Promise<string> => {
  const [row] = await site.rows<{ sql: string }>("select sql from sqlite_master where name = ?", name);
  if (!row) throw new Error(`The database has no ${name}.`);
  return row.sql;
};

/** Requests a mail, so it's refused. */
const requestMail = async (site: FaultySite): Promise<void> => {
  await site.rows(
    "insert into mails (recipient, subject, body, created_at) values ('a@example.com', 'Hi', 'Hi', ?)",
    Date.now(),
  );
  await site.runSchedule();
};

/** Starts a server that accepts connections and never responds. Returns a function that stops it. */
async function startSilentServer(port: number): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}

const OBJECTS: readonly (readonly [className: string, served: readonly ProbeName[]])[] = [
  ["UserHub", except("chat", "conversations", "notifications", "sign-in")],
  ["Conversation", except("chat")],
  ["Presence", PROBES],
  ["Throttle", except("sign-in")],
  ["GameHost", PROBES],
  ["LevelRoom", PROBES],
  ["LevelBuild", PROBES],
  ["Ids", READS],
  ["Backup", PROBES],
  ["Board", PROBES],
];

export const FAULTS: readonly Fault[] = [
  {
    name: "D1 away",
    check: "d1_read",
    detail: /Network connection lost/,
    served: [...WITHOUT_D1, "chat"],
    refused: NEEDS_D1,
    inject: injected({ d1: { error: "Network connection lost." } }),
    isMain: true,
  },
  {
    name: "D1 never responds",
    check: "d1_read",
    detail: /not finished after 3000 ms/,
    served: WITHOUT_D1,
    refused: NEEDS_D1,
    inject: injected({ d1: { hangs: true } }),
  },
  {
    name: "D1 locked by another process",
    check: "d1_write",
    detail: /locked/,
    served: WITHOUT_D1,
    refused: WRITES,
    inject: async (site) => site.lockDatabase(),
  },
  {
    name: "D1 slow",
    check: "d1_read",
    detail: /reading is slow: \d+ ms/,
    served: PROBES,
    inject: injected({ d1: { delayMs: 700 } }),
    isMain: true,
  },
  {
    name: "D1 full",
    check: "d1_write",
    detail: /Exceeded maximum DB size/,
    served: [...READS, "chat"],
    refused: WRITES,
    inject: injected({
      d1: { error: "Exceeded maximum DB size", sql: "\\b(insert|update|delete|replace)\\b" },
    }),
    isMain: true,
  },
  {
    name: "R2 away",
    check: "r2",
    detail: /bucket is away/,
    served: except("picture", "new level"),
    refused: ["picture", "new level"],
    inject: injected({ r2: { error: "the bucket is away" } }),
    isMain: true,
  },
  {
    name: "R2 never responds",
    check: "r2",
    detail: /not finished after 3000 ms/,
    served: except("picture", "new level"),
    refused: ["picture", "new level"],
    inject: injected({ r2: { hangs: true } }),
  },
  ...OBJECTS.map(
    ([className, served]): Fault => ({
      name: `object throwing: ${className}`,
      check: className === "Backup" ? "backup" : "objects",
      detail: className === "Backup" ? /object is broken/ : new RegExp(`no response from ${className}$`),
      served,
      inject: injected({ object: { className, error: "the object is broken" } }),
      isMain: className === "UserHub",
    }),
  ),
  {
    name: "object never responding: UserHub",
    check: "objects",
    detail: /no response from UserHub$/,
    served: except("chat", "conversations", "notifications", "sign-in"),
    inject: injected({ object: { className: "UserHub", hangs: true } }),
  },
  {
    name: "queue stuck",
    check: "queues",
    detail: /renders hasn't delivered for \d+ s/,
    served: PROBES,
    inject: injected({ queue: { name: "RENDERS", isStuck: true } }),
    isMain: true,
  },
  {
    name: "queues take no messages",
    check: "queues",
    detail: /can't be filled: the queue is away/,
    served: PROBES,
    inject: injected({ queue: { error: "the queue is away" } }),
  },
  {
    name: "mail refused",
    check: "mail",
    detail: /the mail service refused the last mail/,
    served: PROBES,
    async inject(site) {
      await site.setMail(false);
      await requestMail(site);
      return () => site.setMail(true);
    },
    isMain: true,
  },
  {
    name: "Stripe away",
    check: "stripe",
    detail: /Stripe doesn't respond/,
    served: except("checkout"),
    refused: ["checkout"],
    async inject(site) {
      await site.setStripe(false);
      return () => site.setStripe(true);
    },
    isMain: true,
  },
  {
    name: "Stripe never responds",
    check: "stripe",
    detail: /not finished|doesn't respond/,
    served: except("checkout"),
    refused: ["checkout"],
    async inject(site) {
      await site.setStripe(false);
      const stop = await startSilentServer(site.stripePort);
      return async () => {
        await stop();
        await site.setStripe(true);
      };
    },
  },
  {
    name: "job broken",
    check: "jobs",
    detail: /failing: expired_rows \(.*broken/,
    served: PROBES,
    async inject(site) {
      await site.inject({ d1: { error: "broken: SQLITE_ERROR", sql: "delete from post_fingerprints" } });
      await site.runSchedule();
      return async () => {
        await site.inject({});
        await site.runSchedule();
      };
    },
    isMain: true,
  },
  {
    name: "chunk missing",
    check: "assets",
    detail: /^files are missing: build\/[\w-]+\.js/,
    served: PROBES,
    inject: async (site) => site.removeFile(site.chunk),
    isMain: true,
  },
  {
    name: "entry file missing",
    check: "assets",
    detail: /^files that every page needs are missing: build\/[\w-]+\.js/,
    served: except("script"),
    missing: ["script"],
    inject: async (site) => site.removeFile(site.entry),
  },
  {
    name: "bad migration: the newest one isn't recorded",
    check: "schema",
    detail: /migration \S+ is missing/,
    served: PROBES,
    inject: statements(
      "delete from d1_migrations where id = (select max(id) from d1_migrations)",
      async (site) => {
        const [row] = await site.rows<{ name: string }>(
          "select name from d1_migrations order by id desc limit 1",
        );
        return [`insert into d1_migrations (name) values ('${row?.name}')`];
      },
    ),
    isMain: true,
  },
  {
    name: "bad migration: an index is missing",
    check: "schema",
    detail: /isn't what migration \S+ creates/,
    served: PROBES,
    inject: statements("drop index mails_sent", async (site) => [await definition(site, "mails_sent")]),
  },
  {
    name: "bad migration: a table is missing",
    check: "schema",
    detail: /isn't what migration \S+ creates/,
    served: except(
      ...(["favorite", "new level", "level", "level page", "level list"] as const),
      ...(["member's front page", "profile page"] as const),
    ),
    refused: ["favorite"],
    inject: statements("alter table favorites rename to favorites_moved", async () => [
      "alter table favorites_moved rename to favorites",
    ]),
  },
  ...["SESSION_SECRET", "JOIN_SECRET", "SEAL_SECRET", "VAPID_KEY"].map(
    (secret): Fault => ({
      name: `secret missing: ${secret}`,
      check: "secrets",
      detail: new RegExp(`^missing: ${secret}$`),
      served: secret === "SESSION_SECRET" ? PUBLIC : PROBES,
      inject: without(secret),
      isMain: secret === "SESSION_SECRET",
    }),
  ),
  {
    name: "read-only mode",
    check: "read_only",
    detail: /^on: nothing can be saved$/,
    served: [...READS, "sign-in"],
    refused: [...WRITES, "chat"],
    async inject(site) {
      await site.rows(readOnlySql("on"));
      // Every process follows within five seconds.
      await pause(SWITCH_MS);
      return async () => {
        await site.rows(readOnlySql("off"));
      };
    },
  },
  {
    name: "backup failing",
    check: "backup",
    detail: /running backup fails: .*disk on fire/,
    served: PROBES,
    async inject(site) {
      await site.inject({ r2: { error: "disk on fire", prefix: "backups/" } });
      const backup = site.backUp();
      return async () => {
        await site.inject({});
        await backup;
      };
    },
  },
];
