import { setTimeout as pause } from "node:timers/promises";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { SocketTraffic } from "../../client/site-socket.ts";
import { seededRandom } from "../../seed/content/random.ts";
import { type EditKind, joinSharedLevel, typicalEdit } from "../join-shared-level.ts";
import { mostRoundTrips, openSite, takeCounts } from "../open-site.ts";
import { formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { scratchWorld } from "../worlds.ts";

const LIMITS = { editBytes: 80, hops: 1 };
/** Operations of each person per second. */
const RATE = 10;
const SECONDS = { small: 8, full: 30 };
/** Time after which the work that opening and inviting has started is done. */
const SETTLE_MS = 3_000;

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);

/** Measures building: bytes of an edit, and eight people at ten operations a second on the same things. */
export const measureBuild: BenchArea = async (report, { size }) => {
  const seconds = SECONDS[size];
  await using site = await openSite(BUILD_LIMITS.people, { wrap: "meter", state: await scratchWorld() });
  const traffic = new SocketTraffic();
  const { bots } = await joinSharedLevel(site.users, traffic);
  await pause(SETTLE_MS);
  await takeCounts(site.url);
  traffic.take();
  const shared: string[] = [];
  const bytes = new Map<EditKind, number[]>();
  const random = seededRandom(22);
  for (let turn = 0; turn < seconds * RATE; turn++) {
    const next = pause(1_000 / RATE);
    for (const bot of bots) {
      const { kind, edit } = typicalEdit(bot, shared, random);
      const n = bot.edit(edit);
      bytes.set(kind, [...(bytes.get(kind) ?? []), JSON.stringify({ n, ...edit }).length]);
    }
    await next;
  }
  const made = seconds * RATE * bots.length;
  await Promise.all(bots.map((bot) => bot.until(() => bot.unconfirmed === 0)));
  const others = made - made / bots.length;
  await Promise.all(bots.map((bot) => bot.until(() => bot.received >= others)));
  const counts = await takeCounts(site.url);
  const { messagesUp, messagesDown } = traffic.take();
  const all = [...bytes.values()].flat();
  const rate = `${bots.length} people, ${RATE} operations a second each`;
  report.atMost("an edit: bytes to the object, on average", sum(all) / all.length, LIMITS.editBytes, {
    notes: [...bytes].map(([kind, list]) => `${kind}: ${formatFigure(sum(list) / list.length)}`),
  });
  // One message to the object, and one from it to each of the others. Nothing else is asked on the way.
  report.atMost("an edit to another's screen: hops", messagesUp / made, LIMITS.hops);
  report.atMost("messages down per edit and person", messagesDown / (made * bots.length), LIMITS.hops);
  report.atMost(`${rate}: D1 round trips`, mostRoundTrips(counts), 0);
  report.atMost(`${rate}: requests beside the sockets`, counts.requests ?? 0, 0);
  report.atLeast(`${rate}: operations confirmed`, sum(bots.map((bot) => bot.confirmed.size)), made);
  report.atMost(`${rate}: different documents in the end`, new Set(bots.map((bot) => bot.text())).size, 1);
  for (const bot of bots) bot.cut();
};
