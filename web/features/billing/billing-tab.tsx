import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Crown } from "lucide-react";
import type { Customer } from "#domain/billing/api.ts";
import { ResponseError } from "#web/lib/api.ts";
import { useMember } from "#web/lib/user.ts";
import { billingText as text } from "#web/text/billing.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Section } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./billing.module.css";
import { customerQuery } from "./billing-query.ts";
import { BillingSkeleton } from "./billing-skeleton.tsx";
import { CheckoutReturn, useCheckoutReturn } from "./checkout-return.tsx";
import { Invoices } from "./invoices.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { TestMode } from "./test-mode.tsx";

/** Nothing was ever bought: what the site says of that, and the way to what there is. */
function NoSubscription({ message }: { message: string }) {
  const { has_gold, banned } = useMember();
  if (banned) return <EmptyState title={message} />;
  return (
    <EmptyState
      title={message}
      text={has_gold ? text.given : text.noneHint}
      art={<Bopi mood={has_gold ? "happy" : "wow"} />}
    >
      <LinkButton variant="primary" icon={Crown} to="/gold">
        {text.seeGold}
      </LinkButton>
    </EmptyState>
  );
}

function Details({ customer }: { customer: UseQueryResult<Customer> }) {
  const { data, error, isFetching, refetch } = customer;
  if (error instanceof ResponseError && error.status === 404)
    return <NoSubscription message={error.message} />;
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

/** One's Gold subscription and what was paid for it; also where one lands after paying. */
export function BillingTab() {
  const back = useCheckoutReturn();
  // Until Gold has come there is nothing to be said that would be true.
  const customer = useQuery({ ...customerQuery, enabled: !back.waiting });
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
