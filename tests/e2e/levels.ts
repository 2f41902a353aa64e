import type { Api, Level, Page } from "./api.ts";

/** Tests that rate levels each have their own share of them, so that they never meet. */
const LOTS = { mouse: 0, keys: 1, rows: 2, stars: 3, removal: 4, uncleared: 5 } as const;
export type Lot = keyof typeof LOTS;
const COUNT = Object.keys(LOTS).length;

async function idsOf(api: Api, filter: string): Promise<number[]> {
  const first = await api.get<Page<Level>>(`/api/levels?filter=${filter}&order=newest`);
  const ids = first.data.map(({ id }) => id);
  for (let page = 2; page <= first.meta.last_page; page++) {
    const { data } = await api.get<Page<Level>>(`/api/levels?filter=${filter}&order=newest&page=${page}`);
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}

/** A level of somebody else's that this member has cleared (or only played for long) and not rated. */
export async function ratableLevel(
  api: Api,
  lot: Lot,
  how: "cleared" | "played" = "cleared",
): Promise<Level> {
  const cleared = await idsOf(api, "clearedByUser");
  const ids =
    how === "cleared" ? cleared : (await idsOf(api, "playedByUser")).filter((id) => !cleared.includes(id));
  let rated: Level | undefined;
  for (const id of ids.filter((one) => one % COUNT === LOTS[lot])) {
    const level = await api.level(id);
    if (level.canRate && !level.own_rating) return level;
    if (level.canRate) rated ??= level;
  }
  if (!rated?.own_rating) throw new Error(`nothing to rate in lot ${lot}`);
  // Every one of them is rated, as after many runs on the same site.
  await api.post(`/api/ratings/${rated.own_rating.id}/delete`);
  return api.level(rated.id);
}
