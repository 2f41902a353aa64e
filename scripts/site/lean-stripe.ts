import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** What the worker asks of Stripe (worker/billing); everything else of the package's resources is left out of the build. */
const KEPT = [
  "BillingPortal/Configurations",
  "BillingPortal/Sessions",
  "BillingPortal/index",
  "Checkout/Sessions",
  "Checkout/index",
  "Customers",
  "Invoices",
  "Prices",
  "SubscriptionSchedules",
  "Subscriptions",
];

const RESOURCE = /[\\/]stripe[\\/]esm[\\/]resources[\\/](.+)\.js$/;
/** Reads the events of another kind of webhook, and decimals of Stripe's newer API: the site has none of either. */
const UNUSED = /[\\/]stripe[\\/]esm[\\/](?:StripeEventNotificationHandler|Decimal)\.js$/;
const EXPORTED = /export (?:class|const|function|var) (\w+)/g;

/**
 * Puts empty classes in the place of what the worker never calls: Stripe's client makes all of its hundred resources, so
 * nothing else would leave them out. A call of one that is missing fails at once, in the tests of the built site too.
 */
export function leanStripe(environment: string): Plugin {
  const met = new Set<string>();
  return {
    name: "lean-stripe",
    apply: "build",
    applyToEnvironment: ({ name }) => name === environment,
    load(id) {
      const resource = RESOURCE.exec(id)?.[1]?.replaceAll("\\", "/");
      if (resource && KEPT.includes(resource)) met.add(resource);
      else if (resource || UNUSED.test(id)) {
        const names = [...readFileSync(id, "utf8").matchAll(EXPORTED)].map(([, name]) => name);
        return { code: names.map((name) => `export class ${name} {}`).join("\n"), moduleSideEffects: false };
      }
      return null;
    },
    buildEnd(error) {
      const missing = KEPT.filter((name) => !met.has(name));
      if (!error && missing.length) this.error(`Stripe's package has no ${missing.join(", ")} any more.`);
    },
  };
}
