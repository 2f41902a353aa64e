/** The first element of every comment list's key. */
export const COMMENTS_KEY = "comments";
