/** Matches the URL of the user's own standing. */
export const STANDING_URL = /^\/api\/standing/;
