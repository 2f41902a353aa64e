import { formatNumber } from "#web/lib/format.ts";

export const achievementsText = {
  title: (username: string, isOwn: boolean) => (isOwn ? "Your Achievements" : `${username}'s Achievements`),
  profile: "Profile",
  summary: (obtained: number, total: number) =>
    `${formatNumber(obtained)} of ${formatNumber(total)} achievements`,
  overall: "All achievements",
  loading: "Loading achievements",
  progressOf: (name: string) => `Progress of ${name}`,
  percent: (percent: number) => `${percent}%`,
  next: "Next:",
  complete: "All done!",
  view: "View Achievements",
  viewOf: (name: string) => `of ${name}`,
  progress: (current: number, total: number, percent: number) =>
    `${formatNumber(current)} / ${formatNumber(total)} (${percent}%)`,
  obtained: "Obtained",
  obtainedOn: (date: string) => `Obtained on ${date}`,
  notObtained: "Not obtained yet",
  reward: "Reward",
  none: "No achievements yet",
  noneText: "There's nothing to earn right now.",
} as const;
