import type { Subscription } from "#domain/billing/api.ts";
import { DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { GOLD_XP_PERCENT } from "#domain/users/spirit.ts";
import { counted, exact } from "#web/lib/format.ts";

/** Words of the billing tab. */
export const billingText = {
  title: "Billing Details",
  loading: "Loading your billing details",
  gold: "Gold",
  status: "Status",
  plan: "Plan",
  nextBilling: "Next billing date",
  ends: "Gold ends",
  from: (day: string, plan: string) => `From ${day}: ${plan}`,
  comingUp: "Coming up",
  statusHints: {
    Active: null,
    Canceled: (date: string | null) =>
      date ? `Your Gold stays until ${date}. Nothing is charged any more.` : "Nothing is charged any more.",
    "Past due": () =>
      "The last payment did not go through. Look at your card under “Payment details”, so that your Gold goes on.",
    Incomplete: () => "The first payment is not finished, so Gold has not begun yet.",
    Ended: () => "Your Gold has ended. Your coins, items and levels are still yours.",
  } satisfies Record<Subscription["status"], ((date: string | null) => string) | null>,
  changePlan: "Change plan",
  cancel: "Cancel Gold",
  resume: "Resume Gold",
  portal: "Payment details",
  newTab: " (opens in a new tab)",
  getGold: "Get Gold",
  seeGold: "See what Gold is",
  again: "Get Gold again",
  none: "You have no Gold subscription.",
  noneHint: "Gold brings coins every day, more XP and a golden name.",
  given: "The Gold you have was given to you: nothing is charged for it.",
  banned: "While your account is banned you can look at your billing and cancel.",
  testMode: "Test mode: nothing here is really charged.",

  change: {
    title: "Change plan",
    when: (date: string | null) =>
      date
        ? `The new plan bills after the current period ends, on ${date}.`
        : "The new plan bills after the current period ends.",
    reactivates: "Your subscription is canceled. Changing the plan reactivates it.",
    plans: "Plans",
    current: "Your plan",
    chosen: "Comes next",
    submit: "Change plan",
    same: "You have chosen this plan already.",
  },

  cancelling: {
    title: "Cancel Gold?",
    until: (date: string | null) =>
      date
        ? `You keep Gold until ${date}. After that nothing is charged, and you lose:`
        : "Nothing will be charged any more, and you lose:",
    losses: [
      `${counted(DAILY_GOLD_COINS, "coin")} every day`,
      `${GOLD_XP_PERCENT}% extra XP`,
      "your golden name and badge",
      "your own profile theme",
      `room for ${exact(LIMITS.levelsPerUser.gold)} levels: those you have stay, new ones need fewer than ${exact(LIMITS.levelsPerUser.member)}`,
    ],
    keep: "Keep Gold",
    submit: "Cancel Gold",
  },

  invoices: {
    title: "Invoices",
    loading: "Loading your invoices",
    number: "Invoice number",
    items: "Items",
    total: "Total",
    date: "Date",
    link: "Link",
    view: "View",
    viewOf: (number: string) => `View invoice ${number} (opens in a new tab)`,
    none: "No Invoices",
    noneHint: "What you pay for shows up here.",
  },

  returned: {
    waiting: "Your payment is on its way to us…",
    waitingHint: "This takes a few seconds. You can stay here or go and play: your Gold comes by itself.",
    late: "It takes longer than usual",
    lateHint:
      "Your payment is safe. Your Gold comes as soon as we hear of it, and you need not wait here for it.",
    look: "Look again",
    welcome: "Welcome to Gold!",
    welcomeHint: `Your name shines from now on, and your first ${counted(DAILY_GOLD_COINS, "coin")} come with the next day.`,
    theme: "Make your profile theme",
    profile: "See your golden name",
    canceled: "You left without paying: nothing was charged.",
    backToGold: "Back to Gold",
  },
} as const;
