import type { PeopleCounts } from "#domain/presence/api.ts";

/** A private level that has players. */
export interface PrivateLevel {
  players: number;
  /** The user who can see it, besides staff. */
  creator: number;
}

/** The numbers that pages poll. */
export interface BoardView {
  counts: PeopleCounts;
  /** Whether the site saves nothing. */
  isReadOnly: boolean;
  /** Players by public level. Levels without players are absent. */
  publicPlayers: ReadonlyMap<number, number>;
  privateLevels: ReadonlyMap<number, PrivateLevel>;
}

/** The text of a `BoardView`: at most 200 KB for `MAX_LEVELS` levels. */
interface BoardText {
  counts: PeopleCounts;
  read_only?: boolean;
  /** For each level in order: the difference between its id and the previous one, and its players. */
  levels: number[];
  private: [level: number, players: number, creator: number][];
}

export function encodeBoard({ counts, isReadOnly, publicPlayers, privateLevels }: BoardView): string {
  let last = 0;
  const levels = [...publicPlayers]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, players]) => {
      const step = id - last;
      last = id;
      return [step, players];
    });
  const text: BoardText = {
    counts,
    ...(isReadOnly && { read_only: true }),
    levels,
    private: [...privateLevels].map(([id, { players, creator }]) => [id, players, creator]),
  };
  return JSON.stringify(text);
}

export function decodeBoard(text: string): BoardView {
  const { counts, read_only = false, levels, private: hidden } = JSON.parse(text) as BoardText;
  const publicPlayers = new Map<number, number>();
  let id = 0;
  for (let at = 0; at < levels.length; at += 2) {
    id += levels[at] ?? 0;
    publicPlayers.set(id, levels[at + 1] ?? 0);
  }
  const privateLevels = new Map(hidden.map(([level, players, creator]) => [level, { players, creator }]));
  return { counts, isReadOnly: read_only, publicPlayers, privateLevels };
}
