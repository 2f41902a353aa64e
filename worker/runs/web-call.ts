/** The runs of a user by the keys that their browsers chose. In a file of its own, because scripts use it without a worker. */
export const webCall = (user: number, key: string): string => `web:${user}:${key}`;
