/** Names of days next to today. */
export const daysText = {
  today: "Today",
  yesterday: "Yesterday",
} as const;
