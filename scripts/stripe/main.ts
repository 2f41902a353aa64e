import { parseArgs } from "node:util";
import Stripe from "stripe";
import { Problem, refuse } from "../deploy/problem.ts";
import { heading } from "../deploy/say.ts";
import { openAccount } from "./account.ts";
import { check } from "./check.ts";
import { type Amounts, setUp } from "./set-up.ts";

const HELP = `Gold is sold with Stripe. Until the site has a key of yours it uses a stand-in on this computer: nothing is charged.

1. Make an account at https://dashboard.stripe.com. It begins in a sandbox, in which nothing is really paid.
2. Copy its secret key (Developers, API keys: sk_test_…) and run, with the address that your site has or will have:

     STRIPE_SECRET_KEY=sk_test_… npm run stripe -- --set-up https://your.site

   This makes the product, its two prices, the billing portal and the webhook, and prints the webhook's secret. Prices of your
   own: --monthly 4.99 --yearly 49.99 --currency usd. What is there already stays as it is.
3. Give both to the site:

     STRIPE_SECRET_KEY=sk_test_… STRIPE_WEBHOOK_SECRET=whsec_… npm run deploy

   On this computer: the same two before \`npm start\`, with \`stripe listen --forward-to localhost:8787/api/webhooks/stripe\`,
   which prints a secret of its own.
4. Buy Gold with the card 4242 4242 4242 4242 and look at /settings/billing.
5. When all is well, do 2 and 3 again with the live key (sk_live_…).

npm run stripe -- --check [https://your.site]     looks whether all of that is there

Later: under Billing, Revenue recovery, have Stripe try a declined card for as long as you like and then cancel the subscription.
Gold stays for three days while a card is declined.`;

/** "4.99" in cents. */
function amount(text: string): number {
  if (!/^\d{1,6}(\.\d\d)?$/.test(text)) throw new Problem(`✗ ${text} is not a price: give it as 4.99`);
  return Math.round(Number(text) * 100);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "set-up": { type: "string" },
      check: { type: "boolean" },
      monthly: { type: "string", default: "4.99" },
      yearly: { type: "string", default: "49.99" },
      currency: { type: "string", default: "usd" },
    },
  });
  const site = values["set-up"];
  if (site === undefined && !values.check) return console.log(HELP);
  const stripe = openAccount(process.env);
  if (values.check) {
    heading("What the account has");
    refuse(await check(stripe, positionals[0]));
    return console.log("\nAll of it is there.");
  }
  const amounts: Amounts = {
    monthly: amount(values.monthly),
    yearly: amount(values.yearly),
    currency: values.currency.toLowerCase(),
  };
  heading(process.env.STRIPE_SECRET_KEY?.includes("_live_") ? "In the live account" : "In test mode");
  const secret = await setUp(stripe, site ?? "", amounts);
  console.log(
    secret
      ? `\nThe webhook's secret, which Stripe tells this once:\n\n  STRIPE_WEBHOOK_SECRET=${secret}\n\nSet it with your key when you deploy.`
      : "\nThe webhook's secret stays what it was (Developers, Webhooks, Signing secret).",
  );
}

main().catch((error: unknown) => {
  if (!(error instanceof Problem) && !(error instanceof Stripe.errors.StripeError)) throw error;
  console.error(`\n${error instanceof Problem ? error.message : `✗ Stripe says: ${error.message}`}`);
  process.exitCode = 1;
});
