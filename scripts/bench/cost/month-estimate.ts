import { MAX_SAVED_WATCHERS } from "#worker/presence/watched-users.ts";
import { WRITE_ACTIONS, type WriteAction } from "../day/write-actions.ts";
import {
  ACTIONS_PER_HOUR,
  ASSUMED_WATCHERS,
  CALLS_PER_SECOND,
  HOURS_PER_MONTH,
  OBJECT_GB,
  REQUEST_MS,
  WRITES_PER_HOUR,
} from "./actions-per-hour.ts";
import { dollars, monthlyDollars, PRICES, type Resource, type ResourceAmounts } from "./prices.ts";
import {
  type Bill,
  USER_ACTIONS,
  type UserAction,
  WATCHED_USERS,
  MEASURED_WATCHERS as WATCHERS_MEASURED,
} from "./user-actions.ts";

/** An action's monthly cost. */
export interface CostItem {
  label: string;
  times: number;
  amounts: ResourceAmounts;
  dollars: number;
}

export interface MonthEstimate {
  online: number;
  /** The required number of `Presence` objects. */
  shards: number;
  /** Actions, most expensive first, at the prices beyond the included amounts. */
  items: CostItem[];
  amounts: ResourceAmounts;
  /** The total, minus the included amounts. */
  dollars: number;
}

export const RESOURCES = Object.keys(PRICES) as Resource[];
/** The number of `Presence` objects during the measurements. */
const SHARDS_MEASURED = 8;
/** The call that notifies a watcher. */
const NOTIFY_CALL = "USER_HUB.pushPresence";

export const NO_COST: Bill = {
  requests: 0,
  objectRequests: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  d1RoundTrips: 0,
  d1RowsRead: 0,
  d1RowsWritten: 0,
  filesRead: 0,
  filesWritten: 0,
  queueOperations: 0,
  counts: {},
};

export type Bills = Record<UserAction | WriteAction, Bill>;

/** Estimates a month with this many concurrent users. */
export function estimateMonth(online: number, bills: Bills): MonthEstimate {
  const shards = shardsFor(online);
  const items = actionCosts(bills, shards, online)
    .map(({ label, bill, perHour }): CostItem => {
      const times = perHour * HOURS_PER_MONTH * online;
      const amounts = amountsOf(bill, times);
      return { label, times, amounts, dollars: sum(RESOURCES.map((one) => dollars(one, amounts[one]))) };
    })
    .sort((a, b) => b.dollars - a.dollars);
  const amounts = Object.fromEntries(
    RESOURCES.map((resource) => [resource, sum(items.map((item) => item.amounts[resource]))]),
  ) as ResourceAmounts;
  return { online, shards, items, amounts, dollars: monthlyDollars(amounts) };
}

interface ActionCost {
  label: string;
  bill: Bill;
  perHour: number;
}

function actionCosts(bills: Bills, shards: number, online: number): ActionCost[] {
  const queriedShare = fanOut(shards, WATCHED_USERS) / SHARDS_MEASURED;
  const newUsers =
    (WATCHED_USERS * (ACTIONS_PER_HOUR.watch + ACTIONS_PER_HOUR.lease)) / ACTIONS_PER_HOUR.lease;
  // Each queried object writes a row for the watcher once per lease, until it has reached its limit of rows.
  const written = Math.min(1, (MAX_SAVED_WATCHERS * shards) / (online * fanOut(shards, newUsers)));
  const billOf = (action: UserAction): Bill => {
    if (action === "watch") return scale(bills.watch, queriedShare);
    // The board's own calls and round trips are the same for any number of pages.
    if (action === "poll") return { ...NO_COST, requests: bills.poll.requests };
    if (action !== "lease") return bills[action];
    const bill = scale(bills.lease, queriedShare);
    return { ...bill, objectRowsWritten: bill.objectRowsWritten * written };
  };
  const actions = (Object.keys(ACTIONS_PER_HOUR) as (keyof typeof ACTIONS_PER_HOUR)[]).map(
    (action): ActionCost => ({
      label: USER_ACTIONS[action],
      bill: billOf(action),
      perHour: ACTIONS_PER_HOUR[action],
    }),
  );
  for (const action of Object.keys(WRITES_PER_HOUR) as WriteAction[])
    actions.push({ label: WRITE_ACTIONS[action], bill: bills[action], perHour: WRITES_PER_HOUR[action] });
  const leased = fanOut(shards, newUsers) - fanOut(shards, WATCHED_USERS);
  const row = (bills.lease.objectRowsWritten / SHARDS_MEASURED) * written;
  actions.push({
    label: "a Presence object gets a new watcher, the first time in 10 minutes",
    bill: { ...NO_COST, objectRowsWritten: row * leased },
    perHour: ACTIONS_PER_HOUR.lease,
  });
  // Each watcher adds a call to their hub when a user comes online.
  const notification = {
    ...NO_COST,
    objectRequests: (bills.watched.counts[NOTIFY_CALL] ?? 0) / WATCHERS_MEASURED,
  };
  const moves = ACTIONS_PER_HOUR.connect + ACTIONS_PER_HOUR.leave;
  return [
    ...actions,
    {
      label: "a watched user comes online or goes offline",
      bill: notification,
      perHour: moves * ASSUMED_WATCHERS,
    },
  ];
}

/** The average number of objects that a number of users is spread over. */
const fanOut = (shards: number, people: number): number => shards * (1 - (1 - 1 / shards) ** people);

/** The smallest number of `Presence` objects, from eight on, that can handle the load. */
function shardsFor(online: number): number {
  for (let shards = SHARDS_MEASURED; ; shards *= 2) {
    const watches = (ACTIONS_PER_HOUR.watch + ACTIONS_PER_HOUR.lease) * fanOut(shards, WATCHED_USERS);
    const perHour = watches + ACTIONS_PER_HOUR.connect + ACTIONS_PER_HOUR.leave;
    if ((online * perHour) / 3600 / shards <= CALLS_PER_SECOND) return shards;
  }
}

export const amountsOf = (bill: Bill, times: number): ResourceAmounts => {
  const { requests, objectRequests } = bill;
  const amounts = {
    ...bill,
    cpu: requests * REQUEST_MS.request,
    objectDuration: objectRequests * (REQUEST_MS.objectRequest / 1000) * OBJECT_GB,
  };
  return Object.fromEntries(
    RESOURCES.map((resource) => [resource, amounts[resource] * times]),
  ) as ResourceAmounts;
};

const scale = ({ counts, ...amounts }: Bill, by: number): Bill => ({
  ...(Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, amount * by]),
  ) as typeof amounts),
  counts,
});

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0);
