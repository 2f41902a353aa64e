/** The page that plays a level in the browser. */
export const playUrl = (levelId: number): string => `/play/${levelId}`;

/** The page that joins a player in the browser. */
export const joinUrl = (levelId: number, userId: number): string => `${playUrl(levelId)}?with=${userId}`;

/** The page that watches a player in the browser. */
export const watchUrl = (levelId: number, userId: number): string => `${playUrl(levelId)}?watch=${userId}`;
