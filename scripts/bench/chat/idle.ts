import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { median } from "../race.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import { ChatGroup } from "./chat-group.ts";
import { type ChatServer, openBaseline, openSite, reopenSite, type SiteServer } from "./chat-server.ts";
import { cpuOf, memoryOf } from "./processes.ts";
import { RawWebSocket } from "./raw-web-socket.ts";

const SOCKETS = 1_000;
const CONCURRENCY = 50;
/** Durable Objects hibernate after ten idle seconds. */
const SLEEP_MS = 15_000;
const KIB = 1024;

type Both<T> = Record<"site" | "baseline", T>;
const NAMES = ["site", "baseline"] as const;

/** KiB of memory per socket, while all objects are awake and when they hibernate. */
interface MemoryPerSocket {
  awake: number;
  asleep: number;
}

/** Checks the cost of a thousand idle users with a socket each. */
export async function checkIdle(report: BenchReport, small: boolean): Promise<void> {
  const minute = small ? 20_000 : 60_000;
  const memory: Both<MemoryPerSocket>[] = [];
  const rounds = small ? 1 : 3;
  for (let round = 0; round < rounds; round++) {
    const site = await reopenSite(await createObjects(await openSite(SOCKETS)), { vars: { LOG: "all" } });
    const groups = { site: new SocketGroup(site), baseline: new SocketGroup(await openBaseline(SOCKETS)) };
    memory.push(await openAll(groups));
    if (round === rounds - 1) await checkIdleMinute(report, groups, join(site.state, "site.log"), minute);
    for (const group of Object.values(groups)) await group.close();
  }
  for (const when of ["awake", "asleep"] as const) {
    const [site, baseline] = NAMES.map((name) => memory.map((one) => one[name][when]));
    const [ours, limit] = [median(site ?? []), median(baseline ?? [])];
    report.atMost(`memory per socket, 1,000 users, ${when}`, ours / limit, 1.15, {
      unit: "× baseline",
      notes: [
        `${formatFigure(ours)} KiB of ${formatFigure(limit)}; by round ${site?.map(formatFigure).join(", ")} of ${baseline?.map(formatFigure).join(", ")}`,
      ],
    });
  }
}

/** Connects every user once, so creating their objects isn't measured. */
async function createObjects(server: SiteServer): Promise<SiteServer> {
  const group = new SocketGroup(server);
  await group.open();
  group.leave();
  await pause(SLEEP_MS);
  return server;
}

/** Opens a socket for every user on both servers. */
async function openAll(groups: Both<SocketGroup>): Promise<Both<MemoryPerSocket>> {
  for (const name of NAMES) await groups[name].warm();
  await pause(SLEEP_MS);
  const memory = { site: { awake: 0, asleep: 0 }, baseline: { awake: 0, asleep: 0 } };
  for (const name of NAMES) {
    await groups[name].open();
    groups[name].wake();
    await pause(2_000);
    memory[name].awake = groups[name].perSocket();
  }
  await pause(SLEEP_MS);
  for (const name of NAMES) memory[name].asleep = groups[name].perSocket();
  return memory;
}

/** Checks a minute in which each socket sends one ping. */
async function checkIdleMinute(
  report: BenchReport,
  groups: Both<SocketGroup>,
  log: string,
  minute: number,
): Promise<void> {
  const lines = () => readFileSync(log, "utf8").split("\n").length;
  const before = { lines: lines(), site: cpuOf(groups.site.pid), baseline: cpuOf(groups.baseline.pid) };
  await pause(minute / 2);
  for (const group of Object.values(groups)) group.ping();
  await pause(minute / 2);
  const cpu = (name: keyof typeof groups) => formatFigure(cpuOf(groups[name].pid) - before[name]);
  report.atMost(
    `requests of 1,000 idle sockets in ${minute / 1000} s, with a ping each`,
    lines() - before.lines,
    0,
    {
      notes: [`${groups.site.pongs} pongs; CPU time ${cpu("site")} ms, baseline ${cpu("baseline")} ms`],
    },
  );
}

/** A socket for each user of a server. */
class SocketGroup {
  pongs = 0;
  readonly #server: ChatServer;
  readonly #sockets: RawWebSocket[] = [];
  #before = 0;

  constructor(server: ChatServer) {
    this.#server = server;
  }

  get pid(): number {
    return this.#server.pid;
  }

  /** Warms up, so memory for compiled code doesn't count. */
  async warm(): Promise<void> {
    const chatGroup = await ChatGroup.open(this.#server, 20);
    await chatGroup.chat(50, 2_000);
    chatGroup.close();
    const { url, sessionPath, users } = this.#server;
    for (let at = 0; sessionPath && at < users.length; at += CONCURRENCY)
      await Promise.all(
        users.slice(at, at + CONCURRENCY).map(async ({ headers }) => {
          const response = await fetch(url + sessionPath, { headers });
          await response.text();
        }),
      );
  }

  async open(): Promise<void> {
    this.#before = memoryOf(this.pid);
    const { url, socketPath, users } = this.#server;
    const onMessage = (payload: Buffer) => {
      if (payload.toString("latin1") === "pong") this.pongs++;
    };
    for (let at = 0; at < users.length; at += CONCURRENCY) {
      const batch = users.slice(at, at + CONCURRENCY);
      const opening = batch.map(({ headers }) => RawWebSocket.open(url + socketPath, headers, { onMessage }));
      this.#sockets.push(...(await Promise.all(opening)));
    }
  }

  perSocket(): number {
    return (memoryOf(this.pid) - this.#before) / SOCKETS / KIB;
  }

  /** Sends a meaningless message on every socket. Otherwise, on a slow machine, the first would hibernate before the last is open. */
  wake(): void {
    for (const socket of this.#sockets) socket.send("{}");
  }

  ping(): void {
    for (const socket of this.#sockets) socket.send("ping");
  }

  leave(): void {
    for (const socket of this.#sockets) socket.close();
  }

  async close(): Promise<void> {
    this.leave();
    await this.#server.stop();
  }
}
