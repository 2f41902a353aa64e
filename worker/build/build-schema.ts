import type { SchemaParts } from "../live/object-schema.ts";

/** The tables of a level that is being built. */
export const BUILD_SCHEMA: SchemaParts = {
  draft: [
    "create table parts (id text primary key, body text not null, authors text) without rowid",
    // `shown` is 1 if a page can't know what its operation did, so it's sent with the confirmation.
    `create table ops (seq integer primary key, client integer not null, n integer not null, user integer not null,
      edit text not null, changes text not null, shown integer not null, skipped text, reverted integer not null default 0)`,
    "create index ops_client on ops (client, n)",
    `create table clients (client integer primary key, user integer not null, n integer not null default 0,
      created_at integer not null)`,
    "create table people (user integer primary key, username text not null)",
    "create table meta (key text primary key, value) without rowid",
    `create table saves (id text primary key, at integer not null, seq integer not null, authors text not null,
      blocks integer not null, stars integer not null, content text not null, revision integer, has_picture integer not null default 0)`,
    "create index saves_at on saves (at)",
    // The operations that deleted parts, as long as they can be undone.
    "create table deletions (id text primary key, seq integer not null) without rowid",
    // How large the operations are, so adding that up reads no operation.
    "create table op_sizes (seq integer primary key, bytes integer not null)",
  ],
};
