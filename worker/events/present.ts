import type { Actor } from "#domain/auth/roles.ts";
import type { Challenge } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { formatDuration, isoTime, newYorkDay } from "#domain/time.ts";
import { itemPictureUrl } from "../items/present.ts";
import { presentLevelCard } from "../levels/present.ts";
import type { ChallengeRow, EventLevelCardRow, EventRow } from "./queries.ts";

/** The first and last day; an end at midnight belongs to the day before. */
const days = ({ starts_at, ends_at }: { starts_at: number; ends_at: number }) => ({
  starts_on: newYorkDay(starts_at),
  ends_on: newYorkDay(ends_at - 1),
  starts_at: isoTime(starts_at),
  ends_at: isoTime(ends_at),
});

const reward = ({ coins, xp, item_id, item_name, item_thumbnail }: EventRow | ChallengeRow) => ({
  coins,
  xp,
  item:
    item_id === null
      ? null
      : {
          id: item_id,
          name: item_name ?? "",
          thumbnail_url: itemPictureUrl(item_thumbnail),
          url: `/items/${item_id}`,
        },
});

/** An event with its own cards, in order. */
export function presentEvent(
  row: EventRow,
  cards: readonly EventLevelCardRow[],
  viewer: Actor | null,
  now: number,
): LevelEvent {
  const own = cards
    .filter(({ owner }) => owner === row.id)
    .sort((a, b) => a.position - b.position || a.id - b.id);
  return {
    id: row.id,
    short_name: row.short_name,
    description: row.description,
    highlight_color: row.highlight_color,
    ...days(row),
    goal: row.goal,
    reward: reward(row),
    levels: own.map((card) => presentLevelCard(card, now)),
    cleared: viewer && row.cleared,
    rewarded: row.rewarded === 1,
  };
}

export function presentChallenge(
  row: ChallengeRow,
  cards: readonly EventLevelCardRow[],
  now: number,
): Challenge {
  const card = cards.find(({ owner }) => owner === row.id);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    goal_ms: row.goal_ms,
    goal_formatted: row.goal_ms === null ? null : formatDuration(row.goal_ms),
    ...days(row),
    reward: reward(row),
    level: card ? presentLevelCard(card, now) : null,
    rewarded: row.rewarded === 1,
  };
}
