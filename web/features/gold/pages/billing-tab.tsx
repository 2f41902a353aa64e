import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Crown } from "lucide-react";
import type { Customer } from "#domain/gold/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { useMember } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "../billing.module.css";
import { CheckoutReturn, useCheckoutReturn } from "../checkout-return.tsx";
import { Invoices } from "../invoices.tsx";
import { customerQueryOptions } from "../queries.ts";
import { SubscriptionCard } from "../subscription-card.tsx";
import { TestMode } from "../test-mode.tsx";
import { billingText as text } from "../text/billing.ts";

const FACTS = [1, 2, 3];

/** The subscription card's placeholder. */
function BillingSkeleton() {
  return (
    <Card className={styles.card} aria-busy>
      <p className="sr-only" role="status">
        {text.loading}
      </p>
      <Skeleton width={110} height={32} />
      <div className={styles.facts}>
        {FACTS.map((fact) => (
          <SkeletonText key={fact} lines={2} />
        ))}
      </div>
      <div className={styles.actions}>
        <Skeleton width={150} height={44} />
        <Skeleton width={170} height={44} />
      </div>
    </Card>
  );
}

/** Shown without a subscription; links to Gold. */
function NoSubscription({ message }: { message: string }) {
  const { has_gold, banned } = useMember();
  if (banned)
    return (
      <EmptyState title={message} art={<PosedBopi pose="shrug" />} noAction="Banned members can't buy Gold" />
    );
  return (
    <EmptyState
      title={message}
      text={has_gold ? text.given : text.noneHint}
      art={<PosedBopi pose={has_gold ? "sit" : "shrug"} />}
    >
      <LinkButton variant="primary" icon={Crown} to="/gold">
        {text.seeGold}
      </LinkButton>
    </EmptyState>
  );
}

function Details({ customer }: { customer: UseQueryResult<Customer> }) {
  const { data, error, isFetching, refetch } = customer;
  if (isNotFound(error)) return <NoSubscription message={error.message} />;
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />;
  if (!data) return <BillingSkeleton />;
  return (
    <>
      {data.test_mode && <TestMode>{text.testMode}</TestMode>}
      {data.stripe_subscription ? (
        <SubscriptionCard subscription={data.stripe_subscription} plans={data.plans} />
      ) : (
        <NoSubscription message={text.none} />
      )}
    </>
  );
}

/** The user's Gold subscription and invoices. Stripe's checkout returns here. */
export default function BillingTab() {
  const back = useCheckoutReturn();
  // Waits until Gold is active: before that the data is outdated.
  const customer = useQuery({ ...customerQueryOptions, enabled: !back.waiting });
  return (
    <div className={styles.tab}>
      <Section heading={text.title}>
        <CheckoutReturn back={back} />
        {!back.waiting && <Details customer={customer} />}
      </Section>
      {!back.waiting && customer.isSuccess && <Invoices />}
    </div>
  );
}
