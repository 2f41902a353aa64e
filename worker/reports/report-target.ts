import { type Statement, sql, statement } from "#db/database.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { parseMessageId } from "#domain/conversations/ids.ts";
import { writeChatView } from "#domain/conversations/view.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { replyUrl, threadUrl } from "#domain/forums/view.ts";
import { firstWords } from "#domain/limits.ts";
import { MAX_EVIDENCE_COPIES } from "#domain/moderation/rules.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { assetUrl } from "../assets/store.ts";
import { findConversation } from "../conversations/find-conversation.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { bopiPictures } from "../users/present.ts";

// The demo world imports this, so nothing here can need the runtime.

/** A report in one batch: the open case, a copy if it's new evidence, and one report per user. */
export function reportStatements(
  { type, target, owner_id, name, url, copy }: ReportTarget,
  reporterId: number,
  { reason, details }: { reason: string; details: string },
  now: number,
): Statement[] {
  const open = sql`from cases c where c.type = ${type} and c.target = ${target} and c.state = 'open'`;
  const text = JSON.stringify(copy);
  return [
    statement`insert into cases (type, target, subject_id, name, url, reason, created_at, updated_at)
      values (${type}, ${target}, ${owner_id}, ${name}, ${url}, ${reason}, ${now}, ${now})
      on conflict (type, target) where state = 'open' do nothing`,
    statement`insert into evidence (case_id, snapshot, created_at) select c.id, ${text}, ${now} ${open}
      and (select snapshot from evidence where case_id = c.id order by id desc limit 1) is not ${text}
      and (select count(*) from evidence where case_id = c.id) < ${MAX_EVIDENCE_COPIES}`,
    statement`insert into reports (type, target, reporter_id, reason, details, case_id, created_at)
      select ${type}, ${target}, ${reporterId}, ${reason}, ${details}, c.id, ${now} ${open}
      on conflict (case_id, reporter_id) do update set reason = excluded.reason, details = excluded.details`,
  ];
}

/** Messages copied before and after a reported one. */
const CONTEXT_MESSAGES = 10;
/** Characters of a text that serve as its name. */
const NAME_LENGTH = 60;

/** A copy of the reported content (domain/moderation/api.ts). Authors are stored as ids. */
export interface EvidenceContent {
  title: string;
  text: string;
  picture_url: string | null;
  place: string;
  /** The messages around a reported one, or the chat of the room in which a user was reported. */
  messages: { id: string; user_id: number; body: string; reported: boolean; created_at: number }[];
}

/** Content that a user can report. */
export interface ReportTarget {
  type: ReportType;
  target: string;
  owner_id: number;
  /** A short description. */
  name: string;
  /** The URL where staff can view it. */
  url: string;
  copy: EvidenceContent;
}

interface TargetRow {
  id: number;
  owner_id: number;
  title: string;
  body: string;
  /** The asset of its picture. */
  picture: string | null;
  /** A bopi's colors, for one that isn't drawn yet. */
  colors: string;
  /** The parent of a comment, thread or reply. */
  place_type: CommentTarget | null;
  place_id: number;
  place_name: string;
  /** A reply's number in its thread. */
  position: number;
}

const NO_PARENT = sql.raw("null as place_type, 0 as place_id, '' as place_name, 1 as position");

/** Condition for levels `l` that a user without moderator rights can see. */
const isVisibleTo = (me: number) =>
  sql`(l.visibility = 'public' or (l.visibility = 'private' and l.user_id = ${me}))`;

/** Finds the reported content if the reporter can see it. */
function targetQuery(type: ReportType, target: string, me: number): Statement<TargetRow> {
  const id = /^[1-9]\d{0,14}$/.test(target) ? Number(target) : 0;
  switch (type) {
    case "level":
      return statement`select id, user_id as owner_id, title, description as body, thumbnail as picture, '' as colors, ${NO_PARENT}
        from levels l where id = ${id} and ${isVisibleTo(me)}`;
    case "item":
      return statement`select id, user_id as owner_id, name as title, description as body,
          coalesce(thumbnail, nullif(uuid, '') || '.png') as picture, '' as colors, ${NO_PARENT}
        from items where id = ${id} and (state = 'shown' or user_id = ${me})`;
    case "user":
      return statement`select id, id as owner_id, username as title, bio as body, headshot as picture, colors, ${NO_PARENT}
        from users where username = ${target} and deleted_at is null`;
    case "comment":
      return statement`select m.id, m.user_id as owner_id, '' as title, m.body, null as picture, '' as colors,
          m.target_type as place_type, m.target_id as place_id, coalesce(l.title, i.name, u.username) as place_name, 1 as position
        from comments m left join levels l on m.target_type = 'level' and l.id = m.target_id and ${isVisibleTo(me)}
          left join items i on m.target_type = 'item' and i.id = m.target_id and (i.state = 'shown' or i.user_id = ${me})
          left join users u on m.target_type = 'user' and u.id = m.target_id and u.deleted_at is null
        where m.id = ${id} and m.deleted_at is null and coalesce(l.id, i.id, u.id) is not null`;
    case "thread":
      return statement`select t.id, t.user_id as owner_id, t.title, r.body, null as picture, '' as colors,
          null as place_type, t.subforum_id as place_id, '' as place_name, 0 as position
        from threads t cross join replies r on r.thread_id = t.id and r.position = 0
        where t.id = ${id} and t.deleted_at is null`;
    default:
      return statement`select case when r.position = 0 then t.id else r.id end as id, r.user_id as owner_id,
          case when r.position = 0 then t.title else '' end as title, r.body, null as picture, '' as colors, null as place_type,
          case when r.position = 0 then t.subforum_id else t.id end as place_id, t.title as place_name, r.position
        from replies r cross join threads t on t.id = r.thread_id
        where r.id = ${id} and r.deleted_at is null and t.deleted_at is null`;
  }
}

const URL_SEGMENTS = { level: "levels", item: "items", user: "users" } as const;

function locate(type: ReportType, row: TargetRow): { place: string; url: string } {
  const { id, place_type, place_id, place_name } = row;
  switch (type) {
    case "comment": {
      const kind = place_type ?? "level";
      return {
        place: kind === "user" ? `Comment on ${place_name}'s profile` : `Comment on ${place_name}`,
        url: `/${URL_SEGMENTS[kind]}/${kind === "user" ? place_name : place_id}#comments`,
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

const nameOf = (title: string, text: string): string => title || firstWords(text, NAME_LENGTH);

function toReportTarget(type: ReportType, row: TargetRow): ReportTarget {
  const { picture, colors } = row;
  const asset = picture && assetUrl(picture);
  const { place, url } = locate(type, row);
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

/** Returns the reported content as the user sees it; undefined if they can't see it. */
export async function findReportTarget(
  env: Env,
  gate: SessionGate,
  type: ReportType,
  target: string,
  me: number,
): Promise<ReportTarget | undefined> {
  if (type === "message") return findMessage(env, gate, target, me);
  const isPost = type === "thread" || type === "reply";
  const row = await (isPost ? gate.forum : gate).first(targetQuery(type, target, me));
  // The first post of a thread is reported as the thread.
  return row && toReportTarget(type === "reply" && row.position === 0 ? "thread" : type, row);
}

/** A message that isn't deleted, with those around it. Only its conversation's members can report it. */
async function findMessage(
  env: Env,
  gate: SessionGate,
  target: string,
  me: number,
): Promise<ReportTarget | undefined> {
  const id = parseMessageId(target);
  if (!id || (id.low !== me && id.high !== me)) return undefined;
  const { username } = await gate.member();
  const { low, high, number } = id;
  const conversation = await findConversation(env, [low, high]);
  const rows = (await conversation?.around(number, CONTEXT_MESSAGES)) ?? [];
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
        // Deleted messages are copied without their text.
        body: deleted_at === null ? body : "",
        reported: seq === number,
        created_at: at,
      })),
    },
  };
}
