import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { Database, type Statement, statement } from "#db/client.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { likeness, marksOf, type Print, printOf } from "#domain/items/likeness.ts";
import { ITEM_TYPES, type ItemTypeId } from "#domain/items/rules.ts";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";
import { loadTexture } from "../render/wardrobe.ts";

/** A mark that this many items have is no mark of any of them; so many are read where one is looked up. */
const MOST_OF_A_MARK = 40;
/** How many others an item is held against, those that share most with it. */
const MOST_COMPARED = 12;
/** How many are told. */
const MOST_TOLD = 4;

/** What a picture looks like, and the marks by which its likes are found; the first stands for its very pixels. */
export interface Printed {
  print: Print;
  marks: string[];
}

/** Looks at a picture. One that has hardly anything on it has no marks: it is nobody's. */
export function lookAt(pixels: Pixels, type: ItemTypeId): Printed {
  const print = printOf(pixels, type);
  if (Object.keys(print).length === 0) return { print, marks: [] };
  const hash = createHash("sha256").update(shown(pixels)).digest("hex").slice(0, 32);
  return { print, marks: [`${ITEM_TYPES[type]}:${hash}`, ...marksOf(print, type)] };
}

/** The bytes of what is seen: the colour of what is wholly see-through is none. */
function shown({ data }: Pixels): Uint8Array {
  const bytes = Uint8Array.from(data);
  for (let at = 3; at < bytes.length; at += 4) if (bytes[at] === 0) bytes.fill(0, at - 3, at);
  return bytes;
}

export interface Candidate {
  id: number;
  print: string;
  same: 0 | 1;
  mine: 0 | 1;
}

/** Items that share marks with a picture, those with the same pixels first; the maker's own tell who was first. */
export const candidatesQuery = ({ marks }: Printed, maker: number): Statement<Candidate> =>
  statement<Candidate>(sql`select p.item_id as id, p.print, h.same, h.mine from (
      select m.item_id, max(m.mark = ${marks[0] ?? ""}) as same, i.user_id = ${maker} as mine, count(*) as shared
      from json_each(${JSON.stringify(marks)}) j cross join item_marks m on m.mark = j.value
        cross join items i on i.id = m.item_id
      group by m.item_id order by same desc, shared desc limit ${MOST_COMPARED}) h
    cross join item_prints p on p.item_id = h.item_id`);

export interface Resemblance {
  id: number;
  percent: number;
}

/** Which of the candidates a picture looks like, most of all first; none that is younger than an own item which does. */
export function resembling({ print }: Printed, candidates: readonly Candidate[]): Resemblance[] {
  const alike = candidates
    .map(({ id, print: other, same, mine }) => ({
      id,
      mine,
      percent: same ? 100 : Math.min(99, likeness(print, JSON.parse(other) as Print)),
    }))
    .filter(({ percent }) => percent > 0);
  const first = Math.min(...alike.filter(({ mine }) => mine).map(({ id }) => id));
  return alike
    .filter(({ id, mine }) => !mine && id < first)
    .sort((a, b) => b.percent - a.percent || a.id - b.id)
    .slice(0, MOST_TOLD)
    .map(({ id, percent }) => ({ id, percent }));
}

/** Statements that keep what an item looks like; `item` is an expression for its id, null where there is none. */
export const keepPrint = ({ print, marks }: Printed, item: SQL): Statement[] =>
  marks.length === 0
    ? []
    : [
        statement(sql`insert into item_prints (item_id, print) select id, ${JSON.stringify(print)} from items where id = ${item}
          on conflict do nothing`),
        statement(sql`insert into item_marks (mark, item_id) select j.value, i.id
          from json_each(${JSON.stringify(marks)}) j cross join items i on i.id = ${item}
          where (select count(*) from (select 1 from item_marks where mark = j.value limit ${MOST_OF_A_MARK})) < ${MOST_OF_A_MARK}
          on conflict do nothing`),
      ];

/** How many older items a pass looks at: each is a picture to decode. */
const AT_ONCE = 20;

/** Looks at items that were made before there were prints, a few at a time; a picture that can't be had is passed over. */
export async function sweepPrints(env: Env): Promise<void> {
  const db = new Database(env.DB);
  const items = await db.all(
    statement<{ id: number; type_id: ItemTypeId; uuid: string }>(
      sql`select id, type_id, uuid from items indexed by items_unprinted where printed = 0 order by id limit ${AT_ONCE}`,
    ),
  );
  for (const { id, type_id, uuid } of items) {
    const kept = await loadTexture(env.BUCKET, uuid)
      .then((pixels) => keepPrint(lookAt(pixels, type_id), sql`${id}`))
      .catch((error: unknown) => {
        logError("texture not looked at", { item: id }, error);
        return [];
      });
    await db.batch([...kept, statement(sql`update items set printed = 1 where id = ${id}`)]);
  }
}
