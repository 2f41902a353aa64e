import { useQuery } from "@tanstack/react-query";
import { Palette, RotateCw, UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { sessionRoute } from "#domain/auth/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { celebrate } from "#web/lib/celebrate.ts";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import styles from "./checkout-return.module.css";
import { useRefreshBilling } from "./queries.ts";
import { billingText } from "./text/billing.ts";

const text = billingText.returned;

/** How often the session is polled for Gold, and for how long. */
const POLL_MS = 1_000;
const POLL_LIMIT_MS = 60_000;

export interface CheckoutReturnState {
  /** Paid, but Gold isn't active yet. */
  waiting: boolean;
  /** Polling has stopped. */
  timedOut: boolean;
  retry: () => void;
  /** The result to show, if any. */
  outcome: "welcome" | "canceled" | null;
  dismiss: () => void;
}

/** Follows up on a payment after Stripe redirects back (`?checkout=done` or `canceled`). */
export function useCheckoutReturn(): CheckoutReturnState {
  const { has_gold } = useMember();
  const [query, setQuery] = useSearchParams();
  const status = query.get("checkout");
  const refreshBilling = useRefreshBilling();
  // 0 once polling has timed out.
  const [attempt, setAttempt] = useState(1);
  const [outcome, setOutcome] = useState<CheckoutReturnState["outcome"]>(null);

  const paid = status === "done";
  const session = useQuery({
    ...queryFor(sessionRoute, {}),
    enabled: paid && !has_gold,
    refetchInterval: attempt > 0 && POLL_MS,
    // Also in the background: the user may wait in another tab.
    refetchIntervalInBackground: true,
  });
  const granted = has_gold || session.data?.user?.has_gold === true;

  useEffect(() => {
    if (!paid || granted || attempt === 0) return;
    const timer = setTimeout(() => setAttempt(0), POLL_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [paid, granted, attempt]);

  const settle = useEffectEvent((found: CheckoutReturnState["outcome"]) => {
    setOutcome(found);
    // A reload should not show the result again.
    setQuery(
      (before) => {
        before.delete("checkout");
        return before;
      },
      { replace: true },
    );
    if (found !== "welcome") return;
    // Gold's coins come every day; these only celebrate it.
    celebrate({ kind: "coins", coins: 0 });
    void refreshBilling(undefined);
  });
  useEffect(() => {
    if (paid && granted) settle("welcome");
    else if (status === "canceled") settle("canceled");
  }, [status, paid, granted]);

  return {
    waiting: paid && !granted,
    timedOut: attempt === 0,
    retry: () => setAttempt((count) => count + 1),
    outcome,
    dismiss: () => setOutcome(null),
  };
}

function WaitingForGold({ timedOut, retry }: Pick<CheckoutReturnState, "timedOut" | "retry">) {
  return (
    <Card className={styles.card}>
      <PosedBopi className={styles.bopi} pose={timedOut ? "shrug" : "sleep"} />
      <div className={styles.text} role="status">
        <p className={styles.title}>{timedOut ? text.late : text.waiting}</p>
        <p>{timedOut ? text.lateHint : text.waitingHint}</p>
        {timedOut && (
          <Button icon={RotateCw} onClick={retry}>
            {text.look}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Welcome() {
  const { username } = useMember();
  return (
    <Card className={styles.card}>
      <PosedBopi className={styles.bopi} pose="cheer" large />
      <div className={styles.text}>
        <div role="status">
          <p className={styles.title}>{text.welcome}</p>
          <p>{text.welcomeHint}</p>
        </div>
        <div className={styles.actions}>
          <LinkButton variant="primary" icon={Palette} to="/settings/appearance">
            {text.theme}
          </LinkButton>
          <LinkButton icon={UserRound} to={`/users/${username}`}>
            {text.profile}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}

/** Shows the state of the checkout. */
export function CheckoutReturn({ back }: { back: CheckoutReturnState }) {
  const { waiting, outcome, dismiss } = back;
  if (waiting) return <WaitingForGold {...back} />;
  if (outcome === "welcome") return <Welcome />;
  if (outcome === null) return null;
  return (
    <Banner
      tone="plain"
      onDismiss={dismiss}
      action={
        <LinkButton size="s" to="/gold">
          {text.backToGold}
        </LinkButton>
      }
    >
      {text.canceled}
    </Banner>
  );
}
