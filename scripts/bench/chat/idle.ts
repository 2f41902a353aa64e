import { readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../race.ts";
import { type Report, show } from "../report.ts";
import { cpuOf, memoryOf } from "./processes.ts";
import { Party, pause } from "./talk.ts";
import { openBare, openSite, type Venue } from "./venue.ts";
import { Wire } from "./wire.ts";

const SOCKETS = 1_000;
const AT_ONCE = 50;
/** Objects with nothing to do are put to sleep after ten seconds. */
const ASLEEP = 15_000;
const KIB = 1024;

/** What a thousand people's sockets, one each, take while nobody says anything. */
interface Idle {
  /** KiB a socket, while all objects are awake and once they sleep. */
  awake: number;
  asleep: number;
  /** Milliseconds of processor time in the idle minute, and how many pings were answered in it. */
  cpu: number;
  pongs: number;
}

export async function judgeIdle(report: Report, small: boolean): Promise<void> {
  const minute = small ? 20_000 : 60_000;
  const measured = { site: [] as Idle[], bare: [] as Idle[] };
  let lines = 0;
  for (let round = 0; round < (small ? 1 : 3); round++) {
    const site = await openSite(SOCKETS, { vars: { LOG: "all" } });
    const log = () => readFileSync(join(site.state, "site.log"), "utf8").split("\n").length;
    let before = 0;
    measured.site.push(await measureIdle(site, minute, () => (before = log())));
    lines += log() - before;
    await site.stop();
    const bare = await openBare(SOCKETS);
    measured.bare.push(await measureIdle(bare, minute));
    await bare.stop();
  }
  const pick = (name: keyof typeof measured, figure: (one: Idle) => number) =>
    median(measured[name].map(figure));
  for (const [what, figure] of [
    ["awake", ({ awake }: Idle) => awake],
    ["asleep", ({ asleep }: Idle) => asleep],
  ] as const) {
    const [ours, bare] = [pick("site", figure), pick("bare", figure)];
    report.most(`memory of a socket, 1,000 people at once, ${what}`, ours / bare, 1.15, {
      unit: "× bare object each",
      notes: [
        `${show(ours)} KiB of ${show(bare)}; by round ${measured.site.map(figure).map(show).join(", ")}`,
      ],
    });
  }
  const seconds = minute / 1000;
  report.most(`requests while 1,000 sockets idle, ${seconds} s with a ping each`, lines, 0, {
    notes: [
      `${pick("site", ({ pongs }) => pongs)} pings answered`,
      `processor time ${show(pick("site", ({ cpu }) => cpu))} ms, the bare program ${show(pick("bare", ({ cpu }) => cpu))} ms`,
    ],
  });
}

async function measureIdle(venue: Venue, minute: number, beforeMinute = () => {}): Promise<Idle> {
  const { pid, url, guests, socketPath } = venue;
  // Code that has run once takes memory that no socket is to blame for.
  const party = await Party.gather(venue, 20);
  await party.chat(50, 1_000);
  party.leave();
  await pause(ASLEEP);
  const before = memoryOf(pid);
  let pongs = 0;
  const heard = (payload: Buffer) => {
    if (payload.toString("latin1") === "pong") pongs++;
  };
  const wires: Wire[] = [];
  for (let at = 0; at < SOCKETS; at += AT_ONCE)
    wires.push(
      ...(await Promise.all(
        guests.slice(at, at + AT_ONCE).map(({ headers }) => Wire.open(url + socketPath, headers, { heard })),
      )),
    );
  const perSocket = () => (memoryOf(pid) - before) / SOCKETS / KIB;
  await pause(2_000);
  const awake = perSocket();
  await pause(ASLEEP);
  const asleep = perSocket();
  beforeMinute();
  const cpu = cpuOf(pid);
  await pause(minute / 2);
  for (const wire of wires) wire.send("ping");
  await pause(minute / 2);
  const idle = { awake, asleep, cpu: cpuOf(pid) - cpu, pongs };
  for (const wire of wires) wire.close();
  return idle;
}
