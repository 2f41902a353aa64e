import { formatCount } from "#web/lib/format.ts";

export const savedRunsText = {
  offer: (count: number, title: string) =>
    count === 1
      ? `You played ${title} before you signed in. Save that run to your account?`
      : `You have ${formatCount(count, "run")} from before you signed in. Save them to your account?`,
  save: "Save",
  sent: (title: string, time: string) => `Your run on ${title} is saved: ${time}. We're checking it now.`,
  refused: (title: string, reason: string) => `Your run on ${title} couldn't be saved. ${reason}`,
  failed: "Your runs couldn't be sent. They're kept on this device, and we'll try again.",
} as const;
