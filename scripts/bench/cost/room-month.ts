import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { HOURS_PER_MONTH, OBJECT_GB, ROOM_ACTIONS_PER_HOUR } from "./actions-per-hour.ts";
import { amountsOf, type CostItem, NO_COST, RESOURCES } from "./month-estimate.ts";
import { dollars, monthlyDollars, type ResourceAmounts } from "./prices.ts";
import { ROOM_ACTIONS, type RoomBills } from "./room-actions.ts";

const SECONDS_PER_HOUR = 3_600;
const HOUR_MS = SECONDS_PER_HOUR * 1000;

export interface RoomMonth {
  playing: number;
  /** The average number of players in a room. */
  perRoom: number;
  /** Most expensive first, at the prices beyond the included amounts. */
  items: CostItem[];
  amounts: ResourceAmounts;
  /** The total, minus the included amounts. */
  dollars: number;
  /** The price of a player's hour, beyond the included amounts. */
  perPlayerHour: number;
}

/** Estimates a month with this many players in rooms at any time. */
export function estimateRoomMonth(playing: number, perRoom: number, bills: RoomBills): RoomMonth {
  const rooms = playing / perRoom;
  const hours = HOURS_PER_MONTH;
  // An object with open sockets is billed for as long as they are open.
  const duration = (objects: number) => objects * OBJECT_GB * SECONDS_PER_HOUR * hours;
  const actions = Object.entries(ROOM_ACTIONS_PER_HOUR) as [keyof typeof ROOM_ACTIONS_PER_HOUR, number][];
  const items: CostItem[] = [
    ...actions.map(([action, perHour]) => {
      const times = playing * perHour * hours;
      return item(ROOM_ACTIONS[action], times, amountsOf(bills.bills[action], times));
    }),
    beatItem(rooms * hours * (HOUR_MS / ROOM_LIMITS.beatMs), bills),
    item("an hour of a player's messages", playing * hours, {
      ...NOTHING,
      objectRequests: bills.messagesPerHour * playing * hours,
    }),
    item("an hour of a room", rooms * hours, { ...NOTHING, objectDuration: duration(rooms) }),
    // Their rooms' reports hardly let hosts sleep.
    item("an hour of a built-in host", hours, {
      ...NOTHING,
      objectDuration: duration(Math.ceil(playing / ROOM_LIMITS.hostPreferredPlayers)),
    }),
  ];
  const amounts = Object.fromEntries(
    RESOURCES.map((resource) => [resource, items.reduce((sum, { amounts: own }) => sum + own[resource], 0)]),
  ) as ResourceAmounts;
  const all = items.reduce((sum, { dollars: own }) => sum + own, 0);
  return {
    playing,
    perRoom,
    items: items.sort((a, b) => b.dollars - a.dollars),
    amounts,
    dollars: monthlyDollars(amounts),
    perPlayerHour: all / playing / hours,
  };
}

const NOTHING = amountsOf(NO_COST, 0);

const item = (label: string, times: number, amounts: ResourceAmounts): CostItem => ({
  label,
  times,
  amounts,
  dollars: RESOURCES.reduce((sum, resource) => sum + dollars(resource, amounts[resource]), 0),
});

/** A host's time is billed as a whole. */
function beatItem(times: number, { bills }: RoomBills): CostItem {
  return item(ROOM_ACTIONS.beat, times, { ...amountsOf(bills.beat, times), objectDuration: 0 });
}
