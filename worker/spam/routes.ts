import { type Columns, first, type Statement, sql, statement } from "#db/database.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import {
  addWordRoute,
  decideHeldRoute,
  deleteWordRoute,
  heldQueueRoute,
  tryWordsRoute,
  type Word,
  wordListRoute,
} from "#domain/spam/api.ts";
import { WordList } from "#domain/spam/word-list.ts";
import { createdTimes } from "#domain/time.ts";
import { type Call, type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks, readPagedList } from "../http/pagination.ts";
import { auditEntry } from "../moderation/audit.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import {
  type ForumEffect,
  type MainEffect,
  pendingQuery,
  type StoredAuditEntry,
  storeEffects,
} from "../outbox/effects.ts";
import { FROM_FORUM, relayNow, TO_FORUM, writeWithEffects } from "../outbox/write-with-effects.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import {
  closedError,
  type HeldRow,
  heldCommentStatements,
  heldOneQuery,
  heldPageQuery,
  heldPostWithContext,
  namePlaces,
  placeOf,
  postOf,
  presentHeld,
} from "./held.ts";
import type { NewReply, NewThread } from "./post.ts";
import { clearWordCache, wordsColumn } from "./words.ts";

/** The notice to the author. */
function decisionNotice(row: HeldRow, approve: boolean, reason: string): Notice {
  const { name, url } = placeOf(row);
  const what = row.kind === "thread" ? `Your thread “${row.title}”` : `Your ${row.kind} on ${name}`;
  return {
    type: "moderation",
    group: `moderation:held:${row.id}`,
    actor: null,
    title: approve ? `${what} was published.` : `${what} wasn't published: ${reason}`,
    url: approve ? url : "/standing",
  };
}

const alreadyDecidedError = () =>
  new ApiError("conflict", { message: "Someone already decided about this." });

type DecideCall = Call<typeof decideHeldRoute>;

function decisionEntry(row: HeldRow, { viewer, input: { approve, reason } }: DecideCall): StoredAuditEntry {
  return {
    actor_id: viewer.id,
    action: approve ? "held.approve" : "held.decline",
    subject_type: "user",
    subject_id: row.u_id,
    reason,
    details: { held: row.id, kind: row.kind, place: placeOf(row).url, why: row.why, found: row.found },
    before: { state: "waiting", title: row.title, body: row.body },
    after: { state: approve ? "approved" : "declined" },
  };
}

const decideStatement = (
  id: number,
  state: "approved" | "declined",
  { viewer, input: { reason }, now }: DecideCall,
): Statement<Columns<"held_posts", "id">> =>
  statement`update held_posts set state = ${state}, reason = ${reason}, decided_by = ${viewer.id}, decided_at = ${now}
    where id = ${id} and state = 'waiting' returning id`;

/** Approves a held forum post as an effect. If its place is gone, it's held again: then throws `conflict`. */
async function publish(call: DecideCall, row: HeldRow, held: NewThread | NewReply): Promise<void> {
  const { gate, now } = call;
  const author = { id: row.u_id, role: row.role, joined_at: row.joined_at };
  const { post, context } = await heldPostWithContext(gate, author, held);
  const effects: MainEffect[] = [
    { type: "audit", entry: decisionEntry(row, call) },
    { type: "notice", user_id: row.u_id, notice: decisionNotice(row, true, "") },
  ];
  const effect: ForumEffect = { type: "publish", held_id: row.id, author, post, context, effects };
  const isWaiting = sql`exists (select 1 from held_posts where id = ${row.id} and state = 'waiting')`;
  const { decided: isDecided } = await writeWithEffects(call, TO_FORUM, {
    effects: storeEffects("forum", [effect], now, isWaiting),
    decided: first(decideStatement(row.id, "approved", call)),
  });
  if (!isDecided) throw alreadyDecidedError();
  await relayNow(call, FROM_FORUM, await gate.forum.all(pendingQuery("main")));
  const after = await gate.first(heldOneQuery(row.id));
  if (after?.state === "waiting") throw closedError();
}

/** The staff queue of held posts. */
function heldRoutes(app: HonoApp): void {
  handle(app, heldQueueRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.held;
    const { state, page } = input;
    const { rows, total } = await readPagedList(gate, {
      page,
      size,
      rows: (slice) => heldPageQuery(state, slice),
      total: () => sql`coalesce((select value from counters where name = ${`held:${state}`}), 0)`,
    });
    const named = await namePlaces(gate, rows);
    return {
      data: named.map((row) => presentHeld(row, now)),
      ...paginationLinks(request, page, size, total),
    };
  });

  handle(app, decideHeldRoute, async (call) => {
    const { params, input, gate, env, now, defer } = call;
    const { approve, reason } = input;
    if (!approve && !reason) throw fieldError("reason", "Enter a reason for its author.");
    const row = await gate.first(heldOneQuery(params.id));
    if (!row) throw new ApiError("not_found", { message: "This post doesn't exist." });
    if (row.state !== "waiting") throw alreadyDecidedError();
    const [named = row] = await namePlaces(gate, [row]);
    const post = postOf(row);
    if (approve && post.kind !== "comment") await publish(call, named, post);
    else {
      const isWaiting = sql`exists (select 1 from held_posts where id = ${row.id} and state = 'waiting')`;
      const author = { id: row.u_id, role: row.role };
      const written =
        approve && post.kind === "comment"
          ? await heldCommentStatements(gate, author, post, now, isWaiting)
          : null;
      const { decided: isDecided } = await gate.write({
        insert: written?.insert ?? null,
        finish: written?.finish ?? [],
        audit: auditEntry(now, { ...decisionEntry(named, call), when: isWaiting }),
        notices: queueNotices(
          [{ user_id: row.u_id, notice: decisionNotice(named, approve, reason) }],
          now,
          isWaiting,
        ),
        // Last, because it ends the condition of the others.
        decided: first(decideStatement(row.id, approve ? "approved" : "declined", call)),
      });
      if (!isDecided) throw alreadyDecidedError();
    }
    defer(deliverNotices(env));
    return {
      message: approve ? "Everyone can see it now." : "Declined. Its author gets the reason.",
    };
  });
}

interface WordRow extends UserColumns, Columns<"words", "id" | "word" | "whole" | "created_at"> {
  action: Word["action"];
}

const wordQuery = (where: ReturnType<typeof sql>): Statement<WordRow> =>
  statement<WordRow>`select w.id, w.word, w.action, w.whole, w.created_at, ${userColumns}
    from (${where}) p cross join words w on w.id = p.id cross join users u on u.id = w.user_id`;

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
function wordRoutes(app: HonoApp): void {
  handle(app, wordListRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.words;
    const { rows, total } = await gate.read({
      rows: wordQuery(
        sql`select id from words order by word limit ${size} offset ${(input.page - 1) * size}`,
      ),
      // The list's length, from the single row that holds all words.
      total: first<{ n: number }>`select coalesce(json_array_length(${wordsColumn}), 0) as n`,
    });
    return {
      data: rows.map((row) => presentWord(row, now)),
      ...paginationLinks(request, input.page, size, total?.n ?? 0),
    };
  });

  handle(app, addWordRoute, async ({ input, gate, viewer, now }) => {
    const word = input.word.toLowerCase();
    const { action, whole } = input;
    const subject = { actor_id: viewer.id, action: "word.add", subject_id: word } as const;
    const hasRoom = sql`((select count(*) from (select 1 from words limit ${LIMITS.words})) < ${LIMITS.words}
      or exists (select 1 from words where word = ${word}))`;
    const { row } = await gate.write({
      audit: auditEntry(now, {
        ...subject,
        before: wordBefore(word),
        after: { action, whole },
        when: hasRoom,
      }),
      words: statement`insert into words (word, action, whole, user_id, created_at)
        select ${word}, ${action}, ${whole ? 1 : 0}, ${viewer.id}, ${now} where ${hasRoom}
        on conflict (word) do update set action = excluded.action, whole = excluded.whole, user_id = excluded.user_id`,
      row: first(wordQuery(sql`select id from words where word = ${word}`)),
    });
    if (!row) throw new ApiError("words_full");
    clearWordCache();
    return { word: presentWord(row, now) };
  });

  handle(app, deleteWordRoute, async ({ params, gate, viewer, now }) => {
    const row = await gate.first(wordQuery(sql`select id from words where id = ${params.id}`));
    if (!row) throw new ApiError("not_found", { message: "This word isn't on the list." });
    const { id, word } = row;
    const about = { actor_id: viewer.id, action: "word.delete", subject_id: word } as const;
    const exists = sql`exists (select 1 from words where id = ${id})`;
    await gate.write({
      audit: auditEntry(now, { ...about, before: wordBefore(word), when: exists }),
      words: statement`delete from words where id = ${id}`,
    });
    clearWordCache();
    return { message: `“${word}” was removed from the list.` };
  });

  handle(app, tryWordsRoute, async ({ input, gate }) => {
    const row = await gate.first(statement<{ words: string | null }>`select ${wordsColumn} as words`);
    const words = WordList.read(row?.words);
    return { refuse: words.find(input.text, "refuse"), hold: words.find(input.text, "hold") };
  });
}

/** Staff routes for spam protection. */
export function spamRoutes(app: HonoApp): void {
  heldRoutes(app);
  wordRoutes(app);
}
