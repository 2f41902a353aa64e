/** The page that plays a level in the browser. */
export const playUrl = (levelId: number): string => `/play/${levelId}`;
