import { readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../race.ts";
import { type Report, show } from "../report.ts";
import { cpuOf, memoryOf } from "./processes.ts";
import { Party, pause } from "./talk.ts";
import { openBare, openSite, reopenSite, type SiteVenue, type Venue } from "./venue.ts";
import { Wire } from "./wire.ts";

const SOCKETS = 1_000;
const AT_ONCE = 50;
/** Objects with nothing to do are put to sleep after ten seconds. */
const ASLEEP = 15_000;
const KIB = 1024;

type Both<T> = Record<"site" | "bare", T>;
const NAMES = ["site", "bare"] as const;

/** KiB of memory a socket, while all objects are awake and once they sleep. */
interface Taken {
  awake: number;
  asleep: number;
}

/** What a thousand people's sockets, one each, take while nobody says anything. */
export async function judgeIdle(report: Report, small: boolean): Promise<void> {
  const minute = small ? 20_000 : 60_000;
  const taken: Both<Taken>[] = [];
  const rounds = small ? 1 : 3;
  for (let round = 0; round < rounds; round++) {
    const site = await reopenSite(await bear(await openSite(SOCKETS)), { vars: { LOG: "all" } });
    const halls = { site: new Hall(site), bare: new Hall(await openBare(SOCKETS)) };
    taken.push(await fill(halls));
    if (round === rounds - 1) await judgeMinute(report, halls, join(site.state, "site.log"), minute);
    for (const hall of Object.values(halls)) await hall.close();
  }
  for (const when of ["awake", "asleep"] as const) {
    const [site, bare] = NAMES.map((name) => taken.map((one) => one[name][when]));
    const [ours, limit] = [median(site ?? []), median(bare ?? [])];
    report.most(`memory of a socket, 1,000 people at once, ${when}`, ours / limit, 1.15, {
      unit: "× bare object each",
      notes: [
        `${show(ours)} KiB of ${show(limit)}; by round ${site?.map(show).join(", ")} of ${bare?.map(show).join(", ")}`,
      ],
    });
  }
}

/** Lets everybody be there once: what an object needs for its first time is no matter of sockets. */
async function bear(venue: SiteVenue): Promise<SiteVenue> {
  const hall = new Hall(venue);
  await hall.open();
  hall.leave();
  await pause(ASLEEP);
  return venue;
}

/** Opens a socket for everybody in both places. */
async function fill(halls: Both<Hall>): Promise<Both<Taken>> {
  for (const name of NAMES) await halls[name].warm();
  await pause(ASLEEP);
  const taken = { site: { awake: 0, asleep: 0 }, bare: { awake: 0, asleep: 0 } };
  for (const name of NAMES) {
    await halls[name].open();
    halls[name].rouse();
    await pause(2_000);
    taken[name].awake = halls[name].perSocket();
  }
  await pause(ASLEEP);
  for (const name of NAMES) taken[name].asleep = halls[name].perSocket();
  return taken;
}

/** A minute in which each socket says "ping" once. */
async function judgeMinute(report: Report, halls: Both<Hall>, log: string, minute: number): Promise<void> {
  const lines = () => readFileSync(log, "utf8").split("\n").length;
  const before = { lines: lines(), site: cpuOf(halls.site.pid), bare: cpuOf(halls.bare.pid) };
  await pause(minute / 2);
  for (const hall of Object.values(halls)) hall.ping();
  await pause(minute / 2);
  const cpu = (name: keyof typeof halls) => show(cpuOf(halls[name].pid) - before[name]);
  report.most(
    `requests while 1,000 sockets idle, ${minute / 1000} s with a ping each`,
    lines() - before.lines,
    0,
    {
      notes: [
        `${halls.site.pongs} pings answered; processor time ${cpu("site")} ms, the bare program ${cpu("bare")} ms`,
      ],
    },
  );
}

/** A venue with a socket for each of its guests. */
class Hall {
  pongs = 0;
  readonly #venue: Venue;
  readonly #wires: Wire[] = [];
  #before = 0;

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  get pid(): number {
    return this.#venue.pid;
  }

  /** Code that has run once takes memory that no socket is to blame for. */
  async warm(): Promise<void> {
    const party = await Party.gather(this.#venue, 20);
    await party.chat(50, 2_000);
    party.leave();
    const { url, sessionPath, guests } = this.#venue;
    for (let at = 0; sessionPath && at < guests.length; at += AT_ONCE)
      await Promise.all(
        guests.slice(at, at + AT_ONCE).map(async ({ headers }) => {
          const answer = await fetch(url + sessionPath, { headers });
          await answer.text();
        }),
      );
  }

  async open(): Promise<void> {
    this.#before = memoryOf(this.pid);
    const { url, socketPath, guests } = this.#venue;
    const heard = (payload: Buffer) => {
      if (payload.toString("latin1") === "pong") this.pongs++;
    };
    for (let at = 0; at < guests.length; at += AT_ONCE) {
      const some = guests.slice(at, at + AT_ONCE);
      const opening = some.map(({ headers }) => Wire.open(url + socketPath, headers, { heard }));
      this.#wires.push(...(await Promise.all(opening)));
    }
  }

  perSocket(): number {
    return (memoryOf(this.pid) - this.#before) / SOCKETS / KIB;
  }

  /** Says something that means nothing on every socket: on a slow machine the first would sleep before the last is open. */
  rouse(): void {
    for (const wire of this.#wires) wire.send("{}");
  }

  ping(): void {
    for (const wire of this.#wires) wire.send("ping");
  }

  leave(): void {
    for (const wire of this.#wires) wire.close();
  }

  async close(): Promise<void> {
    this.leave();
    await this.#venue.stop();
  }
}
