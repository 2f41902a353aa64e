import { DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { SITE } from "#domain/site.ts";
import { GOLD_XP_PERCENT } from "#domain/users/spirit.ts";
import { exact } from "#web/lib/format.ts";

/** What is had in one column of the benefits: some words, or a yes or no. */
export type Having = string | boolean;

export interface Benefit {
  name: string;
  hint: string;
  normal: Having;
  gold: Having;
}

/** What Gold changes, row by row. */
export const BENEFITS: readonly Benefit[] = [
  {
    name: "Daily coins",
    hint: "In your pocket every morning, whether you play or not.",
    normal: "0",
    gold: exact(DAILY_GOLD_COINS),
  },
  {
    name: "Extra XP",
    hint: "On everything that brings XP.",
    normal: "0%",
    gold: `${GOLD_XP_PERCENT}%`,
  },
  {
    name: "Max levels",
    hint: "Room for all you build.",
    normal: exact(LIMITS.levelsPerUser.member),
    gold: exact(LIMITS.levelsPerUser.gold),
  },
  {
    name: "Customizable profile theme",
    hint: "Your own gradient and pattern behind your profile.",
    normal: false,
    gold: true,
  },
  {
    name: "Gold username and badge",
    hint: "A golden name and a crown wherever you turn up.",
    normal: false,
    gold: true,
  },
  {
    name: "Luck with lost socks",
    hint: "Scientists are still looking. So are the socks.",
    normal: "Bad",
    gold: `${GOLD_XP_PERCENT}% less bad`,
  },
];

/** Words of the page that sells Gold. */
export const goldText = {
  title: "Gold",
  about: `More coins, more XP, more room to build, and a name that shines all over ${SITE.name}.`,
  yourName: "Your name",
  badge: "Gold",
  names: { monthly: "Monthly", yearly: "Yearly" },
  each: { monthly: "a month", yearly: "a year" },
  perMonth: (price: string) => `That is ${price} a month.`,
  everyMonth: "Paid month by month.",
  saves: (percent: number) => `Save ${percent}%`,
  buy: { monthly: "Get Gold monthly", yearly: "Get Gold yearly" },
  signIn: "Sign in to get Gold",
  hasGold: "You have Gold. Enjoy it!",
  manage: "Manage your Gold",
  testMode: "Test mode: nothing is really charged. Pay with the card number 4242 4242 4242 4242.",
  soldOut: "Gold can't be bought right now",
  soldOutHint: "Look in again in a while.",
  loading: "Loading the plans",
  benefits: "What you get",
  benefit: "Benefit",
  normal: "Normal",
  gold: "Gold",
  yes: "Yes",
  no: "No",
  questions: "Good to know",
  answers: [
    {
      question: "Can I cancel?",
      answer:
        "At any time, with two presses in your settings. You keep Gold until the end of what you have paid for.",
    },
    {
      question: "What becomes of my things when it ends?",
      answer: "Coins, XP and items stay yours, and so does every level. Only what Gold adds takes a rest.",
    },
    {
      question: "Can I change the plan?",
      answer: "Yes. The new plan begins when the period you have paid for is over.",
    },
    {
      question: "Who gets my card?",
      answer: `Stripe, who takes the payment. ${SITE.name} never sees its number. Under 18? Ask whoever owns the card.`,
    },
  ],
} as const;
