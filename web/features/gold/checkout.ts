import { useEffect, useState } from "react";
import { checkoutRoute, type Plan } from "#domain/gold/api.ts";
import { errorText } from "#web/lib/action-error.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { uiText } from "#web/ui/text/ui.ts";

export interface Checkout {
  /** The plan whose payment page is loading. */
  busy: Plan["id"] | null;
  failure: string | null;
  dismiss: () => void;
  buy: (id: Plan["id"]) => void;
}

/** Buys a plan: sends this tab to Stripe's checkout. */
export function useCheckout(): Checkout {
  const refreshUser = useRefreshUser();
  const [busy, setBusy] = useState<Plan["id"] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  // On "Back" from Stripe the browser can restore this page from its cache, still busy.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(null);
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);

  const buy = async (id: Plan["id"]) => {
    setBusy(id);
    setFailure(null);
    try {
      const { url } = await call(checkoutRoute, { input: { id } });
      // Stays busy while the browser navigates.
      window.location.assign(url);
    } catch (error) {
      setFailure(errorText(error, uiText.failed));
      setBusy(null);
      // Bought in another tab: update this one.
      if (error instanceof ResponseError && error.code === "has_subscription") refreshUser();
    }
  };
  return { busy, failure, dismiss: () => setFailure(null), buy: (id) => void buy(id) };
}
