import { Crown, LogIn, Settings } from "lucide-react";
import { signInAddress } from "#domain/auth/members.ts";
import type { Plan } from "#domain/billing/api.ts";
import { useUser } from "#web/lib/user.ts";
import { goldText as text } from "#web/text/gold.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { type Checkout, useCheckout } from "./checkout.ts";
import styles from "./gold.module.css";
import { planPrice } from "./plan-price.ts";
import { TestMode } from "./test-mode.tsx";

/** One way of paying; `best` for the one that saves most. */
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
  const look = { variant: best ? "primary" : "plain", full: true } as const;
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
          {...look}
          icon={Crown}
          busy={busy === plan.id}
          disabled={busy !== null && busy !== plan.id}
          onClick={() => buy(plan.id)}
        >
          {text.buy[plan.id]}
        </Button>
      ) : (
        <LinkButton {...look} icon={LogIn} to={signInAddress("/gold")}>
          {text.signIn}
        </LinkButton>
      )}
    </Card>
  );
}

/** The plans with their prices, and the way to each. */
export function PlanCards({ plans, test_mode }: { plans: readonly Plan[]; test_mode: boolean }) {
  const checkout = useCheckout();
  // What saves most comes first: on a phone it is what is in sight.
  const sorted = [...plans].sort((a, b) => planPrice(b, plans).saves - planPrice(a, plans).saves);
  const [first] = sorted;
  if (!first) return <EmptyState icon={Crown} title={text.soldOut} text={text.soldOutHint} />;
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

/** Plans to come. */
export function PlanCardsSkeleton() {
  return (
    <Waiting text={text.loading} className={styles.plans}>
      <Skeleton height={196} />
      <Skeleton height={196} />
    </Waiting>
  );
}

/** Instead of the plans, to whoever pays already. */
export function HasGold() {
  return (
    <Card className={cx(styles.best, styles.has)}>
      <Crown aria-hidden />
      <p>{text.hasGold}</p>
      <LinkButton variant="primary" icon={Settings} to="/settings/billing">
        {text.manage}
      </LinkButton>
    </Card>
  );
}
