import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { readMessageId } from "#domain/conversations/ids.ts";
import { writeChatView } from "#domain/conversations/view.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { replyUrl, threadUrl } from "#domain/forums/view.ts";
import { firstWords } from "#domain/limits.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { assetUrl } from "../assets/url.ts";
import type { Env } from "../env.ts";
import type { SessionGate } from "../http/gate.ts";
import { conversationOf } from "../live/stubs.ts";
import { bopiPictures } from "../users/present.ts";

/** How many messages before and after a reported one are copied. */
const CONTEXT = 10;
/** How much of a text names it. */
const NAME = 60;

/** A thing as it was when it was reported (domain/moderation/api.ts); who said what is told by ids. */
export interface Copy {
  title: string;
  text: string;
  picture_url: string | null;
  place: string;
  messages: { id: string; user_id: number; body: string; reported: boolean; created_at: number }[];
}

/** What somebody wants to report. */
export interface Found {
  type: ReportType;
  target: string;
  owner_id: number;
  /** What it is, in a few words. */
  name: string;
  /** Where staff see it. */
  url: string;
  copy: Copy;
}

interface FoundRow {
  id: number;
  owner_id: number;
  title: string;
  body: string;
  /** Asset of its picture. */
  picture: string | null;
  /** Of a bopi that is not drawn yet. */
  colors: string;
  /** What it stands on or in, where it is part of something. */
  place_type: CommentTarget | null;
  place_id: number;
  place_name: string;
  /** A reply's number in its thread. */
  position: number;
}

const NOWHERE = sql.raw("null as place_type, 0 as place_id, '' as place_name, 1 as position");

/** Levels, as `l`, that somebody who is no moderator can see. */
const isSeenBy = (me: number) =>
  sql`(l.visibility = 'public' or (l.visibility = 'private' and l.user_id = ${me}))`;

/** Looks up what is reported, if the one who reports it can see it. */
function foundQuery(type: ReportType, target: string, me: number): Statement<FoundRow> {
  const id = /^[1-9]\d{0,14}$/.test(target) ? Number(target) : 0;
  switch (type) {
    case "level":
      return statement(sql`select id, user_id as owner_id, title, description as body, thumbnail as picture, '' as colors, ${NOWHERE}
        from levels l where id = ${id} and ${isSeenBy(me)}`);
    case "item":
      return statement(sql`select id, user_id as owner_id, name as title, description as body,
          coalesce(thumbnail, nullif(uuid, '') || '.png') as picture, '' as colors, ${NOWHERE}
        from items where id = ${id} and (state = 'shown' or user_id = ${me})`);
    case "user":
      return statement(sql`select id, id as owner_id, username as title, bio as body, headshot as picture, colors, ${NOWHERE}
        from users where username = ${target} and deleted_at is null`);
    case "comment":
      return statement(sql`select m.id, m.user_id as owner_id, '' as title, m.body, null as picture, '' as colors,
          m.target_type as place_type, m.target_id as place_id, coalesce(l.title, i.name, u.username) as place_name, 1 as position
        from comments m left join levels l on m.target_type = 'level' and l.id = m.target_id and ${isSeenBy(me)}
          left join items i on m.target_type = 'item' and i.id = m.target_id and (i.state = 'shown' or i.user_id = ${me})
          left join users u on m.target_type = 'user' and u.id = m.target_id and u.deleted_at is null
        where m.id = ${id} and m.deleted_at is null and coalesce(l.id, i.id, u.id) is not null`);
    case "thread":
      return statement(sql`select t.id, t.user_id as owner_id, t.title, r.body, null as picture, '' as colors,
          null as place_type, t.subforum_id as place_id, '' as place_name, 0 as position
        from threads t cross join replies r on r.thread_id = t.id and r.position = 0
        where t.id = ${id} and t.deleted_at is null`);
    default:
      return statement(sql`select case when r.position = 0 then t.id else r.id end as id, r.user_id as owner_id,
          case when r.position = 0 then t.title else '' end as title, r.body, null as picture, '' as colors, null as place_type,
          case when r.position = 0 then t.subforum_id else t.id end as place_id, t.title as place_name, r.position
        from replies r cross join threads t on t.id = r.thread_id
        where r.id = ${id} and r.deleted_at is null and t.deleted_at is null`);
  }
}

const COMMENTED = { level: "levels", item: "items", user: "users" } as const;

function placeOf(type: ReportType, row: FoundRow): { place: string; url: string } {
  const { id, place_type, place_id, place_name } = row;
  switch (type) {
    case "comment": {
      const kind = place_type ?? "level";
      return {
        place: kind === "user" ? `Comment on ${place_name}'s profile` : `Comment on ${place_name}`,
        url: `/${COMMENTED[kind]}/${kind === "user" ? place_name : place_id}#comments`,
      };
    }
    case "thread":
      return { place: `Thread in ${SUBFORUMS[place_id as SubforumId].name}`, url: threadUrl(id) };
    case "reply":
      return { place: `Reply in ${place_name}`, url: replyUrl(place_id, id) };
    case "user":
      return { place: "", url: `/users/${row.title}` };
    default:
      return { place: "", url: `/${type}s/${id}` };
  }
}

const nameOf = (title: string, text: string): string => title || firstWords(text, NAME);

function presentFound(type: ReportType, row: FoundRow): Found {
  const { picture, colors } = row;
  const asset = picture && assetUrl(picture);
  const { place, url } = placeOf(type, row);
  return {
    type,
    target: String(row.id),
    owner_id: row.owner_id,
    name: nameOf(row.title, row.body),
    url,
    copy: {
      title: row.title,
      text: row.body,
      picture_url:
        type === "user" ? bopiPictures({ colors, headshot: picture, avatar: null }).headshot_url : asset,
      place,
      messages: [],
    },
  };
}

/** What somebody reports, as they see it; undefined where it is not there for them. */
export async function findReported(
  env: Env,
  gate: SessionGate,
  type: ReportType,
  target: string,
  me: number,
): Promise<Found | undefined> {
  if (type === "message") return findMessage(env, gate, target, me);
  const [[row]] = await gate.read(foundQuery(type, target, me));
  // What began a thread is reported as the thread.
  return row && presentFound(type === "reply" && row.position === 0 ? "thread" : type, row);
}

/** A message that still stands, with what was said around it; only to the two people of its conversation is it there. */
async function findMessage(
  env: Env,
  gate: SessionGate,
  target: string,
  me: number,
): Promise<Found | undefined> {
  const id = readMessageId(target);
  if (!id || (id.low !== me && id.high !== me)) return undefined;
  const { username } = await gate.member();
  const { low, high, number } = id;
  const rows = await conversationOf(env, low, high).around(number, CONTEXT);
  const message = rows.find(({ seq }) => seq === number);
  if (!message || message.deleted_at !== null) return undefined;
  return {
    type: "message",
    target,
    owner_id: message.sender,
    name: nameOf("", message.body),
    url: writeChatView({ as: me, with: me === low ? high : low, message: target }),
    copy: {
      title: "",
      text: message.body,
      picture_url: null,
      place: `Chat with ${username}`,
      messages: rows.map(({ seq, sender, body, at, deleted_at }) => ({
        id: `${low}_${high}_${seq}`,
        user_id: sender,
        // What was taken away is nobody's to read.
        body: deleted_at === null ? body : "",
        reported: seq === number,
        created_at: at,
      })),
    },
  };
}
