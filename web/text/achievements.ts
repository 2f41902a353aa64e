import { exact } from "#web/lib/format.ts";

/** Words of achievements. */
export const achievementsText = {
  title: (username: string, isOwn: boolean) => (isOwn ? "Your Achievements" : `${username}'s Achievements`),
  profile: "Profile",
  summary: (obtained: number, total: number) => `${exact(obtained)} of ${exact(total)} achievements`,
  overall: "All achievements",
  loading: "Loading achievements",
  progressOf: (name: string) => `Progress of ${name}`,
  percent: (percent: number) => `${percent}%`,
  next: "Next:",
  complete: "All of these are done!",
  view: "View Achievements",
  viewOf: (name: string) => `of ${name}`,
  progress: (current: number, total: number, percent: number) =>
    `${exact(current)} / ${exact(total)} (${percent}%)`,
  obtained: "Obtained",
  obtainedOn: (date: string) => `Obtained on ${date}`,
  notObtained: "Not obtained yet",
  reward: "Reward",
  none: "No achievements yet",
  noneText: "There is nothing to earn here right now.",
  missingTitle: "Nobody here has that name",
  missing: "The name may be misspelt, or the account is gone.",
  find: "Find people",
} as const;
