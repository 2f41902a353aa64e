import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { Stamp } from "#domain/first-night/stamps.ts";
import type { RemovalType } from "#domain/moderation/types.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import type { AuditEntry } from "../moderation/audit.ts";
import type { NewReply, NewThread } from "../spam/post.ts";

/** An audit entry without SQL. */
export interface StoredAuditEntry extends AuditEntry {
  subject_id: number | string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** A post or thread that staff removed. */
interface RemovedPost {
  kind: "thread" | "reply";
  id: number;
  staff_id: number;
}

/** The changes that batches of other databases make in the main one. All happen at the time of their cause. */
export type MainEffect =
  /** Notifies a user, unless they and `from` may not contact each other. */
  | { type: "notice"; user_id: number; notice: Notice; from?: Actor }
  | { type: "audit"; entry: StoredAuditEntry }
  /** Stores a text's fingerprint, to detect repetitions. */
  | { type: "fingerprint"; user_id: number; kind: "thread" | "reply"; fingerprint: string }
  | { type: "stamp"; user_id: number; stamp: Stamp }
  /** Remembers a removal, so it can be undone for a day. */
  | ({ type: "removal"; user_id: number; name: string } & RemovedPost)
  /** Marks a removal as undone. */
  | ({ type: "restored" } & RemovedPost)
  /** Puts an approved post back into the queue, because its place is gone. */
  | { type: "held_back"; held_id: number }
  | PlayResult;

/** The people that a new post notifies. */
export interface PostContext {
  /** The author of the quoted post. */
  quoted: number | null;
  mentioned: readonly number[];
  /** The thread that gets a reply. */
  thread: { user_id: number; title: string } | null;
}

/** The changes that batches of other databases make in the forums. */
export type ForumEffect =
  /** Deletes what belongs only to a deleted account. */
  | { type: "forget"; user_id: number }
  | ({ type: "remove" } & RemovedPost)
  /** Brings back what was removed at that time. */
  | { type: "restore"; kind: RemovedPost["kind"] & RemovalType; id: number; removed_at: number }
  | { type: "lock"; id: number }
  | { type: "move"; id: number; subforum_id: number }
  /** Publishes a held post and then has the other effects, or puts it back into the queue if its place is gone. */
  | {
      type: "publish";
      held_id: number;
      author: Actor & { joined_at: number };
      post: NewThread | NewReply;
      context: PostContext;
      effects: MainEffect[];
    };

/** A clear that counts, or doesn't count anymore. */
export interface ClearEffect {
  run_id: number;
  user_id: number;
  level_id: number;
  /** When the run took place. */
  ran_at: number;
  /** Whether it is the user's first clear of the level. */
  first: 0 | 1;
  /** The change of the sum of everyone's best times in the level. */
  ms_change: number;
}

/** A started play session: the user, the level, the New York day, and whether it's a new visit, the day's first and the first at all. */
export type Visit = [user: number, level: number, day: string, visit: 0 | 1, today: 0 | 1, first: 0 | 1];

/** Effects of what happened in levels. */
type PlayResult =
  /** Counts a clear and pays for it. */
  | ({ type: "clear"; ms: number } & ClearEffect)
  /** Takes a clear back. What was paid for it stays. `removed`: the user has no other clear of the level. */
  | ({ type: "clear_taken_back"; removed: 0 | 1 } & ClearEffect)
  /** Stores what a simulated run says about its revision. */
  | {
      type: "revision_checked";
      run_id: number;
      user_id: number;
      level_id: number;
      revision: number;
      physics: number;
      /** Half-spaces per tick. */
      work: number;
      /** Whether the run counts, so it can be the check by the level's creator. */
      counted: 0 | 1;
    }
  | { type: "visits"; visits: Visit[] };

/** The changes that batches of other databases make in play data. */
export type PlayEffect =
  /** Stores what a run has earned. `unpaid`: a first clear without XP, because the creator's limit is used up. */
  { type: "earned"; run_id: number; coins: number; xp: number; unpaid?: 0 | 1 };

/** The effects on each database. */
export interface EffectsOn {
  main: MainEffect;
  forum: ForumEffect;
  play: PlayEffect;
}
export type Effect = EffectsOn[DatabaseName];

/** Stores effects on another database in their cause's batch, if `when`. Relay them afterwards. */
export const storeEffects = <Target extends DatabaseName>(
  target: Target,
  effects: readonly EffectsOn[Target][],
  now: number,
  when: SQL = sql`true`,
): Statement[] =>
  effects.length === 0
    ? []
    : [storeEffectsOf(target, sql`select ${JSON.stringify(effects)} as effects where ${when}`, now)];

/** The same for effects that the batch itself determines. `rows` selects lists of `effects` as JSON. */
export const storeEffectsOf = (target: DatabaseName, rows: SQL, now: number): Statement =>
  statement`insert into outbox (target, effects, created_at) select ${target}, e.effects, ${now} from (${rows}) e`;

/** A row of an outbox that may not be applied yet. */
export interface PendingRow extends Columns<"outbox", "id" | "effects" | "created_at"> {
  /** All rows of this target up to this id are in earlier passes. */
  after: number;
}

/** Rows of a pass. */
export const ROWS_PER_PASS = 50;

/** Selects the rows for a target after an id, oldest first. */
export const pendingAfter = (target: DatabaseName, after: SQL): Statement<PendingRow> =>
  statement`select o.id, o.effects, o.created_at, p.after from (select ${after} as after) p
    cross join outbox o on o.target = ${target} and o.id > p.after order by o.id limit ${sql.raw(String(ROWS_PER_PASS))}`;

/** Selects the rows for a target that aren't known to be applied. Goes to the end of a batch that stores effects. */
export const pendingQuery = (target: DatabaseName): Statement<PendingRow> =>
  pendingAfter(
    target,
    sql`(select coalesce(max(relayed_to), 0) from outbox_progress where target = ${target})`,
  );
