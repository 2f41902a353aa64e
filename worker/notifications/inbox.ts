import type { UserCard } from "#domain/api/response.ts";
import type { Notification } from "#domain/notifications/api.ts";
import { NOTICE_TYPES, type Notice, type NoticeType } from "#domain/notifications/notice.ts";
import { canMute } from "#domain/notifications/rules.ts";
import { createdTimes } from "#domain/time.ts";

/** The maximum number of stored groups; the oldest is deleted. */
const MAX_GROUPS = 500;
/** Faces shown per group, and the number of people up to which a group counts distinctly. */
const MAX_FACES = 3;
const MAX_COUNTED_ACTORS = 1_000;
/** Remembered notice ids. They come in sequence, so an older one must be a duplicate. */
const MAX_REMEMBERED_IDS = 1_000;

/** The inbox's tables, append-only. */
export const INBOX_SCHEMA: readonly string[] = [
  `create table notifications (
    id integer primary key autoincrement,
    -- The most recently updated group comes first.
    sort_key integer not null,
    type text not null,
    group_key text not null,
    -- Cards of the users who did it, newest first.
    actors text not null,
    actors_count integer not null,
    count integer not null,
    title text not null,
    url text not null,
    picture text,
    unread integer not null,
    created_at integer not null
  )`,
  "create unique index notifications_order on notifications (sort_key)",
  "create unique index notifications_unread on notifications (group_key) where unread = 1",
  // Users counted in an unread group.
  `create table notification_actors (
    notification_id integer not null,
    actor_id integer not null,
    primary key (notification_id, actor_id)
  ) without rowid`,
  "create table received_notices (id integer primary key)",
  `create table inbox (
    id integer primary key check (id = 1),
    unread integer not null default 0,
    total integer not null default 0,
    sort_key integer not null default 0,
    received integer not null default 0,
    -- Muted types, a list.
    muted text not null default '[]'
  )`,
  "insert into inbox (id) values (1)",
];

type InboxRow = Record<string, SqlStorageValue> & {
  id: number;
  type: NoticeType;
  actors: string;
  actors_count: number;
  count: number;
  title: string;
  url: string;
  picture: string | null;
  unread: 0 | 1;
  created_at: number;
};

type State = Record<string, SqlStorageValue> & {
  unread: number;
  total: number;
  sort_key: number;
  received: number;
  muted: string;
};

const present = (row: InboxRow): Notification => ({
  id: row.id,
  type: row.type,
  actors: JSON.parse(row.actors) as UserCard[],
  actors_count: row.actors_count,
  count: row.count,
  title: row.title,
  url: row.url,
  picture: row.picture,
  read: row.unread === 0,
  ...createdTimes(row.created_at),
});

/** A user's grouped notifications, in their hub. Nothing awaits, so each call is one transaction. */
export class Inbox {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Adds a notice. Returns its group, or null if it's a duplicate or its type is muted. */
  add(noticeId: number, notice: Notice, actor: UserCard | null, now: number): Notification | null {
    if (!this.#registerId(noticeId)) return null;
    if (this.settings()[notice.type] === false) return null;
    const { sort_key } = this.#sql
      .exec<{ sort_key: number }>("update inbox set sort_key = sort_key + 1 returning sort_key")
      .one();
    const [group] = this.#sql.exec<InboxRow>(
      "select * from notifications where group_key = ? and unread = 1",
      notice.group,
    );
    const id = group
      ? this.#merge(group, notice, actor, sort_key, now)
      : this.#createGroup(notice, actor, sort_key, now);
    return present(this.#sql.exec<InboxRow>("select * from notifications where id = ?", id).one());
  }

  /** Returns a page of groups, newest first, and the total. */
  page(page: number, size: number): { rows: Notification[]; total: number } {
    const query = "select * from notifications order by sort_key desc limit ? offset ?";
    const rows = this.#sql.exec<InboxRow>(query, size, (page - 1) * size);
    return { rows: [...rows].map(present), total: this.#state().total };
  }

  /** Returns the number of unread groups. */
  unread(): number {
    return this.#state().unread;
  }

  /** Marks groups as read, or all of them if `ids` is null. Returns the new unread count. */
  markRead(ids: readonly number[] | null): number {
    const named = ids ? "and id in (select value from json_each(?))" : "";
    const read = this.#sql.exec<{ id: number }>(
      `update notifications set unread = 0 where unread = 1 ${named} returning id`,
      ...(ids ? [JSON.stringify(ids)] : []),
    );
    return this.#subtractUnread([...read].map(({ id }) => id));
  }

  /** Returns which types are enabled. */
  settings(): Record<string, boolean> {
    const muted = JSON.parse(this.#state().muted) as string[];
    return Object.fromEntries(NOTICE_TYPES.filter(canMute).map((type) => [type, !muted.includes(type)]));
  }

  /** Turns types on and off; unlisted ones don't change. */
  changeSettings(settings: Readonly<Record<string, boolean | undefined>>): Record<string, boolean> {
    const before = this.settings();
    const muted = Object.keys(before).filter((type) => !(settings[type] ?? before[type]));
    this.#sql.exec("update inbox set muted = ?", JSON.stringify(muted));
    return this.settings();
  }

  #state(): State {
    return this.#sql.exec<State>("select * from inbox").one();
  }

  /** Remembers an id. Returns false for a duplicate. */
  #registerId(id: number): boolean {
    const { received } = this.#state();
    const [oldest] =
      received < MAX_REMEMBERED_IDS
        ? []
        : this.#sql.exec<{ id: number }>("select min(id) as id from received_notices");
    if (oldest && id < oldest.id) return false;
    const [made] = this.#sql.exec(
      "insert into received_notices (id) values (?) on conflict do nothing returning id",
      id,
    );
    if (!made) return false;
    if (oldest) this.#sql.exec("delete from received_notices where id = ?", oldest.id);
    else this.#sql.exec("update inbox set received = received + 1");
    return true;
  }

  #createGroup(
    { type, group, title, url, picture }: Notice,
    actor: UserCard | null,
    sort_key: number,
    now: number,
  ): number {
    const { id } = this.#sql
      .exec<{ id: number }>(
        `insert into notifications (sort_key, type, group_key, actors, actors_count, count, title, url, picture, unread, created_at)
          values (?, ?, ?, ?, ?, 1, ?, ?, ?, 1, ?) returning id`,
        sort_key,
        type,
        group,
        JSON.stringify(actor ? [actor] : []),
        actor ? 1 : 0,
        title,
        url,
        picture ?? null,
        now,
      )
      .one();
    if (actor) this.#countActor(id, actor.id);
    this.#sql.exec("update inbox set unread = unread + 1, total = total + 1");
    this.#trim();
    return id;
  }

  #merge(
    group: InboxRow,
    { title, url, picture }: Notice,
    actor: UserCard | null,
    sort_key: number,
    now: number,
  ): number {
    const known = JSON.parse(group.actors) as UserCard[];
    const actors = actor ? [actor, ...known.filter(({ id }) => id !== actor.id)].slice(0, MAX_FACES) : known;
    const counts =
      actor !== null && group.actors_count < MAX_COUNTED_ACTORS && this.#countActor(group.id, actor.id);
    this.#sql.exec(
      `update notifications set sort_key = ?, actors = ?, actors_count = actors_count + ?, count = count + 1,
        title = ?, url = ?, picture = ?, created_at = max(created_at, ?) where id = ?`,
      sort_key,
      JSON.stringify(actors),
      counts ? 1 : 0,
      title,
      url,
      picture ?? null,
      now,
      group.id,
    );
    return group.id;
  }

  /** Counts a user in a group. Returns false if they were counted before. */
  #countActor(group: number, actor: number): boolean {
    const [made] = this.#sql.exec(
      "insert into notification_actors (notification_id, actor_id) values (?, ?) on conflict do nothing returning actor_id",
      group,
      actor,
    );
    return made !== undefined;
  }

  /** Deletes the oldest group if there are too many. */
  #trim(): void {
    if (this.#state().total <= MAX_GROUPS) return;
    const { id, unread } = this.#sql
      .exec<{ id: number; unread: number }>(
        "delete from notifications where sort_key = (select min(sort_key) from notifications) returning id, unread",
      )
      .one();
    this.#sql.exec("update inbox set total = total - 1");
    if (unread) this.#subtractUnread([id]);
  }

  /** Subtracts groups that are no longer unread and deletes their actor rows. */
  #subtractUnread(ids: readonly number[]): number {
    this.#sql.exec(
      "delete from notification_actors where notification_id in (select value from json_each(?))",
      JSON.stringify(ids),
    );
    return this.#sql
      .exec<{ unread: number }>("update inbox set unread = unread - ? returning unread", ids.length)
      .one().unread;
  }
}
