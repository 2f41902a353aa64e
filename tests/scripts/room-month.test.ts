import { expect, test } from "vitest";
import { ROOM_ACTIONS_PER_HOUR } from "#scripts/bench/cost/actions-per-hour.ts";
import { NO_COST } from "#scripts/bench/cost/month-estimate.ts";
import type { RoomBills } from "#scripts/bench/cost/room-actions.ts";
import { estimateRoomMonth } from "#scripts/bench/cost/room-month.ts";

const HOURS = 730;
const SECONDS = HOURS * 3_600;

const bills: RoomBills = {
  bills: {
    join: { ...NO_COST, requests: 2, d1RowsWritten: 3 },
    clear: { ...NO_COST, d1RowsWritten: 10 },
    challenge: { ...NO_COST, d1RowsWritten: 20 },
    clearAgain: { ...NO_COST, d1RowsWritten: 2 },
    leave: NO_COST,
    beat: { ...NO_COST, objectRequests: 1 },
  },
  messagesPerHour: 2_700,
};

test("a month of rooms bills the rooms' time, every 20th message and each action", () => {
  const { amounts } = estimateRoomMonth(1_000, 10, bills);
  // 100 rooms report every 15 s.
  expect(amounts.objectRequests).toBe((1_000 * 2_700 + 100 * 240) * HOURS);
  // 100 rooms and 2 hosts of 800 players.
  expect(amounts.objectDuration).toBeCloseTo(102 * 0.128 * SECONDS, 3);
  const { join, clear, challenge, clearAgain } = ROOM_ACTIONS_PER_HOUR;
  expect(amounts.requests).toBeCloseTo(1_000 * join * 2 * HOURS, 3);
  const rows = join * 3 + clear * 10 + challenge * 20 + clearAgain * 2;
  expect(amounts.d1RowsWritten).toBeCloseTo(1_000 * rows * HOURS, 3);
});

test("a player's hour gets cheaper in fuller rooms", () => {
  const [alone, few, full] = [1, 10, 50].map((perRoom) => estimateRoomMonth(1_000, perRoom, bills));
  expect(few?.perPlayerHour).toBeLessThan(alone?.perPlayerHour ?? 0);
  expect(full?.perPlayerHour).toBeLessThan(few?.perPlayerHour ?? 0);
});

test("a month costs the sum of its items beyond the included amounts", () => {
  const { items, dollars, playing, perPlayerHour } = estimateRoomMonth(1_000_000, 20, bills);
  const all = items.reduce((sum, item) => sum + item.dollars, 0);
  expect(perPlayerHour * playing * HOURS).toBeCloseTo(all, 3);
  expect(dollars).toBeLessThan(all);
  expect(dollars).toBeGreaterThan(all - 200);
});
