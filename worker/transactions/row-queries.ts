import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { PageSlice } from "../http/pagination.ts";
import { userColumns } from "../users/present.ts";
import { type LedgerOrder, mergeKinds, type TransactionKind } from "./merge.ts";
import type { TransactionRow } from "./present.ts";

/** Looks a source up only in its own table: null matches nothing and costs nothing. */
const sourceId = (type: string) =>
  sql`case when t.source_type = ${sql.raw(`'${type}'`)} then t.source_id end`;

/** For a purchase `t`, its seller; the keys of both rows are related (docs/ECONOMY.md, rule 5). */
const seller = sql.raw(`case when t.type_id = 1 and t.source_type = 'item' and t.coins < 0 then
  (select b.username from transactions s cross join users b on b.id = s.user_id where s.key = t.key || ':sale') end`);

/** For a row from the site, the first word of its key. */
const gift = sql.raw(`case when t.source_type = 'site' then substr(t.key, 1, instr(t.key, ':') - 1) end`);

/** Hidden items are named only to their creator. */
const isVisible = (alias: "i" | "n", userId: number) =>
  sql`(${sql.raw(alias)}.state = 'shown' or ${sql.raw(alias)}.user_id = ${userId})`;

/**
 * The items of the copies, except the source, which has its own columns: `[[id, name, thumbnail], …]`. D1 counts the rows of
 * `json_each` as read, so a single copy goes without.
 */
const otherItems = (userId: number) => {
  const listed = sql`json_group_array(json_array(n.id, n.name, n.thumbnail))`;
  const isOther = (id: SQL) => sql`(t.source_type <> 'item' or ${id} <> t.source_id)`;
  return sql`case json_array_length(t.copies)
    when 1 then (select ${listed} from items n
      where n.id = t.copies ->> '$[0][0]' and ${isOther(sql`t.copies ->> '$[0][0]'`)} and ${isVisible("n", userId)})
    else (select ${listed} from json_each(t.copies) c cross join items n on n.id = c.value ->> 0 and ${isVisible("n", userId)}
      where ${isOther(sql`c.value ->> 0`)}) end`;
};

/**
 * A page of rows with their sources. `u` is the other user: the source of an own row, or the owner of a row that came from this
 * user.
 */
export function rowsQuery(
  userId: number,
  kinds: readonly TransactionKind[],
  order: LedgerOrder,
  slice: PageSlice,
): Statement<TransactionRow> {
  const own = sql`t.user_id = ${userId}`;
  return statement<TransactionRow>(sql`with page as (${mergeKinds(userId, kinds, order, slice)})
    select t.id, t.type_id, t.source_type, t.source_id, t.coins, t.xp, t.copies, t.created_at, ${userColumns},
      ${own} as own, ${seller} as seller, ${gift} as gift,
      i.name as item_name, i.thumbnail as item_thumbnail, l.title, l.thumbnail as level_thumbnail, l.visibility,
      l.user_id as level_owner, k.name as challenge_name, e.short_name as event_name,
      case when t.copies is not null then ${otherItems(userId)} end as other_items
    from page p cross join transactions t on t.id = p.id
      left join users u on u.id = case when ${own} then ${sourceId("user")} else t.user_id end
      left join items i on i.id = ${sourceId("item")} and ${isVisible("i", userId)}
      left join levels l on l.id = ${sourceId("level")}
      left join challenges k on k.id = ${sourceId("challenge")}
      left join events e on e.id = ${sourceId("event")}`);
}
