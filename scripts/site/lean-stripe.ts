import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** The Stripe resources that the worker uses (worker/billing). The build leaves out all others. */
const USED_RESOURCES = [
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
/** Parsers for another kind of webhook and for decimals of Stripe's newer API. The site uses neither. */
const UNUSED_MODULE = /[\\/]stripe[\\/]esm[\\/](?:StripeEventNotificationHandler|Decimal)\.js$/;
const EXPORTED = /export (?:class|const|function|var) (\w+)/g;

/**
 * Replaces unused resources with empty classes. Stripe's client instantiates all of its hundred resources, so tree shaking
 * can't remove them. A call to a missing resource fails at once, also in the tests of the built site.
 */
export function leanStripe(environment: string): Plugin {
  const seen = new Set<string>();
  return {
    name: "lean-stripe",
    apply: "build",
    applyToEnvironment: ({ name }) => name === environment,
    load(id) {
      const resource = RESOURCE.exec(id)?.[1]?.replaceAll("\\", "/");
      if (resource && USED_RESOURCES.includes(resource)) seen.add(resource);
      else if (resource || UNUSED_MODULE.test(id)) {
        const names = [...readFileSync(id, "utf8").matchAll(EXPORTED)].map(([, name]) => name);
        return { code: names.map((name) => `export class ${name} {}`).join("\n"), moduleSideEffects: false };
      }
      return null;
    },
    buildEnd(error) {
      const missing = USED_RESOURCES.filter((name) => !seen.has(name));
      if (!error && missing.length) this.error(`Stripe's package has no ${missing.join(", ")} anymore.`);
    },
  };
}
