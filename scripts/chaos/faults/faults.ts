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
  /** Breaks the site. Returns a function that repairs it. */
  inject(site: FaultySite): Promise<() => Promise<void> | void>;
}

const READS: ProbeName[] = except("sign-in", "comment", "favorite", "new level", "chat");
const WRITES: ProbeName[] = ["comment", "favorite", "new level"];
/** Requests that need no database. A chat needs it once a minute, for the permit of its sender. */
const WITHOUT_D1: ProbeName[] = ["session", "script", "static file", "picture"];
const NEEDS_D1: ProbeName[] = [
  ...(["member's front page", "level page", "profile page", "level list", "level", "profile"] as const),
  ...(["notifications", "sign-in", "comment", "favorite", "new level"] as const),
];

/** A fault of bindings. */
const injected =
  (faults: Injected): Fault["inject"] =>
  async (site) => {
    await site.inject(faults);
    return () => site.inject({});
  };

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
  },
  {
    name: "R2 away",
    check: "r2",
    detail: /bucket is away/,
    served: except("picture", "new level"),
    refused: ["picture", "new level"],
    inject: injected({ r2: "the bucket is away" }),
  },
  ...OBJECTS.map(
    ([className, served]): Fault => ({
      name: `object throwing: ${className}`,
      check: className === "Backup" ? "backup" : "objects",
      detail: className === "Backup" ? /object is broken/ : new RegExp(`no response from ${className}$`),
      served,
      inject: injected({ object: { className, error: "the object is broken" } }),
    }),
  ),
  {
    name: "queue stuck",
    check: "queues",
    detail: /renders hasn't delivered for \d+ s/,
    served: PROBES,
    inject: injected({ stuckQueue: "RENDERS" }),
  },
  {
    name: "bad migration: the newest one isn't recorded",
    check: "schema",
    detail: /migration \S+ is missing/,
    served: PROBES,
    async inject(site) {
      const [row] = await site.rows<{ name: string }>(
        "delete from d1_migrations where id = (select max(id) from d1_migrations) returning name",
      );
      return async () => {
        await site.rows("insert into d1_migrations (name) values (?)", row?.name ?? "");
      };
    },
  },
  {
    name: "secret missing",
    check: "secrets",
    detail: /^missing: SESSION_SECRET$/,
    served: ["script", "static file", "picture"],
    async inject(site) {
      await site.restart({ SESSION_SECRET: "" });
      return () => site.restart();
    },
  },
];
