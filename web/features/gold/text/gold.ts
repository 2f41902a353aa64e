import { DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { SITE } from "#domain/site.ts";
import { GOLD_XP_PERCENT } from "#domain/users/spirit.ts";
import { formatNumber } from "#web/lib/format.ts";

/** A cell of the benefits table: a text, or yes or no. */
export type Having = string | boolean;

export interface Benefit {
  name: string;
  hint: string;
  normal: Having;
  gold: Having;
}

/** The rows of the benefits table. */
export const BENEFITS: readonly Benefit[] = [
  {
    name: "Daily coins",
    hint: "In your pocket every morning, whether you play or not.",
    normal: "0",
    gold: formatNumber(DAILY_GOLD_COINS),
  },
  {
    name: "Extra XP",
    hint: "On everything that earns XP.",
    normal: "0%",
    gold: `${GOLD_XP_PERCENT}%`,
  },
  {
    name: "Max levels",
    hint: "Room for everything you build.",
    normal: formatNumber(LIMITS.levelsPerUser.member),
    gold: formatNumber(LIMITS.levelsPerUser.gold),
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

export const goldText = {
  title: "Gold",
  about: `More coins, more XP, more room to build, and a name that shines all over ${SITE.name}.`,
  yourName: "Your name",
  badge: "Gold",
  names: { monthly: "Monthly", yearly: "Yearly" },
  each: { monthly: "a month", yearly: "a year" },
  perMonth: (price: string) => `That's ${price} a month.`,
  everyMonth: "Billed monthly.",
  saves: (percent: number) => `Save ${percent}%`,
  buy: { monthly: "Get Gold monthly", yearly: "Get Gold yearly" },
  signIn: "Sign in to get Gold",
  hasGold: "You have Gold. Enjoy it!",
  manage: "Manage your Gold",
  testMode: "Test mode: you won't really be charged. Pay with the card number 4242 4242 4242 4242.",
  soldOut: "Gold can't be bought right now",
  soldOutHint: "Check back in a while.",
  toShop: "Open the shop",
  loading: "Loading the plans",
  benefits: "What you get",
  benefit: "Benefit",
  normal: "Normal",
  gold: "Gold",
  yes: "Yes",
  no: "No",
  questions: "Good to know",
  faq: [
    {
      question: "Can I cancel?",
      explanation:
        "Anytime, with 2 clicks in your settings. You keep Gold until the end of the period you paid for.",
    },
    {
      question: "What happens when Gold ends?",
      explanation: "Your coins, XP, items and levels stay yours. Only what Gold adds takes a break.",
    },
    {
      question: "Can I change my plan?",
      explanation: "Yes. The new plan starts when the period you paid for ends.",
    },
    {
      question: "Who sees my card?",
      explanation: `Only Stripe, which takes the payment. ${SITE.name} never sees its number. Under 18? Ask the card's owner first.`,
    },
  ],
} as const;
