import { MOST_WRITTEN_DOWN } from "#worker/presence/watching.ts";
import { ACTS, type Act, type Bill, WATCHED, WATCHERS as WATCHERS_MEASURED } from "./acts.ts";
import { CALLS_A_SECOND, HOURS, OBJECT_GB, PER_HOUR, TIMES, WATCHERS } from "./behaviour.ts";
import { type Amounts, dollars, monthly, PRICES, type Resource } from "./prices.ts";

/** What something costs in a month, by the resource that is billed. */
export interface Item {
  what: string;
  times: number;
  amounts: Amounts;
  dollars: number;
}

export interface Month {
  online: number;
  /** `Presence` objects that it takes. */
  shards: number;
  /** What people do, the dearest first, at the prices beyond what is included. */
  items: Item[];
  amounts: Amounts;
  /** Everything, with what is included taken off. */
  dollars: number;
}

const RESOURCES = Object.keys(PRICES) as Resource[];
/** As many as the bills were measured with. */
const SHARDS_MEASURED = 8;
/** The call that tells a watcher. */
const TOLD = "USER_HUB.presenceChanged";

const NOTHING: Bill = {
  requests: 0,
  objectRequests: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  d1Rounds: 0,
  d1RowsRead: 0,
  d1RowsWritten: 0,
  counts: {},
};

type Bills = Record<Act, Bill>;

/** A month with so many people online all the time. */
export function monthOf(online: number, bills: Bills): Month {
  const shards = shardsFor(online);
  const items = acts(bills, shards, online)
    .map(({ what, bill, perHour }): Item => {
      const times = perHour * HOURS * online;
      const amounts = amountsOf(bill, times);
      return { what, times, amounts, dollars: sum(RESOURCES.map((one) => dollars(one, amounts[one]))) };
    })
    .sort((a, b) => b.dollars - a.dollars);
  const amounts = Object.fromEntries(
    RESOURCES.map((resource) => [resource, sum(items.map((item) => item.amounts[resource]))]),
  ) as Amounts;
  return { online, shards, items, amounts, dollars: monthly(amounts) };
}

interface Doing {
  what: string;
  bill: Bill;
  perHour: number;
}

function acts(bills: Bills, shards: number, online: number): Doing[] {
  const asked = fanOut(shards, WATCHED) / SHARDS_MEASURED;
  const met = (WATCHED * (PER_HOUR.watch + PER_HOUR.lease)) / PER_HOUR.lease;
  // Each object that is asked writes a row for the one who watches, once in a lease, until it has as many as it keeps.
  const written = Math.min(1, (MOST_WRITTEN_DOWN * shards) / (online * fanOut(shards, met)));
  const billOf = (act: Act): Bill => {
    if (act === "watch") return scale(bills.watch, asked);
    if (act !== "lease") return bills[act];
    const bill = scale(bills.lease, asked);
    return { ...bill, objectRowsWritten: bill.objectRowsWritten * written };
  };
  const done = (Object.keys(PER_HOUR) as (keyof typeof PER_HOUR)[]).map(
    (act): Doing => ({ what: ACTS[act], bill: billOf(act), perHour: PER_HOUR[act] }),
  );
  const leased = fanOut(shards, met) - fanOut(shards, WATCHED);
  const row = (bills.lease.objectRowsWritten / SHARDS_MEASURED) * written;
  done.push({
    what: "an object hears of a watcher, the first time in ten minutes",
    bill: { ...NOTHING, objectRowsWritten: row * leased },
    perHour: PER_HOUR.lease,
  });
  // What a watcher adds to somebody's coming online: a call of their hub.
  const told = { ...NOTHING, objectRequests: (bills.watched.counts[TOLD] ?? 0) / WATCHERS_MEASURED };
  const moves = PER_HOUR.connect + PER_HOUR.leave;
  return [...done, { what: "a watched person has come or gone", bill: told, perHour: moves * WATCHERS }];
}

/** How many objects so many people are spread over, on average. */
const fanOut = (shards: number, people: number): number => shards * (1 - (1 - 1 / shards) ** people);

/** The fewest `Presence` objects, from eight on, none of which is asked more often than it can answer. */
function shardsFor(online: number): number {
  for (let shards = SHARDS_MEASURED; ; shards *= 2) {
    const watches = (PER_HOUR.watch + PER_HOUR.lease) * fanOut(shards, WATCHED);
    const perHour = watches + PER_HOUR.connect + PER_HOUR.leave;
    if ((online * perHour) / 3600 / shards <= CALLS_A_SECOND) return shards;
  }
}

const amountsOf = (bill: Bill, times: number): Amounts => ({
  requests: bill.requests * times,
  cpu: bill.requests * times * TIMES.request,
  objectRequests: bill.objectRequests * times,
  objectDuration: bill.objectRequests * times * (TIMES.objectRequest / 1000) * OBJECT_GB,
  objectRowsRead: bill.objectRowsRead * times,
  objectRowsWritten: bill.objectRowsWritten * times,
  d1RowsRead: bill.d1RowsRead * times,
  d1RowsWritten: bill.d1RowsWritten * times,
});

const scale = (bill: Bill, by: number): Bill => ({
  requests: bill.requests * by,
  objectRequests: bill.objectRequests * by,
  objectRowsRead: bill.objectRowsRead * by,
  objectRowsWritten: bill.objectRowsWritten * by,
  d1Rounds: bill.d1Rounds * by,
  d1RowsRead: bill.d1RowsRead * by,
  d1RowsWritten: bill.d1RowsWritten * by,
  counts: bill.counts,
});

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0);
