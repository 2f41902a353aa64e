import { parseArgs } from "node:util";
import Stripe from "stripe";
import { Problem, throwProblems } from "../deploy/problem.ts";
import { logHeading } from "../log.ts";
import { explain } from "../start/explain.ts";
import { openStripeAccount } from "./account.ts";
import { checkAccount } from "./check-account.ts";
import { type GoldPrices, setUpAccount } from "./set-up-account.ts";

const HELP = `Gold is sold with Stripe. Until the site has your key, it uses a stand-in on this computer, and nothing is charged.

1. Create an account at https://dashboard.stripe.com. It starts in a sandbox, where no real money moves.
2. Copy its secret key (Developers, API keys: sk_test_…) and run this with your site's (future) URL:

     STRIPE_SECRET_KEY=sk_test_… npm run stripe -- --set-up https://your.site

   This creates the product, its two prices, the billing portal and the webhook, and prints the webhook's secret. To set your
   own prices: --monthly 4.99 --yearly 49.99 --currency usd. Existing parts stay as they are.
3. Give both to the site:

     STRIPE_SECRET_KEY=sk_test_… STRIPE_WEBHOOK_SECRET=whsec_… npm run deploy

   On this computer: the same two before \`npm start\`, with \`stripe listen --forward-to localhost:8787/api/webhooks/stripe\`,
   which prints its own secret.
4. Buy Gold with the card 4242 4242 4242 4242 and check /settings/billing.
5. If everything works, repeat 2 and 3 with the live key (sk_live_…).

npm run stripe -- --check [https://your.site]     check that everything is set up

Later: under Billing, Revenue recovery, let Stripe retry a declined card for as long as you like, and then cancel the subscription.
Gold stays for 3 days while a card is declined.`;

/** "4.99" in cents. */
function parseCents(text: string): number {
  if (!/^\d{1,6}(\.\d\d)?$/.test(text)) throw new Problem(`✗ ${text} isn't a price. Use one like 4.99`);
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
  const stripe = openStripeAccount(process.env);
  if (values.check) {
    logHeading("Your account");
    throwProblems(await checkAccount(stripe, positionals[0]));
    return console.log("\nEverything is set up.");
  }
  const amounts: GoldPrices = {
    monthly: parseCents(values.monthly),
    yearly: parseCents(values.yearly),
    currency: values.currency.toLowerCase(),
  };
  logHeading(process.env.STRIPE_SECRET_KEY?.includes("_live_") ? "Live account" : "Test mode");
  const secret = await setUpAccount(stripe, site ?? "", amounts);
  console.log(
    secret
      ? `\nHere's the webhook's secret. Stripe shows it only once:\n\n  STRIPE_WEBHOOK_SECRET=${secret}\n\nSet it with your key when you deploy.`
      : "\nThe webhook's secret hasn't changed. Find it under Developers, Webhooks, Signing secret.",
  );
}

main().catch((error: unknown) => {
  const isStripes = error instanceof Stripe.errors.StripeError;
  console.error(`\n${isStripes ? `✗ Stripe responded: ${error.message}` : explain(error)}`);
  process.exitCode = 1;
});
