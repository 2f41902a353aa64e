/** Labels of the play button, by its destination type. */
export const playWord = { Level: "Play", User: "Join" } as const;

export const playButtonText = {
  play: (title: string) => `Play ${title}`,
  join: (username: string) => `Join ${username}`,
  signIn: "Sign in to play",
} as const;
