/** The first element of every comment list's query key. */
export const COMMENTS_KEY = "comments";
