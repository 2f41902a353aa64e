import type { Api, ApiLevel, ListPage } from "./api.ts";

/** Each test that rates levels has its own share of them, because they would interfere. */
const SHARES = { rows: 0, stars: 1, removal: 2, uncleared: 3 } as const;
type LevelShare = keyof typeof SHARES;
const SHARE_COUNT = Object.keys(SHARES).length;

async function idsOf(api: Api, filter: string): Promise<number[]> {
  const first = await api.get<ListPage<ApiLevel>>(`/api/levels?filter=${filter}&order=newest`);
  const ids = first.data.map(({ id }) => id);
  for (let page = 2; page <= first.meta.last_page; page++) {
    const { data } = await api.get<ListPage<ApiLevel>>(
      `/api/levels?filter=${filter}&order=newest&page=${page}`,
    );
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}

/** A level by someone else that this member has cleared (or only played for long) and not rated. */
export async function ratableLevel(
  api: Api,
  share: LevelShare,
  how: "cleared" | "played" = "cleared",
): Promise<ApiLevel> {
  const cleared = await idsOf(api, "clearedByUser");
  const ids =
    how === "cleared" ? cleared : (await idsOf(api, "playedByUser")).filter((id) => !cleared.includes(id));
  let rated: ApiLevel | undefined;
  for (const id of ids.filter((one) => one % SHARE_COUNT === SHARES[share])) {
    const level = await api.level(id);
    if (level.canRate && !level.own_rating) return level;
    if (level.canRate) rated ??= level;
  }
  if (!rated?.own_rating) throw new Error(`nothing to rate in share ${share}`);
  // All of them are rated, as after many runs on the same site.
  await api.post(`/api/ratings/${rated.own_rating.id}/delete`);
  return api.level(rated.id);
}
