/**
 * How long files stay that no row uses. Longer than Time Travel and the site's backups reach back: an older state of the database can
 * use them.
 */
export const FILE_GRACE_MS = 40 * 24 * 60 * 60_000;
