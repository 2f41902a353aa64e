export const playUrl = (levelId: number): string => `/play/${levelId}`;
