/** The page that joins a player in the browser. Only members can, so it isn't beside the URL that visitors need. */
export const joinUrl = (levelId: number, userId: number): string => `/play/${levelId}?with=${userId}`;

/** The page that watches a player in the browser. */
export const watchUrl = (levelId: number, userId: number): string => `/play/${levelId}?watch=${userId}`;
