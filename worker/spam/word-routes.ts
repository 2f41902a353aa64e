import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { words } from "#db/schema/index.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { addWordRoute, deleteWordRoute, tryWordsRoute, type Word, wordListRoute } from "#domain/spam/api.ts";
import { WordList } from "#domain/spam/word-list.ts";
import { createdTimes } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { auditEntry } from "../moderation/audit.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { clearWordCache, wordsColumn } from "./words.ts";

interface WordRow extends UserColumns, Columns<"words", "id" | "word" | "whole" | "created_at"> {
  action: Word["action"];
}

const wordQuery = (where: ReturnType<typeof sql>): Statement<WordRow> =>
  statement<WordRow>(sql`select w.id, w.word, w.action, w.whole, w.created_at, ${userColumns}
    from (${where}) p cross join words w on w.id = p.id cross join users u on u.id = w.user_id`);

const presentWord = (row: WordRow, now: number): Word => ({
  id: row.id,
  word: row.word,
  action: row.action,
  whole: row.whole === 1,
  user: presentUser(row, now),
  ...createdTimes(row.created_at),
});

/** A word's settings as JSON, for the audit entry. */
const wordBefore = (word: string) =>
  sql`(select json_object('action', action, 'whole', whole) from words where word = ${word})`;

/** Routes for the list of filtered words. */
export function wordRoutes(app: HonoApp): void {
  handle(app, wordListRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.words;
    const {
      rows,
      total: [total],
    } = await gate.read({
      rows: wordQuery(
        sql`select id from words order by word limit ${size} offset ${(input.page - 1) * size}`,
      ),
      // The list's length, from the single row that holds all words.
      total: statement<{ n: number }>(sql`select coalesce(json_array_length(${wordsColumn}), 0) as n`),
    });
    return {
      data: rows.map((row) => presentWord(row, now)),
      ...paginationLinks(request, input.page, size, total?.n ?? 0),
    };
  });

  handle(app, addWordRoute, async ({ input, gate, viewer, now }) => {
    const word = input.word.toLowerCase();
    const { action, whole } = input;
    const subject = {
      actor_id: viewer.id,
      action: "word.add",
      subject_type: "word",
      subject_id: word,
    } as const;
    const hasRoom = sql`((select count(*) from (select 1 from words limit ${LIMITS.words})) < ${LIMITS.words}
      or exists (select 1 from words where word = ${word}))`;
    const {
      row: [row],
    } = await gate.write({
      audit: auditEntry({ ...subject, before: wordBefore(word), after: { action, whole } }, now, hasRoom),
      words: statement(sql`insert into words (word, action, whole, user_id, created_at)
        select ${word}, ${action}, ${whole ? 1 : 0}, ${viewer.id}, ${now} where ${hasRoom}
        on conflict (word) do update set action = excluded.action, whole = excluded.whole, user_id = excluded.user_id`),
      row: wordQuery(sql`select id from words where word = ${word}`),
    });
    if (!row) throw new ApiError("words_full");
    clearWordCache();
    return { word: presentWord(row, now) };
  });

  handle(app, deleteWordRoute, async ({ params, gate, viewer, now }) => {
    const row = await gate.first(wordQuery(sql`select id from words where id = ${params.id}`));
    if (!row) throw new ApiError("not_found", { message: "This word isn't on the list." });
    const { id, word } = row;
    await gate.write({
      audit: auditEntry(
        {
          actor_id: viewer.id,
          action: "word.delete",
          subject_type: "word",
          subject_id: word,
          before: wordBefore(word),
        },
        now,
        sql`exists (select 1 from words where id = ${id})`,
      ),
      words: statement(sql`delete from words where id = ${id}`),
    });
    clearWordCache();
    return { message: `“${word}” was removed from the list.` };
  });

  handle(app, tryWordsRoute, async ({ input, gate }) => {
    const row = await gate.first(statement<{ words: string | null }>(sql`select ${wordsColumn} as words`));
    const words = WordList.read(row?.words);
    return { refuse: words.find(input.text, "refuse"), hold: words.find(input.text, "hold") };
  });
}
