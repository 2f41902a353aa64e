/** How to fill a full-text table again from a range of another table's ids, `?1` to `?2`. */
export interface SearchRebuild {
  /** The table whose ids the range is of. */
  source: string;
  sql: string;
}

/** Full-text tables hold only copies, so backups leave them out. Each one has its row here. */
export const SEARCH_REBUILDS: Readonly<Record<string, SearchRebuild>> = {
  level_search: {
    source: "levels",
    sql: `INSERT INTO level_search (rowid, title, description, creator, owner)
      SELECT search_row, title, description, username, 'owner' || user_id
      FROM levels JOIN users ON users.id = levels.user_id
      WHERE search_row IS NOT NULL AND levels.id BETWEEN ?1 AND ?2`,
  },
  item_search: {
    source: "items",
    sql: `INSERT INTO item_search (rowid, name, creator)
      SELECT search_row, name, username FROM items JOIN users ON users.id = items.user_id
      WHERE items.state = 'shown' AND items.id BETWEEN ?1 AND ?2`,
  },
  user_search: {
    source: "users",
    sql: "INSERT INTO user_search (rowid, username) SELECT id, username FROM users WHERE id BETWEEN ?1 AND ?2",
  },
  name_search: {
    source: "users",
    sql: `INSERT INTO name_search (rowid, username)
      SELECT id, username FROM users WHERE deleted_at IS NULL AND id BETWEEN ?1 AND ?2`,
  },
  post_search: {
    source: "replies",
    sql: `INSERT INTO post_search (rowid, title, body)
      SELECT replies.id, CASE WHEN position = 0 THEN title ELSE '' END, body
      FROM replies JOIN threads ON threads.id = replies.thread_id
      WHERE replies.deleted_at IS NULL AND replies.id BETWEEN ?1 AND ?2`,
  },
  audit_search: {
    source: "audit_log",
    sql: `INSERT INTO audit_search (rowid, words)
      SELECT a.id, a.action || ' ' || a.subject_type || ' ' || a.subject_id || ' '
        || coalesce((SELECT username FROM users WHERE id = a.actor_id), '') || ' '
        || coalesce(CASE a.subject_type
          WHEN 'user' THEN (SELECT username FROM users WHERE id = cast(a.subject_id AS integer))
          WHEN 'level' THEN (SELECT title FROM levels WHERE id = cast(a.subject_id AS integer))
          WHEN 'item' THEN (SELECT name FROM items WHERE id = cast(a.subject_id AS integer)) END, '') || ' '
        || a.reason || ' ' || a.details || ' ' || coalesce(a.before, '') || ' ' || coalesce(a.after, '')
      FROM audit_log a WHERE a.id BETWEEN ?1 AND ?2`,
  },
};
