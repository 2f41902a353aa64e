import { Crown, LogIn, Settings } from "lucide-react";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { checkoutRoute, type Plan } from "#domain/gold/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { useAction } from "#web/lib/action.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { useRefreshUser, useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import styles from "./gold.module.css";
import { planPrice } from "./plan-price.ts";
import { TestMode } from "./test-mode.tsx";
import { goldText as text } from "./text/gold.ts";

interface Checkout {
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
function useCheckout(): Checkout {
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

/** A plan; `best` marks the one that saves most. */
function PlanCard({
  plan,
  plans,
  best,
  checkout: { busy, buy },
}: {
  plan: Plan;
  plans: readonly Plan[];
  best: boolean;
  checkout: Checkout;
}) {
  const isMember = useUser() !== null;
  const { price, perMonth, saves } = planPrice(plan, plans);
  const buttonProps = { variant: best ? "primary" : "plain", full: true } as const;
  return (
    <Card className={cx(styles.plan, best && styles.best)}>
      <div className={styles.planName}>
        <h2>{text.names[plan.id]}</h2>
        {saves > 0 && <Badge tone="accent">{text.saves(saves)}</Badge>}
      </div>
      <p className={styles.price}>
        <b>{price}</b> {text.each[plan.id]}
      </p>
      <p className={styles.note}>{perMonth ? text.perMonth(perMonth) : text.everyMonth}</p>
      {isMember ? (
        <Button
          {...buttonProps}
          icon={Crown}
          busy={busy === plan.id}
          disabled={busy !== null && busy !== plan.id}
          onClick={() => buy(plan.id)}
        >
          {text.buy[plan.id]}
        </Button>
      ) : (
        <LinkButton {...buttonProps} icon={LogIn} to={signInUrl("/gold")}>
          {text.signIn}
        </LinkButton>
      )}
    </Card>
  );
}

/** The plans with prices and buttons. */
export function PlanCards({ plans, test_mode }: { plans: readonly Plan[]; test_mode: boolean }) {
  const checkout = useCheckout();
  // The best deal first: phones only show the first card without scrolling.
  const sorted = [...plans].sort((a, b) => planPrice(b, plans).saves - planPrice(a, plans).saves);
  const [first] = sorted;
  if (!first)
    return (
      <EmptyState title={text.soldOut} text={text.soldOutHint} art={<PosedBopi pose="sleep" />}>
        <LinkButton to="/shop">{text.toShop}</LinkButton>
      </EmptyState>
    );
  return (
    <>
      {checkout.failure && <Banner onDismiss={checkout.dismiss}>{checkout.failure}</Banner>}
      <div className={styles.plans}>
        {sorted.map((plan) => (
          <PlanCard key={plan.id} plan={plan} plans={plans} best={plan === first} checkout={checkout} />
        ))}
      </div>
      {test_mode && <TestMode>{text.testMode}</TestMode>}
    </>
  );
}

/** The plan cards' placeholder. */
export function PlanCardsSkeleton() {
  return (
    <LoadingRegion text={text.loading} className={styles.plans}>
      <Skeleton height={196} />
      <Skeleton height={196} />
    </LoadingRegion>
  );
}

/** Replaces the plans for subscribers. */
export function AlreadySubscribed() {
  return (
    <Card className={cx(styles.best, styles.subscribed)}>
      <Crown aria-hidden />
      <p>{text.hasGold}</p>
      <LinkButton variant="primary" icon={Settings} to="/settings/billing">
        {text.manage}
      </LinkButton>
    </Card>
  );
}
