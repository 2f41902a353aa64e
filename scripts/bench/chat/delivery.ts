import { median } from "../race.ts";
import { type Report, show } from "../report.ts";
import { Hearing } from "./hearing.ts";
import { cpuOf } from "./processes.ts";
import { Party, pause } from "./talk.ts";
import { openBare, openRelay, type Venue } from "./venue.ts";
import { Wire } from "./wire.ts";

const PEOPLE = 100;
const PER_SECOND = 50;

export interface Venues {
  site: Venue;
  bare: Venue;
}

interface Rounds {
  rounds: number;
  milliseconds: number;
}

/** What one program needed. */
interface Delivered {
  /** Medians of milliseconds from the POST until the other's socket had it, round by round. */
  medians: number[];
  all: number[];
  /** Milliseconds of processor time. */
  cpu: number;
}

/** A hundred people in fifty pairs: how long a message takes, what it costs, how many a second can be sent. */
export async function judgeDelivery(report: Report, venues: Venues, small: boolean): Promise<void> {
  const parties = {
    site: await Party.gather(venues.site, PEOPLE),
    bare: await Party.gather(venues.bare, PEOPLE),
  };
  await chatInTurn(venues, parties, { rounds: 2, milliseconds: 2_500 });
  const { site, bare } = await chatInTurn(venues, parties, { rounds: small ? 5 : 15, milliseconds: 2_000 });
  const line = (what: string, ours: number, limit: number, notes: readonly string[] = []) =>
    report.most(what, ours / limit, 1.25, {
      unit: "× bare program",
      notes: [`${show(ours)} ms of ${show(limit)}`, ...notes],
    });
  line("a message, POST → the other's socket: p50", median(site.medians), median(bare.medians), [
    `by round ${site.medians.map(show).join(", ")}`,
    `of ${bare.medians.map(show).join(", ")}`,
  ]);
  line("a message: processor time", site.cpu / site.all.length, bare.cpu / bare.all.length);
  report.told("the same: p99", quantile(site.all, 0.99), {
    unit: "ms",
    notes: [
      `the bare program ${show(quantile(bare.all, 0.99))} ms; on a shared machine it is the neighbours' noise`,
    ],
  });
  await tellForgetful(report, site);
  await judgeWeight(report, parties);
  await tellRush(report, parties, small);
  for (const party of Object.values(parties)) party.leave();
  await tellOthers(report, venues.bare);
}

type Parties = Record<keyof Venues, Party>;

/** Short rounds in turn, so that a busy moment of the machine meets both. */
async function chatInTurn(venues: Venues, parties: Parties, { rounds, milliseconds }: Rounds) {
  const delivered: Record<keyof Venues, Delivered> = {
    site: { medians: [], all: [], cpu: 0 },
    bare: { medians: [], all: [], cpu: 0 },
  };
  for (let round = 0; round < rounds; round++)
    for (const name of ["site", "bare"] as const) {
      const { pid } = venues[name];
      const before = cpuOf(pid);
      const took = await parties[name].chat(PER_SECOND, milliseconds);
      delivered[name].cpu += cpuOf(pid) - before;
      delivered[name].medians.push(median(took));
      delivered[name].all.push(...took);
    }
  return delivered;
}

/** The same against a program that forgets what it tells: whoever was away would not know what they have missed. */
async function tellForgetful(report: Report, site: Delivered): Promise<void> {
  const venue = await openBare(PEOPLE, true);
  try {
    const party = await Party.gather(venue, PEOPLE);
    await party.chat(PER_SECOND, 2_000);
    const before = cpuOf(venue.pid);
    const took = await party.chat(PER_SECOND, 4_000);
    const cpu = (cpuOf(venue.pid) - before) / took.length;
    party.leave();
    report.told("against inboxes that keep nothing: p50", median(site.medians) / median(took), {
      unit: "×",
      notes: [
        `${show(median(took))} ms; processor time ${show(site.cpu / site.all.length / cpu)} × ${show(cpu)} ms`,
      ],
    });
  } finally {
    await venue.stop();
  }
}

/** What goes over the wire for a message of forty characters. */
async function judgeWeight(report: Report, parties: Parties): Promise<void> {
  const { receiver, sender, answer } = await parties.site.weigh();
  const bare = await parties.bare.weigh();
  report.most("bytes on the receiver's socket, a message of 40 characters", receiver, 600, {
    unit: "bytes",
    notes: [
      `the bare program ${bare.receiver}; the sender's own socket ${sender}`,
      `the POST ${answer.sent} and its answer ${answer.received} with HTTP/1.1 heads (the bare program ${bare.answer.sent} and ${bare.answer.received})`,
    ],
  });
}

async function tellRush(report: Report, parties: Parties, small: boolean): Promise<void> {
  const rates = { site: [] as number[], bare: [] as number[] };
  for (let round = 0; round < (small ? 3 : 7); round++)
    for (const name of ["site", "bare"] as const) rates[name].push(await parties[name].rush(1_500));
  const [site, bare] = [median(rates.site), median(rates.bare)];
  report.told("messages a second, fifty senders at once", site / bare, {
    unit: "× bare program",
    notes: [`${show(Math.round(site))} of ${show(Math.round(bare))} a second, all heard`],
  });
}

/** What sockets alone take: an object that echoes, a server in Node that passes on. */
async function tellOthers(report: Report, bare: Venue): Promise<void> {
  const relay = await openRelay();
  try {
    const echo = await timeSocket(`${bare.url}/crowd`, false);
    const passed = await timeSocket(`${relay.url}/room`, true);
    report.told("for comparison: an object's echo, socket to socket, p50", echo, { unit: "ms" });
    report.told("for comparison: a WebSocket server in Node, p50", passed, { unit: "ms" });
  } finally {
    await relay.stop();
  }
}

/** Median milliseconds from a frame sent until it is heard, by the sender or on a second socket. */
async function timeSocket(url: string, second: boolean): Promise<number> {
  const hearing = new Hearing();
  const heard = (payload: Buffer) => hearing.hear(Number(payload.toString()));
  const listener = await Wire.open(url, {}, { heard });
  const speaker = second ? await Wire.open(url, {}, { heard: () => {} }) : listener;
  const took: number[] = [];
  for (let n = 1; n <= 100; n++) {
    const said = performance.now();
    speaker.send(String(n));
    took.push((await hearing.moment(n)) - said);
    await pause(1000 / PER_SECOND);
  }
  listener.close();
  speaker.close();
  return median(took);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
