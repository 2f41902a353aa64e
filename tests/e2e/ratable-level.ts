import type { Api, ApiLevel, ListPage } from "./api.ts";

/** Each test that rates levels has its own share of them, because they would interfere. */
const SHARES = { rows: 0, stars: 1 } as const;
const SHARE_COUNT = Object.keys(SHARES).length;

/** A level by someone else that this member has cleared and not rated. */
export async function ratableLevel(api: Api, share: keyof typeof SHARES): Promise<ApiLevel> {
  let rated: ApiLevel | undefined;
  for (let number = 1, last = 1; number <= last; number++) {
    const { data, meta } = await api.get<ListPage<ApiLevel>>(
      `/api/levels?filter=clearedByUser&order=newest&page=${number}`,
    );
    last = meta.last_page;
    for (const { id } of data.filter((one) => one.id % SHARE_COUNT === SHARES[share])) {
      const level = await api.level(id);
      if (level.canRate && !level.own_rating) return level;
      if (level.canRate) rated ??= level;
    }
  }
  if (!rated?.own_rating) throw new Error(`nothing to rate in share ${share}`);
  // All of them are rated, as after many runs on the same site.
  await api.post(`/api/ratings/${rated.own_rating.id}/delete`);
  return api.level(rated.id);
}
