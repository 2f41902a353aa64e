import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sessionRoute } from "#domain/auth/api.ts";
import { type ClientFrame, LIVE_PATH } from "#domain/live/frames.ts";
import { forEach } from "../../client/crowd.ts";
import { SiteSocket } from "../../client/site-socket.ts";
import { startBaseline } from "../baseline.ts";
import { openSite } from "../open-site.ts";
import { cpuOf, memoryOf, withProcess } from "../processes.ts";
import { median } from "../race.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { emptyScratchFolder, startQuietSite } from "../worlds.ts";

const USERS = 100;
const PER_SECOND = 50;
const TABS = 50;
const WRITERS = 16;
const SOCKETS = 1_000;
/** Durable Objects hibernate after ten idle seconds. */
const SLEEP_MS = 15_000;
const KIB = 1024;
const NAMES = ["site", "baseline"] as const;
type Both<T> = Record<(typeof NAMES)[number], T>;

/** Starts a bare program, which trusts the user id in the cookie. */
async function openBaseline(count: number): Promise<ChatProgram> {
  const objects = { PAIR: "Pair", HUB: "Hub", CROWD: "Crowd" };
  const program = await withProcess(() => startBaseline("chat", { state: emptyScratchFolder(), objects }));
  const users = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    readHeaders: { Cookie: String(i + 1) },
  }));
  return { ...program, users, socketPath: "/live" };
}

/** Compares chat with a bare program: latency, CPU time, bytes, deliveries to many tabs, and the cost of idle sockets. */
export const measureChat: BenchArea = async (report, { small }) => {
  const site = { ...(await openSite(USERS, { wrap: "plain" })), socketPath: LIVE_PATH };
  const programs = { site, baseline: await openBaseline(USERS) };
  try {
    await checkDelivery(report, programs, small);
    await checkTabs(report, programs, small);
  } finally {
    await Promise.all(NAMES.map((name) => programs[name].stop()));
  }
  await checkIdle(report, small);
};

/** Checks messages between fifty pairs of users, socket to socket, in alternating rounds, so noise affects both. */
async function checkDelivery(report: BenchReport, programs: Both<ChatProgram>, small: boolean) {
  const pages = {
    site: await openPages(programs.site, USERS),
    baseline: await openPages(programs.baseline, USERS),
  };
  const found = {
    site: { medians: [] as number[], cpu: [] as number[] },
    baseline: { medians: [] as number[], cpu: [] as number[] },
  };
  for (let round = -2; round < (small ? 5 : 15); round++)
    for (const name of NAMES) {
      const before = cpuOf(programs[name].pid);
      const durations = await chat(pages[name], PER_SECOND, 2_000);
      // The first rounds warm up.
      if (round < 0) continue;
      found[name].medians.push(median(durations));
      found[name].cpu.push((cpuOf(programs[name].pid) - before) / durations.length);
    }
  for (const [label, what] of [
    ["message from page to page: p50", "medians"],
    ["message: CPU time", "cpu"],
  ] as const) {
    const [ours, limit] = [median(found.site[what]), median(found.baseline[what])];
    report.atMost(label, ours / limit, 1.25, {
      unit: "× baseline",
      notes: [`${formatFigure(ours)} ms of ${formatFigure(limit)}`],
    });
  }
  const [from, to] = pages.site;
  if (!from || !to) throw new Error("There are no pages.");
  const wire = () =>
    [from, to].reduce((sum, { socket: { traffic } }) => sum + traffic.wireUp + traffic.wireDown, 0);
  const before = wire();
  const number = from.send(to.id);
  await Promise.all([from.acknowledged.of(number), to.received.of(number)]);
  report.atMost("bytes on the wire, 40-character message", wire() - before, 600, { unit: "bytes" });
  for (const name of NAMES) closePages(pages[name]);
}

/** Checks how many frames per second reach fifty tabs of one user when their hub is notified. */
async function checkTabs(report: BenchReport, { site, baseline }: Both<ChatProgram>, small: boolean) {
  const [reader] = site.users;
  if (!reader) throw new Error("There are no users.");
  const programs = {
    site: {
      program: site,
      path: `/bench/notify/${reader.id}`,
      input: (body: string) => ({
        event: "NewMessage",
        user_id: 1,
        message: { id: "1_2_3", body, sender_id: 1 },
        unread: 1,
      }),
    },
    baseline: {
      program: { ...baseline, socketPath: "/crowd" },
      path: "/crowd",
      input: (body: string) => ({ body }),
    },
  };
  const rates: Both<number[]> = { site: [], baseline: [] };
  let numbers = 1_000_000;
  const tabs: Both<ChatPage[]> = { site: [], baseline: [] };
  for (const name of NAMES) {
    const { program } = programs[name];
    tabs[name] = await Promise.all(
      Array.from({ length: TABS }, () =>
        ChatPage.open(program, name === "site" ? reader : (program.users[0] ?? reader)),
      ),
    );
  }
  const run = async (name: keyof typeof programs): Promise<number> => {
    const { program, path, input } = programs[name];
    const started = performance.now();
    let count = 0;
    let last = 0;
    const write = async () => {
      while (performance.now() - started < 1_500) {
        const number = ++numbers;
        const body = JSON.stringify(input(messageText(number)));
        await (await fetch(program.url + path, { method: "POST", body })).text();
        count++;
        last = number;
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    await Promise.all(tabs[name].map((tab) => tab.received.of(last)));
    return (TABS * count * 1000) / (performance.now() - started);
  };
  for (let round = -1; round < (small ? 3 : 7); round++)
    for (const name of NAMES) {
      const rate = await run(name);
      if (round >= 0) rates[name].push(rate);
    }
  const [ours, limit] = [median(rates.site), median(rates.baseline)];
  report.atLeast("50 tabs of one user, deliveries per second", ours / limit, 0.8, {
    unit: "× one baseline object",
    notes: [`${formatFigure(Math.round(ours))} of ${formatFigure(Math.round(limit))} per second`],
  });
  for (const name of NAMES) closePages(tabs[name]);
}

/** Checks the memory of a thousand idle users with a socket each, and that a minute of them causes no request. */
async function checkIdle(report: BenchReport, small: boolean): Promise<void> {
  const minute = small ? 20_000 : 60_000;
  const memory: Both<{ awake: number; asleep: number }>[] = [];
  const rounds = small ? 1 : 3;
  for (let round = 0; round < rounds; round++) {
    const first = { ...(await openSite(SOCKETS)), socketPath: LIVE_PATH };
    // Connects everyone once, so creating their objects isn't measured.
    closePages(await forEach(first.users, (user) => ChatPage.open(first, user)));
    await pause(SLEEP_MS);
    await first.stop();
    const port = Number(new URL(first.url).port);
    const again = await withProcess(() => startQuietSite(first.state, { port, vars: { LOG: "all" } }));
    const programs: Both<ChatProgram> = {
      site: { ...first, pid: again.pid, stop: () => again.stop() },
      baseline: await openBaseline(SOCKETS),
    };
    // Warms up, so memory for compiled code doesn't count.
    await forEach(first.users, (user) => user.get(sessionRoute.path));
    for (const name of NAMES) {
      const pages = await openPages(programs[name], 20);
      await chat(pages, PER_SECOND, 2_000);
      closePages(pages);
    }
    await pause(SLEEP_MS);
    const pages: Both<ChatPage[]> = { site: [], baseline: [] };
    const measured = { site: { awake: 0, asleep: 0 }, baseline: { awake: 0, asleep: 0 } };
    const before = { site: 0, baseline: 0 };
    const perSocket = (name: keyof typeof before) =>
      (memoryOf(programs[name].pid) - before[name]) / SOCKETS / KIB;
    for (const name of NAMES) {
      before[name] = memoryOf(programs[name].pid);
      pages[name] = await forEach(programs[name].users, (user) => ChatPage.open(programs[name], user), 50);
      // Otherwise, on a slow machine, the first would hibernate before the last is open.
      for (const { socket } of pages[name]) socket.send("{}");
      await pause(2_000);
      measured[name].awake = perSocket(name);
    }
    await pause(SLEEP_MS);
    for (const name of NAMES) measured[name].asleep = perSocket(name);
    memory.push(measured);
    if (round === rounds - 1) {
      const lines = () => readFileSync(join(first.state, "site.log"), "utf8").split("\n").length;
      const linesBefore = lines();
      await pause(minute / 2);
      for (const { socket } of pages.site) socket.send("ping");
      await pause(minute / 2);
      const label = `requests of 1,000 idle sockets in ${minute / 1000} s, with a ping each`;
      const pongs = pages.site.reduce((sum, page) => sum + page.pongs, 0);
      report.atMost(label, lines() - linesBefore, 0, { notes: [`${pongs} pongs`] });
    }
    for (const name of NAMES) {
      closePages(pages[name]);
      await programs[name].stop();
    }
  }
  for (const when of ["awake", "asleep"] as const) {
    const of = (name: keyof (typeof memory)[0]) => median(memory.map((one) => one[name][when]));
    report.atMost(`memory per socket, 1,000 users, ${when}`, of("site") / of("baseline"), 1.15, {
      unit: "× baseline",
      notes: [`${formatFigure(of("site"))} KiB of ${formatFigure(of("baseline"))}`],
    });
  }
}

const TIMEOUT_MS = 30_000;
/** Distinguishes this run's messages from others. */
const RUN = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
let sent = 0;

/** A program in which users write to each other on their sockets. */
interface ChatProgram {
  url: string;
  /** The id of its runtime process. */
  pid: number;
  users: readonly { id: number; readHeaders: Record<string, string> }[];
  socketPath: string;
  stop(): Promise<void>;
}

/** The times at which numbered messages arrived. */
class Arrivals {
  readonly #times = new Map<number, number>();
  readonly #waiting = new Map<number, (time: number) => void>();

  add(number: number): void {
    const time = performance.now();
    this.#times.set(number, time);
    this.#waiting.get(number)?.(time);
    this.#waiting.delete(number);
  }

  /** Resolves with the time at which a number arrived or will. */
  async of(number: number): Promise<number> {
    const known = this.#times.get(number);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.set(number, resolve);
    const late = setTimeout(() => reject(new Error(`Message ${number} wasn't received.`)), TIMEOUT_MS);
    return promise.finally(() => clearTimeout(late));
  }
}

const HELLO = 0;

/** Returns a message of 40 characters, a typical length. */
const messageText = (n: number): string =>
  `#${n}# see you at the volcano tower soon`.padEnd(40, "!").slice(0, 40);

/** An open page of a user. */
class ChatPage {
  readonly id: number;
  readonly received = new Arrivals();
  readonly acknowledged = new Arrivals();
  readonly socket: SiteSocket;
  pongs = 0;

  constructor({ url, socketPath }: ChatProgram, { id, readHeaders }: ChatProgram["users"][number]) {
    this.id = id;
    this.socket = new SiteSocket(url + socketPath, readHeaders, { onText: (text) => this.#receive(text) });
  }

  /** Opens a page and waits for its first frame. */
  static async open(program: ChatProgram, user: ChatProgram["users"][number]): Promise<ChatPage> {
    const page = new ChatPage(program, user);
    await page.socket.opened;
    await page.received.of(HELLO);
    return page;
  }

  #receive(text: string): void {
    if (text.includes('"MessageRejected"')) throw new Error(`A message was rejected: ${text}`);
    if (text === "pong") this.pongs++;
    const reply = /"MessageSent","client_id":"\w+-(\d+)"/.exec(text)?.[1];
    if (reply) this.acknowledged.add(Number(reply));
    else this.received.add(Number(/#(\d+)#/.exec(text)?.[1] ?? HELLO));
  }

  /** Sends a message. Returns its number. */
  send(user_id: number): number {
    const number = ++sent;
    const client_id = `${RUN}-${String(number).padStart(27, "0")}`;
    const frame = { type: "send", user_id, client_id, body: messageText(number) } satisfies ClientFrame;
    this.socket.send(JSON.stringify(frame));
    return number;
  }
}

/** Opens a page for each of the first users. Neighbors write to each other. */
const openPages = (program: ChatProgram, count: number): Promise<ChatPage[]> =>
  Promise.all(program.users.slice(0, count).map((user) => ChatPage.open(program, user)));

/** Sends messages at a steady rate. Returns the milliseconds from sending each to the recipient's socket. */
async function chat(pages: readonly ChatPage[], perSecond: number, ms: number): Promise<number[]> {
  const exchange = async (at: number) => {
    const [from, to] = [pages[at % pages.length], pages[(at % pages.length) ^ 1]];
    if (!from || !to) throw new Error("There are no pages.");
    const sentAt = performance.now();
    const number = from.send(to.id);
    const [received] = await Promise.all([to.received.of(number), from.acknowledged.of(number)]);
    return received - sentAt;
  };
  const started = performance.now();
  const every = 1000 / perSecond;
  const took: Promise<number>[] = [];
  for (let n = 0; n * every < ms; n++) {
    const wait = started + n * every - performance.now();
    if (wait > 0) await pause(wait);
    // Everyone sends, and no pair writes twice in a row.
    took.push(exchange(n * 37));
  }
  return Promise.all(took);
}

function closePages(pages: readonly ChatPage[]): void {
  for (const { socket } of pages) socket.close();
}
