/** The number of the page that made a part and its counter, in base 36. Documents' own parts have page 0. */
export type PartId = string;

export const SPAWN_ID = "spawn";
export const GOAL_ID = "goal";
export const SKY_ID = "sky";
const FIXED_IDS: ReadonlySet<string> = new Set([SPAWN_ID, GOAL_ID, SKY_ID]);

const PATTERN = /^(0|[1-9a-z][0-9a-z]{0,5})\.(0|[1-9a-z][0-9a-z]{0,5})$/;
/** More than any counter in 6 digits of base 36. */
const COUNTERS = 36 ** 6;

export const partId = (client: number, counter: number): PartId =>
  `${client.toString(36)}.${counter.toString(36)}`;

export const isFixedId = (id: PartId): boolean => FIXED_IDS.has(id);

export const isPartId = (id: string): boolean => FIXED_IDS.has(id) || PATTERN.test(id);

/** The number of the page that made a thing; −1 for the spawn, the goal and the sky. */
export const clientOf = (id: PartId): number =>
  FIXED_IDS.has(id) ? -1 : Number.parseInt(id.slice(0, id.indexOf(".")), 36);

export const counterOf = (id: PartId): number => Number.parseInt(id.slice(id.indexOf(".") + 1), 36);

/** A number that sorts ids in the order of the document. */
export const idRank = (id: PartId): number =>
  FIXED_IDS.has(id) ? -1 : clientOf(id) * COUNTERS + counterOf(id);
