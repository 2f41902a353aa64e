import { useQuery } from "@tanstack/react-query";
import { Palette, RotateCw, UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { sessionRoute } from "#domain/auth/api.ts";
import { call } from "#web/lib/api.ts";
import { useMember } from "#web/lib/user.ts";
import { billingText } from "#web/text/billing.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Bopi } from "#web/ui/bopi.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useBillingAnew } from "./billing-query.ts";
import styles from "./checkout-return.module.css";

const text = billingText.returned;

/** How often the site is asked whether the payment has been heard of, and for how long. */
const LOOK_MS = 1_000;
const PATIENCE_MS = 60_000;

export interface Return {
  /** Gold has been paid and has not come yet. */
  waiting: boolean;
  /** It has been so for long. */
  late: boolean;
  lookAgain: () => void;
  /** What to say of it once it is over. */
  outcome: "welcome" | "canceled" | null;
  dismiss: () => void;
}

/** What has become of the payment that one comes back from (`?checkout=done` or `canceled`). */
export function useCheckoutReturn(): Return {
  const { has_gold } = useMember();
  const [query, setQuery] = useSearchParams();
  const asked = query.get("checkout");
  const anew = useBillingAnew();
  const [patience, setPatience] = useState(1);
  const [outcome, setOutcome] = useState<Return["outcome"]>(null);

  const paid = asked === "done";
  const session = useQuery({
    queryKey: ["billing", "arrival"],
    queryFn: ({ signal }) => call(sessionRoute, { signal }),
    enabled: paid && !has_gold,
    refetchInterval: patience > 0 && LOOK_MS,
    // Also where it is not looked at: one may wait on another tab.
    refetchIntervalInBackground: true,
  });
  const granted = has_gold || session.data?.user?.has_gold === true;

  useEffect(() => {
    if (!paid || granted || patience === 0) return;
    const timer = setTimeout(() => setPatience(0), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [paid, granted, patience]);

  const settle = useEffectEvent((found: Return["outcome"]) => {
    setOutcome(found);
    // Loaded anew, the page has nothing to say of it any more.
    setQuery(
      (before) => {
        before.delete("checkout");
        return before;
      },
      { replace: true },
    );
    if (found === "welcome") void anew();
  });
  useEffect(() => {
    if (paid && granted) settle("welcome");
    else if (asked === "canceled") settle("canceled");
  }, [asked, paid, granted]);

  return {
    waiting: paid && !granted,
    late: patience === 0,
    lookAgain: () => setPatience((count) => count + 1),
    outcome,
    dismiss: () => setOutcome(null),
  };
}

function Waiting({ late, lookAgain }: Pick<Return, "late" | "lookAgain">) {
  return (
    <Card className={styles.card}>
      <Bopi className={styles.bopi} mood={late ? "wow" : "wink"} alive />
      <div className={styles.words} role="status">
        <p className={styles.title}>{late ? text.late : text.waiting}</p>
        <p>{late ? text.lateHint : text.waitingHint}</p>
        {late && (
          <Button icon={RotateCw} onClick={lookAgain}>
            {text.look}
          </Button>
        )}
      </div>
    </Card>
  );
}

const COINS = Array.from({ length: 9 }, (_, i) => i);

function Welcome() {
  const { username } = useMember();
  return (
    <Card className={styles.card}>
      <div className={styles.coins} aria-hidden>
        {COINS.map((coin) => (
          <img key={coin} src="/static/emoticons/coin.svg" width={28} height={28} alt="" />
        ))}
      </div>
      <Bopi className={styles.bopi} pose="wave" alive />
      <div className={styles.words}>
        <div role="status">
          <p className={styles.title}>{text.welcome}</p>
          <p>{text.welcomeHint}</p>
        </div>
        <div className={styles.acts}>
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

/** Says what has become of it. */
export function CheckoutReturn({ back }: { back: Return }) {
  const { waiting, outcome, dismiss } = back;
  if (waiting) return <Waiting {...back} />;
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
