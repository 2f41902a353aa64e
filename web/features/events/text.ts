import { formatCount, formatNumber } from "#web/lib/format.ts";

/** Strings of events and challenges. */
export const eventsText = {
  title: "Events",
  loading: "Loading events",
  hint: "Times are in your time zone. Days of events start and end at midnight in New York.",
  on: "On now",
  upcoming: "Coming up",
  challenges: "Challenges",
  past: "Past events",
  days: (first: string, last: string) => (first === last ? first : `${first} – ${last}`),
  starts: "Starts",
  ends: "Ends",
  endsAfter: "ends",
  endsIn: "Ends in",
  beginsIn: "Starts in",
  reward: "Reward",
  levels: (name: string) => `Levels of ${name}`,
  noLevels: "None of its levels are available right now.",
  /** An event's task. */
  task: (goal: number, levels: number) => {
    if (goal < levels)
      return `Clear any ${formatNumber(goal)} of its ${formatNumber(levels)} levels before it ends.`;
    return levels === 1
      ? "Clear its level before it ends."
      : `Clear all ${formatNumber(levels)} levels before it ends.`;
  },
  taskHere: (goal: number) =>
    goal === 1
      ? "Clear any event level. This is one."
      : `Clear any ${formatNumber(goal)} event levels. This is one.`,
  progress: (cleared: number, goal: number) =>
    `${formatNumber(Math.min(cleared, goal))} of ${formatNumber(goal)} cleared`,
  signIn: "Sign in",
  signInText: "to have your clears count.",
  done: "Done",
  received: "You've earned the reward.",
  goal: (time: string | null) => (time === null ? "Clear it" : `Clear it in ${time} or less`),
  goalHere: (time: string | null) =>
    time === null ? "Clear this level." : `Clear this level in ${time} or less.`,
  event: (name: string) => `Event: ${name}`,
  challenge: (name: string) => `Challenge: ${name}`,
  all: "All events and challenges",
  none: "No events right now",
  noneText:
    "In an event, everyone plays a few levels for a few days, with something to win. Check back soon.",
  noPast: "No event has ended yet.",
  noPage: "Nothing on this page",
  noPageText: "There aren't that many past events.",
  firstPage: "First page",
  browse: "Browse levels",
} as const;

/** Strings of the admin pages for events and challenges. */
export const staffEventsText = {
  event: {
    title: "Events",
    add: "New event",
    none: "No events yet",
    noneText: "Choose a few levels, some days and a reward.",
    create: "Create event",
    save: "Save event",
    edit: (name: string) => `Edit “${name}”`,
    formText: "Days start and end at midnight in New York.",
    end: (name: string) => `End “${name}” now?`,
    endText:
      "Its badge goes away, and clears no longer count. Anyone who earned the reward keeps it. This can't be undone.",
    endAction: "End event",
    callOff: (name: string) => `Call off “${name}”?`,
    callOffText: "It hasn't started yet. It will be deleted permanently.",
    callOffAction: "Call off event",
    made: (name: string) => `“${name}” was created.`,
  },
  challenge: {
    title: "Challenges",
    add: "New challenge",
    none: "No challenges yet",
    noneText: "Choose a level, a time to beat and a reward.",
    create: "Create challenge",
    save: "Save challenge",
    edit: (name: string) => `Edit “${name}”`,
    formText: "It starts right away and ends at midnight in New York.",
    end: (name: string) => `End “${name}” now?`,
    endText:
      "Its badge goes away, and it no longer pays. Anyone who earned the reward keeps it. This can't be undone.",
    endAction: "End challenge",
    made: (name: string) => `“${name}” was created.`,
  },
  states: { upcoming: "Upcoming", on: "On", ended: "Ended" },
  saved: (name: string) => `“${name}” is saved.`,
  total: (total: number, what: "event" | "challenge") => formatCount(total, what),
  editOf: (name: string) => `Edit ${name}`,
  endOf: (name: string) => `End ${name}`,
  editAction: "Edit",
  endShort: "End",
  shortName: "Short name",
  name: "Name",
  description: "Description",
  color: "Highlight color",
  colorPick: "Choose a color",
  preview: "Badge",
  first: "First day",
  last: "Last day",
  levels: "Levels",
  level: "Level",
  levelsHint: "Type part of a title, or an id.",
  found: "Levels found",
  noneFound: "No public levels match.",
  searchFailed: "The search failed. Keep typing to try again.",
  add: "Add",
  removeLevel: (title: string) => `Remove ${title}`,
  up: (title: string) => `Move ${title} up`,
  down: (title: string) => `Move ${title} down`,
  chosen: (count: number) => `${formatCount(count, "level")} chosen`,
  goalLevels: "Goal",
  goalLevelsHint: "How many levels to clear. Leave empty for all of them.",
  goalTime: "Goal",
  goalTimeHint: "The time to beat, like 1:00 or 45.5. Leave empty if any clear counts.",
  levelMissing: "Choose a level.",
  nameHint: (most: number) => `Up to ${most} characters. Shown as the badge on level cards.`,
  goalTimeBad: "Goal must be a time, like 1:00 or 45.5.",
  coins: "Coins",
  xp: "XP",
  item: "Item id",
  itemHint: "Everyone who completes it gets a copy. Leave empty for none.",
  goalOf: (goal: number, levels: number) => `${formatNumber(goal)} of ${formatCount(levels, "level")}`,
  levelDeleted: "Its level was deleted.",
  firstPage: "First page",
  noPage: "Nothing on this page",
} as const;
