import { setTimeout as pause } from "node:timers/promises";
import { median } from "../race.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import { ChatGroup, type MessageBytes } from "./chat-group.ts";
import { type ChatServer, openBaseline, openRelay, overHttp } from "./chat-server.ts";
import { cpuOf } from "./processes.ts";
import { RawWebSocket } from "./raw-web-socket.ts";
import { ReceiptTimes } from "./receipt-times.ts";

const USERS = 100;
const PER_SECOND = 50;

export interface ChatServers {
  site: ChatServer;
  baseline: ChatServer;
}

interface RoundOptions {
  rounds: number;
  milliseconds: number;
}

/** Measurements of one program. */
interface Delivered {
  /** Median milliseconds from sending to the recipient's socket, by round. */
  medians: number[];
  all: number[];
  /** Milliseconds of CPU time. */
  cpu: number;
}

/**
 * Checks the latency, CPU time and bytes of messages between fifty pairs of users, each sent as a page sends it, and
 * reports the same over HTTP, for pages without an open socket.
 */
export async function checkDelivery(
  report: BenchReport,
  servers: ChatServers,
  small: boolean,
): Promise<void> {
  const groups = await openGroups(servers);
  await chatInTurn(servers, groups, { rounds: 2, milliseconds: 2_500 });
  const delivered = await chatInTurn(servers, groups, { rounds: small ? 5 : 15, milliseconds: 2_000 });
  const { site, baseline } = delivered;
  const p50 = compareLatency(delivered);
  const cpu = compareCpu(delivered);
  report.atMost("message from its page to the recipient's socket: p50", p50.ratio, 1.25, {
    unit: "× baseline",
    notes: [
      p50.note,
      `by round ${site.medians.map(formatFigure).join(", ")}`,
      `of ${baseline.medians.map(formatFigure).join(", ")}`,
    ],
  });
  report.atMost("message: CPU time", cpu.ratio, 1.25, { unit: "× baseline", notes: [cpu.note] });
  report.info("the same: p99", quantile(site.all, 0.99), {
    unit: "ms",
    notes: [
      `baseline ${formatFigure(quantile(baseline.all, 0.99))} ms. On a shared machine, this is mostly noise`,
    ],
  });
  await compareStateless(report, site);
  await checkBytes(report, groups);
  await reportThroughput(report, groups, small);
  closeGroups(groups);
  await reportHttp(report, { ...servers, site: overHttp(servers.site) }, small);
  await reportPlainSockets(report, servers.baseline);
}

const openGroups = async ({ site, baseline }: ChatServers): Promise<ChatGroups> => ({
  site: await ChatGroup.open(site, USERS),
  baseline: await ChatGroup.open(baseline, USERS),
});

function closeGroups(groups: ChatGroups): void {
  for (const group of Object.values(groups)) group.close();
}

interface Comparison {
  ratio: number;
  note: string;
}

const compare = (ours: number, limit: number): Comparison => ({
  ratio: ours / limit,
  note: `${formatFigure(ours)} ms of ${formatFigure(limit)}`,
});
const compareLatency = ({ site, baseline }: DeliveredByBoth): Comparison =>
  compare(median(site.medians), median(baseline.medians));
const compareCpu = ({ site, baseline }: DeliveredByBoth): Comparison =>
  compare(site.cpu / site.all.length, baseline.cpu / baseline.all.length);

/** Reports messages of pages whose socket isn't open. */
async function reportHttp(report: BenchReport, servers: ChatServers, small: boolean): Promise<void> {
  const groups = await openGroups(servers);
  await chatInTurn(servers, groups, { rounds: 1, milliseconds: 2_000 });
  const delivered = await chatInTurn(servers, groups, { rounds: small ? 3 : 9, milliseconds: 2_000 });
  const [p50, cpu] = [compareLatency(delivered), compareCpu(delivered)];
  const bytes = await groups.site.measureBytes();
  closeGroups(groups);
  report.info("over HTTP: p50", p50.ratio, { unit: "× baseline", notes: [p50.note] });
  report.info("over HTTP: CPU time", cpu.ratio, { unit: "× baseline", notes: [cpu.note] });
  report.info("over HTTP: bytes on the wire", totalOf(bytes), {
    unit: "bytes",
    notes: [describeBytes(bytes)],
  });
}

type DeliveredByBoth = Record<keyof ChatServers, Delivered>;
type ChatGroups = Record<keyof ChatServers, ChatGroup>;

/** Runs short alternating rounds, so noise from the machine affects both. */
async function chatInTurn(servers: ChatServers, groups: ChatGroups, { rounds, milliseconds }: RoundOptions) {
  const delivered: DeliveredByBoth = {
    site: { medians: [], all: [], cpu: 0 },
    baseline: { medians: [], all: [], cpu: 0 },
  };
  for (let round = 0; round < rounds; round++)
    for (const name of ["site", "baseline"] as const) {
      const { pid } = servers[name];
      const before = cpuOf(pid);
      const durations = await groups[name].chat(PER_SECOND, milliseconds);
      delivered[name].cpu += cpuOf(pid) - before;
      delivered[name].medians.push(median(durations));
      delivered[name].all.push(...durations);
    }
  return delivered;
}

/** Compares with a program that stores no inboxes, so users would miss messages while offline. */
async function compareStateless(report: BenchReport, site: Delivered): Promise<void> {
  const server = await openBaseline(USERS, true);
  try {
    const group = await ChatGroup.open(server, USERS);
    await group.chat(PER_SECOND, 2_000);
    const before = cpuOf(server.pid);
    const durations = await group.chat(PER_SECOND, 4_000);
    const cpu = (cpuOf(server.pid) - before) / durations.length;
    group.close();
    report.info("compared with inboxes that store nothing: p50", median(site.medians) / median(durations), {
      unit: "×",
      notes: [
        `${formatFigure(median(durations))} ms; CPU time ${formatFigure(site.cpu / site.all.length / cpu)} × ${formatFigure(cpu)} ms`,
      ],
    });
  } finally {
    await server.stop();
  }
}

const totalOf = ({ request, response, sender, receiver }: MessageBytes): number =>
  request + response + sender + receiver;

const describeBytes = ({ request, response, sender, receiver }: MessageBytes): string =>
  `${request} sent, ${response} of an HTTP response, ${sender} on the sender's socket, ${receiver} on the recipient's`;

/** Checks the transferred bytes of a 40-character message, in both directions and with all headers. */
async function checkBytes(report: BenchReport, groups: ChatGroups): Promise<void> {
  const [site, baseline] = [await groups.site.measureBytes(), await groups.baseline.measureBytes()];
  report.atMost("bytes on the wire, 40-character message", totalOf(site), 600, {
    unit: "bytes",
    notes: [describeBytes(site), `baseline ${totalOf(baseline)}: ${describeBytes(baseline)}`],
  });
}

async function reportThroughput(report: BenchReport, groups: ChatGroups, small: boolean): Promise<void> {
  const rates = { site: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < (small ? 3 : 7); round++)
    for (const name of ["site", "baseline"] as const)
      rates[name].push(await groups[name].measureThroughput(1_500));
  const [site, baseline] = [median(rates.site), median(rates.baseline)];
  report.info("messages per second, 50 parallel senders", site / baseline, {
    unit: "× baseline",
    notes: [
      `${formatFigure(Math.round(site))} of ${formatFigure(Math.round(baseline))} per second, all received`,
    ],
  });
}

/** Reports the latency of plain sockets: a Durable Object that echoes, and a relay in Node. */
async function reportPlainSockets(report: BenchReport, baseline: ChatServer): Promise<void> {
  const relay = await openRelay();
  try {
    const echo = await timeSocket(`${baseline.url}/crowd`, false);
    const passed = await timeSocket(`${relay.url}/room`, true);
    report.info("for comparison: echo of a Durable Object, p50", echo, { unit: "ms" });
    report.info("for comparison: WebSocket relay in Node, p50", passed, { unit: "ms" });
  } finally {
    await relay.stop();
  }
}

/** Median milliseconds from sending a frame until it arrives at the same or a second socket. */
async function timeSocket(url: string, second: boolean): Promise<number> {
  const received = new ReceiptTimes();
  const onMessage = (payload: Buffer) => received.receive(Number(payload.toString()));
  const listener = await RawWebSocket.open(url, {}, { onMessage });
  const writer = second ? await RawWebSocket.open(url, {}, { onMessage: () => {} }) : listener;
  const durations: number[] = [];
  for (let n = 1; n <= 100; n++) {
    const sentAt = performance.now();
    writer.send(String(n));
    durations.push((await received.waitFor(n)) - sentAt);
    await pause(1000 / PER_SECOND);
  }
  listener.close();
  writer.close();
  return median(durations);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
