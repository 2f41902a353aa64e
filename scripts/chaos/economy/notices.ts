import { pause } from "../chat/ask.ts";
import type { Judge } from "../verdict.ts";
import type { Line } from "./line.ts";
import type { World } from "./world.ts";

const PATIENCE = 60_000;

interface Group {
  type: string;
  count: number;
  url: string;
}

/** Each sale that was paid has been told to its seller, once, when the queue is empty. */
export async function judgeNotices(judge: Judge, line: Line, world: World): Promise<void> {
  const { site } = line;
  const end = performance.now() + PATIENCE;
  const waiting = async () =>
    (await site.rows<{ n: number }>("select count(*) as n from notices"))[0]?.n ?? 0;
  while ((await waiting()) > 0 && performance.now() < end) {
    await site.runSchedule();
    await pause(200);
  }
  judge("notices that were never delivered", Array<string>(await waiting()).fill("a notice"), 0);
  const sales = await site.rows<{ key: string; n: number }>(
    `select t.user_id || ' /items/' || b.source_id as key, count(*) as n from transactions t
      join transactions b on b.key = substr(t.key, 1, length(t.key) - 5)
      where t.type_id = 1 and t.source_type = 'user' group by 1`,
  );
  const told = new Map<string, number>();
  for (const member of world.members)
    for (let page = 1; ; page++) {
      const { text } = await line.insist(member, `/api/notifications?page=${page}`);
      const { data, links } = JSON.parse(text) as { data: Group[]; links: { next: string | null } };
      for (const { type, count, url } of data) if (type === "sale") told.set(`${member.id} ${url}`, count);
      if (!links.next) break;
    }
  const truth = new Map(sales.map(({ key, n }) => [key, n]));
  const keys = [...new Set([...truth.keys(), ...told.keys()])];
  judge(
    "items whose seller was told of another number of sales",
    keys
      .filter((key) => truth.get(key) !== told.get(key))
      .map((key) => `${key}: told of ${told.get(key) ?? 0}, sold ${truth.get(key) ?? 0}`),
    keys.length,
  );
}
