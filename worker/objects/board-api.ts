/** The numbers of users in one `Presence` object's share. */
export interface PeopleNumbers {
  online: number;
  playing: number;
}

export type LevelPlayers = readonly [level: number, players: number];

/** Adds up who is online and who plays where, for all pages. */
export interface BoardApi extends Rpc.DurableObjectBranded {
  /** Replaces a `Presence` object's newer numbers. Returns the milliseconds until its next report. */
  reportPeople(shard: number, version: number, numbers: PeopleNumbers): number;
  /** Replaces the numbers of a host, in the same way. Levels that aren't listed have no players there. */
  reportLevels(host: number, version: number, levels: readonly LevelPlayers[]): number;
  /** A level was deleted, or other people can see it now. */
  levelChanged(level: number): void;
  /** Forgets what was read from D1, before or after it was rewound. */
  forgetDatabase(): void;
  /** Returns all numbers (`decodeBoard`). */
  read(): Promise<string>;
}
