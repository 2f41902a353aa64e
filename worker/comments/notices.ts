import { type Columns, type SQL, sql } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { PRIVACY } from "#domain/blocks/rules.ts";
import { mentionedNames } from "#domain/comments/mentions.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import type { Visibility } from "#domain/levels/rules.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { canContact, relationshipColumns } from "../blocks/queries.ts";
import { effectiveRole } from "../http/session.ts";
import { noticeJson } from "../notifications/queue.ts";
import type { NewComment } from "./commands.ts";
import { type CommentTargetRow, selectTarget } from "./targets.ts";

/** The title and URL of a notification to `reader` about the commented page. */
function targetNotice(
  type: CommentTarget,
  id: number,
  { owner_id, title }: Pick<CommentTargetRow, "owner_id" | "title">,
  reader: number,
): Pick<Notice, "title" | "url"> {
  if (type === "level") return { title, url: `/levels/${id}#comments` };
  if (type === "item") return { title, url: `/items/${id}#comments` };
  return {
    title: reader === owner_id ? "your profile" : `${title}'s profile`,
    url: `/users/${title}#comments`,
  };
}

/**
 * Selects the notifications for a new comment, `user_id, notice`: to mentioned users who can see it and to the page's owner. At
 * most one per user, none across a block.
 */
export function commentNotices({ type, id, body }: NewComment, author: Actor): SQL {
  const everyone = sql.raw(String(PRIVACY.everyone));
  const [title, url] =
    type === "user"
      ? [
          sql`iif(p.id = t.owner_id, 'your profile', t.title || '''s profile')`,
          sql`'/users/' || t.title || '#comments'`,
        ]
      : [sql`t.title`, sql`${`/${type}s/${id}#comments`}`];
  const notice = noticeJson(
    { type: sql`p.kind`, group: sql`p.kind || ${`:${type}:${id}`}`, actor: author.id },
    { title, url },
  );
  return sql`
    with target as materialized (${selectTarget(type, id, author)}),
      mentioned as materialized (select n.key as place, u.id, ${effectiveRole} as role, ${relationshipColumns(sql`${author.id}`, sql`u.id`)}
        from json_each(${JSON.stringify(mentionedNames(body))}) n cross join users u on u.username = n.value
        where u.id <> ${author.id}),
      people as (select m.place, m.id, 'mention' as kind from mentioned m cross join target t
          where ${canContact(author, sql`m`, everyone)}
            and (t.visibility = 'public' or m.id = t.owner_id or m.role <> 'member')
        union all select -1, t.owner_id, 'comment' from target t
          where t.owner_id <> ${author.id} and t.owner_id not in (select id from mentioned)
            and ${canContact(author, sql`t`, everyone)})
    select p.id as user_id, ${notice} as notice from people p cross join target t order by p.place`;
}

export interface CommentWithTarget extends Columns<"comments", "user_id" | "target_type" | "target_id"> {
  owner_id: number;
  title: string;
  visibility: Visibility;
}

/**
 * Notifies an author that staff removed their comment. Owners who clean up their own page don't send a notification,
 * even if they are staff.
 */
export function removalNotices(
  id: number,
  { user_id, target_type, target_id, ...place }: CommentWithTarget,
  remover: Actor,
): { user_id: number; notice: Notice }[] {
  if (!isStaff(remover) || remover.id === user_id || remover.id === place.owner_id) return [];
  const { title, url } = targetNotice(target_type, target_id, place, user_id);
  const message = `Your comment on ${title} was removed by our staff.`;
  return [
    {
      user_id,
      notice: { type: "moderation", group: `moderation:comment:${id}`, actor: null, title: message, url },
    },
  ];
}
