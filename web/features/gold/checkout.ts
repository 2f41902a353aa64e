import { checkoutRoute, type Plan } from "#domain/gold/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { useRefreshUser } from "#web/lib/user.ts";

export interface Checkout {
  /** The plan whose payment page is loading. */
  busy: Plan["id"] | null;
  failure: string | null;
  dismiss: () => void;
  buy: (id: Plan["id"]) => void;
}

/** Resolves when "Back" restores this page from the browser's cache. It stays busy until then. */
const untilRestored = () =>
  new Promise<void>((resolve) => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      window.removeEventListener("pageshow", onShow);
      resolve();
    };
    window.addEventListener("pageshow", onShow);
  });

/** Buys a plan: sends this tab to Stripe's checkout. */
export function useCheckout(): Checkout {
  const refreshUser = useRefreshUser();
  const { busyWith, failure, dismiss, run } = useAction(
    (id: Plan["id"]) => call(checkoutRoute, { input: { id } }),
    {
      onDone: ({ url }) => {
        window.location.assign(url);
        return untilRestored();
      },
      errors: "inline",
      onEnd: (_, error) => {
        // Bought in another tab: update this one.
        if (error instanceof ResponseError && error.code === "has_subscription") refreshUser();
      },
    },
  );
  return { busy: busyWith ?? null, failure, dismiss, buy: (id) => void run(id) };
}
