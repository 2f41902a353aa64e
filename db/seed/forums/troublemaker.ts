/** Somebody whom the community could do without: banned, and not happy about it. */
export const TROUBLEMAKER = {
  username: "CoinMachine99",
  joinedDaysAgo: 20,
  reason: "Asking people for their passwords, again and after a warning.",
  warning: "Nobody here needs somebody else's password. Asking for it once more ends your stay.",
  appeal:
    "It was a joke!! The machine is not even real. I did not get any password (nobody sent one). Please let me back in, I want to build a normal level, maybe with a coin machine in it but only a decoration.",
} as const;
