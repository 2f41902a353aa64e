import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { databaseFile } from "../../site/database-file.ts";
import type { Check } from "../check-writes.ts";
import type { FaultyConnection } from "./faulty-connection.ts";
import type { EconomyWorld } from "./world.ts";

const TIMEOUT_MS = 60_000;

interface Group {
  type: string;
  count: number;
  url: string;
}

/** Checks that each seller was notified of each sale once, when the queue is empty. */
export async function checkNotices(
  check: Check,
  connection: FaultyConnection,
  world: EconomyWorld,
): Promise<void> {
  const { site } = connection;
  const end = performance.now() + TIMEOUT_MS;
  const waiting = async () =>
    (await site.rows<{ n: number }>("select count(*) as n from notices"))[0]?.n ?? 0;
  while ((await waiting()) > 0 && performance.now() < end) {
    await site.runSchedule();
    await pause(200);
  }
  check("notices that were never delivered", Array<string>(await waiting()).fill("a notice"), 0);
  using db = new DatabaseSync(databaseFile(site.state), { readOnly: true });
  const sales = db
    .prepare(
      `select t.user_id || ' /items/' || b.source_id as key, count(*) as n from transactions t
      join transactions b on b.key = substr(t.key, 1, length(t.key) - 5)
      where t.type_id = 1 and t.source_type = 'user' group by 1`,
    )
    .all() as { key: string; n: number }[];
  const notified = new Map<string, number>();
  for (const member of world.members)
    for (let page = 1; ; page++) {
      const { text } = await connection.sendWithRetry(member, `/api/notifications?page=${page}`);
      const { data, links } = JSON.parse(text) as { data: Group[]; links: { next: string | null } };
      for (const { type, count, url } of data)
        if (type === "sale") notified.set(`${member.id} ${url}`, count);
      if (!links.next) break;
    }
  const expected = new Map(sales.map(({ key, n }) => [key, n]));
  const keys = [...new Set([...expected.keys(), ...notified.keys()])];
  check(
    "items whose seller got the wrong number of sale notifications",
    keys
      .filter((key) => expected.get(key) !== notified.get(key))
      .map((key) => `${key}: notified of ${notified.get(key) ?? 0}, sold ${expected.get(key) ?? 0}`),
    keys.length,
  );
}
