import { DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import type { Subscription } from "#domain/gold/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { GOLD_XP_PERCENT } from "#domain/users/spirit.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

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
      date ? `Your Gold stays until ${date}. You won't be charged again.` : "You won't be charged again.",
    "Past due": () =>
      "Your last payment didn't go through. Check your card under “Payment details” to keep Gold.",
    Incomplete: () => "Your first payment isn't complete, so Gold hasn't started yet.",
    Ended: () => "Your Gold has ended. Your coins, items and levels are still yours.",
  } satisfies Record<Subscription["status"], ((date: string | null) => string) | null>,
  changePlan: "Change plan",
  cancel: "Cancel Gold",
  resume: "Resume Gold",
  portal: "Payment details",
  newTab: " (opens in a new tab)",
  getGold: "Get Gold",
  seeGold: "Learn about Gold",
  again: "Get Gold again",
  none: "You don't have a Gold subscription.",
  noneHint: "Gold gives you daily coins, more XP and a golden name.",
  given: "Your Gold was a gift. You won't be charged for it.",
  banned: "While your account is banned, you can view your billing and cancel.",
  testMode: "Test mode: you won't really be charged.",

  change: {
    title: "Change plan",
    when: (date: string | null) =>
      date
        ? `The new plan bills after the current period ends, on ${date}.`
        : "The new plan bills after the current period ends.",
    reactivates: "Your subscription is canceled. Changing the plan reactivates it.",
    plans: "Plans",
    current: "Your plan",
    chosen: "Starts next",
    submit: "Change plan",
    same: "You already chose this plan.",
  },

  cancelling: {
    title: "Cancel Gold?",
    until: (date: string | null) =>
      date
        ? `You'll keep Gold until ${date}. After that you won't be charged, and you'll lose:`
        : "You won't be charged again, and you'll lose:",
    losses: [
      `${formatCount(DAILY_GOLD_COINS, "coin")} every day`,
      `${GOLD_XP_PERCENT}% extra XP`,
      "your golden name and badge",
      "your own profile theme",
      `Up to ${formatNumber(LIMITS.levelsPerUser.gold)} levels. If Gold ends you keep them all, but can't add more until you're under ${formatNumber(LIMITS.levelsPerUser.member)}.`,
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
    noneHint: "Your invoices show up here.",
  },

  returned: {
    waiting: "Processing your payment…",
    waitingHint: "This takes a few seconds. You can wait here or go play: Gold starts automatically.",
    late: "This is taking longer than usual",
    lateHint: "Your payment is safe. Gold starts as soon as we receive it, so you don't have to wait here.",
    look: "Check again",
    welcome: "Welcome to Gold!",
    welcomeHint: `Your name is golden now, and your first ${formatCount(DAILY_GOLD_COINS, "coin")} arrive tomorrow.`,
    theme: "Make your profile theme",
    profile: "See your golden name",
    canceled: "You left before paying. You weren't charged.",
    backToGold: "Back to Gold",
  },
} as const;
