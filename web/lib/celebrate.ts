import type { Stamp } from "#domain/first-night/stamps.ts";
import { createStore } from "./store.ts";

/** A place in the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Small: coins fly into the wallet. Without an amount (0), they only fly. */
export interface CoinsCelebration {
  kind: "coins";
  coins: number;
  /** Where they come from, usually the place of the press that earned them. */
  from?: Point | undefined;
}

/** Medium: a card with a badge and the member's bopi. */
export interface BadgeCelebration {
  kind: "badge";
  /** The name of the achievement or challenge. */
  title: string;
  /** The line above the title: "Achievement earned". */
  reason: string;
  /** URL of the badge; null for a trophy. */
  picture?: string | null | undefined;
  /** Shows this stamp of the first night instead of a badge. */
  stamp?: Stamp | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
  /** Identifies what happened, so a tab in the background doesn't show it a second time. */
  key?: string | undefined;
}

/** Large: the whole window, for a new spirit level and the coins it pays. */
export interface LevelCelebration {
  kind: "level";
  level: number;
  coins: number;
  key?: string | undefined;
}

export type Celebration = CoinsCelebration | BadgeCelebration | LevelCelebration;
export type Queued<C extends Celebration = Celebration> = C & { id: number };

interface CelebrationState {
  /** Oldest first. */
  queue: readonly Queued[];
  /** How many parts of the page hold everything back. */
  holds: number;
}

/** More badges than this are only in the notifications. */
const MAX_BADGES = 5;

let lastId = 0;

/** The celebrations that wait or are on the screen. */
export const celebrations = createStore<CelebrationState>({ queue: [], holds: 0 });

const setQueue = (queue: readonly Queued[]) => celebrations.set({ ...celebrations.get(), queue });

/** Returns what can show now: a card or the level, and coins, which fly beside a card but wait for a level. */
export function upcoming({ queue, holds }: CelebrationState): {
  stage: Queued<BadgeCelebration | LevelCelebration> | null;
  coins: Queued<CoinsCelebration> | null;
} {
  if (holds > 0) return { stage: null, coins: null };
  const stage = queue.find((entry) => entry.kind !== "coins") ?? null;
  const coins = queue.find((entry) => entry.kind === "coins") ?? null;
  const isLevelLeft = queue.some(({ kind }) => kind === "level");
  return { stage, coins: isLevelLeft ? null : coins };
}

/** Coins that haven't reached the wallet yet. It shows its balance without them. */
export const pendingCoins = ({ queue }: CelebrationState): number =>
  queue.reduce((sum, entry) => sum + (entry.kind === "coins" ? entry.coins : 0), 0);

/** Adds to an entry of the queue that isn't on the screen yet. Returns whether there was one. */
function merge(added: Celebration): boolean {
  const { queue } = celebrations.get();
  const { stage, coins } = upcoming(celebrations.get());
  const waiting = queue.find(
    (entry) => entry.kind === added.kind && entry.id !== stage?.id && entry.id !== coins?.id,
  );
  if (!waiting || added.kind === "badge" || waiting.kind === "badge") return false;
  const merged = { ...waiting, ...added, coins: waiting.coins + added.coins };
  setQueue(queue.map((entry) => (entry === waiting ? merged : entry)));
  return true;
}

/**
 * Celebrates something the member has earned. Can be called from anywhere; one thing shows after the other, and nothing
 * during a run. Coins and levels that wait are added up.
 */
export function celebrate(celebration: Celebration): void {
  const { queue } = celebrations.get();
  if (celebration.kind === "badge") {
    const badges = queue.filter(({ kind }) => kind === "badge") as Queued<BadgeCelebration>[];
    if (badges.length >= MAX_BADGES) return;
    if (celebration.key && badges.some(({ key }) => key === celebration.key)) return;
  }
  if (!merge(celebration)) setQueue([...queue, { ...celebration, id: ++lastId }]);
}

/** Removes a celebration that has been seen, and begins the next. */
export const finishCelebration = (id: number): void =>
  setQueue(celebrations.get().queue.filter((entry) => entry.id !== id));

/** Empties the queue. Returns what was in it. */
export function takeCelebrations(): readonly Queued[] {
  const { queue } = celebrations.get();
  setQueue([]);
  return queue;
}

/** Holds everything back, for example during a run. Returns a function that ends it. */
export function holdCelebrations(): () => void {
  const add = (count: number) => {
    const state = celebrations.get();
    celebrations.set({ ...state, holds: state.holds + count });
  };
  add(1);
  let isHeld = true;
  return () => {
    if (isHeld) add(-1);
    isHeld = false;
  };
}
