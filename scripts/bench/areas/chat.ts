import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sessionRoute } from "#domain/auth/api.ts";
import { LIVE_PATH } from "#domain/live/frames.ts";
import { forEach } from "../../client/crowd.ts";
import { startBaseline } from "../baseline.ts";
import { ChatPage, type ChatProgram, chat, closePages, messageText, openPages } from "../chat-page.ts";
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
async function checkDelivery(
  report: BenchReport,
  programs: Both<ChatProgram>,
  small: boolean,
): Promise<void> {
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
async function checkTabs(
  report: BenchReport,
  { site, baseline }: Both<ChatProgram>,
  small: boolean,
): Promise<void> {
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
