import { type BatchRows, type Columns, sql, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import { idsTable } from "#db/values-table.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { Embeds } from "#domain/forums/api.ts";
import type { RenderedMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin, presentItemCard } from "../items/present.ts";
import { isItemVisibleTo } from "../items/review-present.ts";
import { type LevelCardRow, levelCardColumns, levelCardJoins, presentLevelCard } from "../levels/present.ts";
import { membersQuery, toMembers } from "./members.ts";
import { type ReplyView, renderTexts } from "./present.ts";
import type { ReplyRow } from "./queries.ts";

/** Cards of each kind per response; further ones stay plain links. */
const MAX_CARDS = 20;

const uniqueIds = (lists: number[][]): number[] =>
  [...new Set(lists.flat())].filter(Number.isSafeInteger).slice(0, MAX_CARDS);

type EmbeddedLevelRow = LevelCardRow & Columns<"levels", "user_id">;

/** Queries for the cards that texts embed; null for a kind that none embeds. */
export function embedQueries(viewer: Actor | null, rendered: Iterable<RenderedMarkdown>) {
  const texts = [...rendered];
  const levelIds = uniqueIds(texts.map(({ levels }) => levels));
  const itemIds = uniqueIds(texts.map(({ items }) => items));
  const levels = () =>
    statement<EmbeddedLevelRow>(sql`select ${levelCardColumns}, l.user_id from ${idsTable(levelIds)} p
      cross join levels l on l.id = p.column1 ${levelCardJoins} where l.visibility <> 'deleted'`);
  const items = () =>
    statement<ItemCardRow>(sql`select ${itemCardColumns} from ${idsTable(itemIds)} p
      cross join items i on i.id = p.column1 ${itemMakerJoin} where ${isItemVisibleTo("i", viewer)}`);
  return { levels: levelIds.length > 0 ? levels() : null, items: itemIds.length > 0 ? items() : null };
}

/** The embedded cards, as far as the viewer can see them. */
export const presentEmbeds = (
  { levels, items }: BatchRows<ReturnType<typeof embedQueries>>,
  viewer: Actor | null,
  now: number,
): Embeds => ({
  levels: levels.filter((row) => canSeeLevel(viewer, row)).map((row) => presentLevelCard(row, now)),
  items: items.map((row) => presentItemCard(row, now, viewer)),
});

/** Loads everything of the main database that texts and their authors need, in one round trip. */
export async function loadView(
  gate: SessionGate,
  viewer: Actor | null,
  ids: readonly (number | null)[],
  rows: readonly ReplyRow[],
  now: number,
): Promise<ReplyView & { embeds: Embeds }> {
  const texts = renderTexts(rows, viewer);
  const people = [...ids, ...rows.map(({ user_id }) => user_id)];
  const { members, embeds } = await gate.read({
    members: membersQuery(people, viewer),
    embeds: embedQueries(viewer, texts.values()),
  });
  return {
    viewer,
    texts,
    members: toMembers(gate, people, members, now),
    embeds: presentEmbeds(embeds, viewer, now),
  };
}
