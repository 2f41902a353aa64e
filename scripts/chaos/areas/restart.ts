import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import { backUpState, restoreState } from "../../backup/back-up-state.ts";
import type { BenchReport } from "../../bench/report.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { addCrowd, type Member } from "../../client/crowd.ts";
import { SiteClient } from "../../client/site-client.ts";
import { markAsProduction } from "../../start/production-state.mjs";
import {
  between,
  type Check,
  Crew,
  checkCounters,
  checkOf,
  checkWrites,
  countKeys,
  openToCheck,
} from "../check.ts";
import { fetchMessages } from "../fetch-messages.ts";
import { KillableSite } from "../killable-site.ts";
import { type KillTarget, ProductionSite, TEST_ORIGIN } from "../production-site.ts";
import { verifyReturns } from "../restart/verify-returns.ts";
import { type SentWrite, type SentWrites, STORED, WriteHistory, Writer } from "../writer.ts";

/** Milliseconds between two writes of a member, below the site's rate limit. */
const PAUSE_MS = { least: 300, most: 1_200 };

class MemberHistory extends WriteHistory {
  /** "user item" of purchases, by their key in the ledger. */
  readonly copies = new Map<string, string>();
  readonly rejected: string[] = [];
  #numbers = 0;

  /** A number that is never used again. */
  next = (): number => ++this.#numbers;

  /** Copies of the writes that are acknowledged by now. */
  acknowledged(): WriteHistory["sent"] {
    const kinds = Object.entries(this.sent).map(
      ([kind, all]) => [kind, new Map([...all].filter(([, { acknowledged }]) => acknowledged))] as const,
    );
    return Object.fromEntries(kinds) as WriteHistory["sent"];
  }
}

/** A member who sends messages, buys, builds and brings newcomers all the time. */
class ProductionMember extends Writer<MemberHistory> {
  readonly #user: Member;
  readonly #partner: number;
  /** Items that this member hasn't bought yet. */
  readonly #items: number[];

  constructor(
    site: ProductionSite,
    history: MemberHistory,
    user: Member,
    { partner, items }: { partner: number; items: readonly number[] },
  ) {
    super(site, history);
    this.#user = user;
    this.#partner = partner;
    this.#items = [...items];
  }

  /** Writes until `isOver` returns true. Finishes the current write first. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const roll = Math.random();
      const n = this.history.next();
      if (roll < 0.5) await this.#message(n, isOver);
      else if (roll < 0.65) await this.#buy(n, isOver);
      else if (roll < 0.85) await this.build(this.#user, `Chaos ${n}`, n, this.#user.id);
      else await this.signUp(newcomer(this.site.url, n), `newcomer_${n}`);
      await pause(between(PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  #message(n: number, isOver: () => boolean): Promise<void> {
    const body = `${this.#user.id} sends ${this.#partner} something new: ${n}`;
    const path = fillPath(sendMessageRoute.path, { userId: this.#partner });
    return this.#repeat(this.add("messages", body), path, { body, client_id: clientId(n) }, isOver);
  }

  async #buy(n: number, isOver: () => boolean): Promise<void> {
    const item = this.#items.shift();
    if (item === undefined) return;
    const client_id = clientId(n);
    const { id } = this.#user;
    const key = `purchase:${id}:${client_id}`;
    this.history.copies.set(key, `${id} ${item}`);
    const path = fillPath(purchaseItemRoute.path, { id: item });
    await this.#repeat(this.add("purchases", key), path, { price: 1, client_id }, isOver);
  }

  /** Repeats a write that is safe to repeat until the site accepts or rejects it. */
  async #repeat(write: SentWrite, path: string, input: object, isOver: () => boolean): Promise<void> {
    for (;;) {
      const { status } = (await this.send(this.#user, path, input)) ?? {};
      write.acknowledged = status !== undefined && status < 300;
      if (write.acknowledged || (status === 429 && isOver())) return;
      if (status && status !== 429) {
        this.history.rejected.push(`${path}: ${status}`);
        return;
      }
      await this.site.whenUp();
      await pause(between(50, 400));
    }
  }
}

/** A browser at an address of its own. */
const newcomer = (url: string, n: number): SiteClient =>
  new SiteClient(url, {
    origin: TEST_ORIGIN,
    headers: { "X-Forwarded-For": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` },
  });

const clientId = (n: number): string => `chaos-${n}`.padEnd(10, "-");

const KILLS = { full: 100, small: 10 };
const PAGES = { full: 2_000, small: 300 };
const MEMBERS = 40;
const ITEMS = 400;
const COINS = 100_000;
const DAY = 24 * 60 * 60 * 1000;
/** Acknowledged writes from a start to the next kill. */
const KILL_AFTER = { least: 5, most: 60 };
/** Every tenth kill hits the runtime alone, and every tenth Node alone. */
const TARGETS: Record<number, KillTarget> = { 4: "runtime", 9: "node" };

/**
 * Kills a self-hosted site a hundred times while members write and a backup is made, and a site with thousands of open pages. Nothing acknowledged can be lost or doubled.
 */
export const verifyRestarts: BenchArea = async (report, { size }) => {
  await verifyKills(report, KILLS[size]);
  await verifyReturns(report, PAGES[size]);
};

async function verifyKills(report: BenchReport, kills: number): Promise<void> {
  // One folder deeper, so the log beside it is deleted with it.
  const state = join(emptyScratchFolder(), "state");
  mkdirSync(state);
  const { users, items } = await createWorld(state);
  const site = await ProductionSite.start(state);
  const members = users.map((user) => user.at(site.url));
  const history = new MemberHistory();
  const crew = new Crew(
    members.map((user, i) => {
      const partner = (members[i ^ 1] as Member).id;
      const member = new ProductionMember(site, history, user, { partner, items });
      return (isOver) => member.run(isOver);
    }),
  );
  const backup = join(emptyScratchFolder(), "backup");
  let before = history.acknowledged();
  for (let i = 0; i < kills; i++) {
    const enough = history.accepted + between(KILL_AFTER.least, KILL_AFTER.most);
    await crew.until(() => history.accepted >= enough);
    await site.kill(TARGETS[i % 10] ?? "everything");
    if (i === kills >> 1) {
      before = history.acknowledged();
      await backUpState(state, backup, { secrets: true });
    }
  }
  await crew.end();
  report.info("times killed", kills, { notes: [String(history.statuses)] });
  const check = checkOf(report);
  check("writes rejected that should be accepted", history.rejected, history.accepted);
  const errors = history.statuses.count((status) => status >= 500 && status !== 503);
  report.atMost("responses that were server errors, besides 503 while the runtime was away", errors, 0);
  await checkMessages(check, members, history.sent.messages);
  report.atMost("exit code of a stop", (await site.stop()) ?? 1, 0);
  checkStored(check, state, history.sent, history.copies);
  checkCounters(report, state);

  // The backup has every write that was acknowledged before it was made.
  const copy = join(emptyScratchFolder(), "state");
  mkdirSync(copy);
  await restoreState(backup, copy);
  const restored = await ProductionSite.start(copy);
  const checkCopy = checkOf(report, "restored: ");
  const returned = members.map((user) => user.at(restored.url));
  await checkMessages(checkCopy, returned, before.messages);
  await restored.stop();
  checkStored(checkCopy, copy, before, history.copies);
  checkCounters(report, copy);
}

/** Creates members with coins and items on sale, in a state folder without demo accounts. */
async function createWorld(state: string): Promise<{ users: Member[]; items: number[] }> {
  const site = await KillableSite.start(state, { ENVIRONMENT: "production" });
  const users = await addCrowd(site, MEMBERS + 1, { name: "member", origin: TEST_ORIGIN });
  const [maker, ...members] = users as [Member, ...Member[]];
  const now = Date.now();
  await site.rows(
    `insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
    select 'opening:' || value, value, 9, 'site', 0, ?, ? from json_each(?)`,
    COINS,
    now,
    JSON.stringify(members.map(({ id }) => id)),
  );
  // Newcomers could write only a few times a day.
  await site.rows("update users set created_at = created_at - ?", 60 * DAY);
  const items = await site.rows<{ id: number }>(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into items (type_id, user_id, name, purchasable, price, created_at)
    select 4, ?, 'Ware ' || n, 'onsale', 1, ? from numbers returning id`,
    ITEMS,
    maker.id,
    now,
  );
  await site.stop();
  markAsProduction(state);
  return { users: members, items: items.map(({ id }) => id) };
}

/** Compares messages with what the site responds while it runs. Neighbors write to each other. */
async function checkMessages(check: Check, members: readonly Member[], messages: SentWrites): Promise<void> {
  const counts = new Map<string, number>();
  for (const [i, user] of members.entries())
    if (i % 2 === 0)
      for (const body of await fetchMessages(user, (members[i + 1] as Member).id))
        counts.set(body, (counts.get(body) ?? 0) + 1);
  checkWrites(check, "messages", messages, counts);
}

/** Compares everything else with the files of a stopped site. */
function checkStored(
  check: Check,
  state: string,
  sent: WriteHistory["sent"],
  copies: ReadonlyMap<string, string>,
): void {
  using db = openToCheck(state);
  for (const what of ["purchases", "levels", "accounts"] as const)
    checkWrites(check, what, sent[what], countKeys(db, STORED[what]));
  const owned = countKeys(db, "select user_id || ' ' || item_id as key from inventory");
  const bought = [...sent.purchases].filter(([, { acknowledged }]) => acknowledged).map(([key]) => key);
  check(
    "purchases without a copy",
    bought.filter((key) => !owned.has(copies.get(key) ?? "")),
    bought.length,
  );
}
