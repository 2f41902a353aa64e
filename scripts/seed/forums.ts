import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import type { Forums, ForumWorld } from "./content/forums/forums.ts";
import { SEED_ITEMS } from "./content/items.ts";
import type { SeedLevel } from "./content/levels.ts";
import { type SeedPerson, TROUBLEMAKER } from "./content/people.ts";
import { insertRows } from "./economy.ts";
import { DAY_MS } from "./ids.ts";

const MODERATOR = 2;
/** How many days ago each demo sign-in last read the forums. */
const READ_DAYS_AGO = [0.5, 0.1, 4, 2] as const;

/** Everything that the forums' texts mention: people, the most popular levels first, and items by name. */
export const forumWorld = (people: SeedPerson[], levels: SeedLevel[]): ForumWorld => ({
  people: [...people, TROUBLEMAKER],
  levels: levels
    .map(({ title, creatorIndex, visibility, popularity }, i) => ({
      id: i + 1,
      title,
      visibility,
      popularity,
      maker: people[creatorIndex]?.username ?? "",
    }))
    .filter(({ visibility }) => visibility === "public")
    .sort((a, b) => b.popularity - a.popularity),
  items: new Map(SEED_ITEMS.map(({ name }, i) => [name, i + 1])),
});

/** Statements for the demo world's forums. */
export function forumRows({ threads, posts, bookmarks }: Forums, now: number): Statement[] {
  const at = (daysAgo: number) => Math.round(now - daysAgo * DAY_MS);
  const edited = posts.filter(({ before }) => before !== undefined);
  const deleted = posts.filter((post) => post.deleted);
  return [
    ...insertRows(
      "threads",
      threads.map(({ daysAgo, person, pinned, locked, removed: _, ...thread }) => ({
        ...thread,
        user_id: person + 1,
        pinned: Number(pinned),
        locked: Number(locked),
        created_at: at(daysAgo),
        last_reply_at: at(daysAgo),
      })),
    ),
    ...insertRows(
      "replies",
      posts.map(({ daysAgo, person, before, deleted: _, ...post }) => ({
        ...post,
        user_id: person + 1,
        created_at: at(daysAgo),
        edits_count: before === undefined ? 0 : 1,
        edited_at: before === undefined ? null : at(daysAgo * 0.9),
      })),
    ),
    ...insertRows(
      "reply_edits",
      edited.map(({ id, person, position, thread_id, before, daysAgo }) => ({
        reply_id: id,
        user_id: person + 1,
        title: position === 0 ? threads.find((thread) => thread.id === thread_id)?.title : null,
        body: before,
        created_at: at(daysAgo * 0.9),
      })),
    ),
    ...threads
      .filter(({ removed }) => removed)
      .map(({ id, daysAgo }) =>
        statement(
          sql`update threads set deleted_at = ${at(daysAgo * 0.7)}, deleted_by = ${MODERATOR} where id = ${id}`,
        ),
      ),
    ...deleted.map(({ id, person, daysAgo, deleted: deletedBy }) =>
      statement(sql`update replies set deleted_at = ${at(daysAgo * 0.9)}, deleted_by = ${deletedBy === "staff" ? MODERATOR : person + 1}
        where id = ${id}`),
    ),
    ...insertRows(
      "bookmarks",
      bookmarks.map(({ person, thread_id, daysAgo }) => ({
        user_id: person + 1,
        thread_id,
        created_at: at(daysAgo),
      })),
    ),
    ...insertRows(
      "forum_visits",
      READ_DAYS_AGO.flatMap((daysAgo, i) =>
        SUBFORUM_IDS.map((subforum_id) => ({ user_id: i + 1, subforum_id, read_at: at(daysAgo) })),
      ),
    ),
  ];
}
