/** The URL of the sign-in page that returns to a URL of this site. */
export const signInUrl = (next: string): string => `/login?next=${encodeURIComponent(next)}`;
