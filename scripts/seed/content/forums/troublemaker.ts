/** A banned user, with a warning and an appeal. */
export const TROUBLEMAKER = {
  username: "CoinMachine99",
  joinedDaysAgo: 20,
  reason: "Asking people for their passwords again after a warning.",
  warning: "Never ask anyone for their password. If you do it again, you'll be banned.",
  appeal:
    "It was a joke!! The machine isn't even real. I didn't get any passwords (no one sent one). Please let me back in, I want to build a normal level, maybe with a coin machine in it, but only as a decoration.",
} as const;
