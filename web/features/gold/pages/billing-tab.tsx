import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Crown, ExternalLink, Palette, RotateCw, UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { sessionRoute } from "#domain/auth/api.ts";
import type { Customer, Invoice } from "#domain/gold/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { celebrate } from "#web/lib/celebrate.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { useMember } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { Section } from "#web/ui/page.tsx";
import { Repeat, Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "../billing.module.css";
import checkoutReturnStyles from "../checkout-return.module.css";
import invoicesStyles from "../invoices.module.css";
import { customerQueryOptions, invoicesQueryOptions, useRefreshBilling } from "../queries.ts";
import { SubscriptionCard } from "../subscription-card.tsx";
import { TestMode } from "../test-mode.tsx";
import { billingText as text } from "../text/billing.ts";

const checkoutReturnText = text.returned;

const POLL_MS = 1_000;
const POLL_LIMIT_MS = 60_000;

type Outcome = "welcome" | "canceled";
type CheckoutReturnState = ReturnType<typeof useCheckoutReturn>;

/** Follows up on a payment after Stripe redirects back (`?checkout=done` or `canceled`). */
function useCheckoutReturn() {
  const { has_gold } = useMember();
  const [query, setQuery] = useSearchParams();
  const status = query.get("checkout");
  const refreshBilling = useRefreshBilling();
  // 0 once polling has timed out.
  const [attempt, setAttempt] = useState(1);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const paid = status === "done";
  const session = useQuery({
    ...queryFor(sessionRoute, {}),
    enabled: paid && !has_gold,
    refetchInterval: attempt > 0 && POLL_MS,
    // Also in the background: the user may wait in another tab.
    refetchIntervalInBackground: true,
  });
  const granted = has_gold || session.data?.user?.has_gold === true;

  useTimeout(() => setAttempt(0), !paid || granted || attempt === 0 ? null : POLL_LIMIT_MS, attempt);

  const settle = useEffectEvent((found: Outcome) => {
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
    <Card className={checkoutReturnStyles.card}>
      <PosedBopi className={checkoutReturnStyles.bopi} pose={timedOut ? "shrug" : "sleep"} />
      <div className={checkoutReturnStyles.text} role="status">
        <p className={checkoutReturnStyles.title}>
          {timedOut ? checkoutReturnText.late : checkoutReturnText.waiting}
        </p>
        <p>{timedOut ? checkoutReturnText.lateHint : checkoutReturnText.waitingHint}</p>
        {timedOut && (
          <Button icon={RotateCw} onClick={retry}>
            {checkoutReturnText.look}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Welcome() {
  const { username } = useMember();
  return (
    <Card className={checkoutReturnStyles.card}>
      <PosedBopi className={checkoutReturnStyles.bopi} pose="cheer" large />
      <div className={checkoutReturnStyles.text}>
        <div role="status">
          <p className={checkoutReturnStyles.title}>{checkoutReturnText.welcome}</p>
          <p>{checkoutReturnText.welcomeHint}</p>
        </div>
        <div className={checkoutReturnStyles.actions}>
          <LinkButton variant="primary" icon={Palette} to="/settings/appearance">
            {checkoutReturnText.theme}
          </LinkButton>
          <LinkButton icon={UserRound} to={`/users/${username}`}>
            {checkoutReturnText.profile}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}

function CheckoutReturn({ back }: { back: CheckoutReturnState }) {
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
          {checkoutReturnText.backToGold}
        </LinkButton>
      }
    >
      {checkoutReturnText.canceled}
    </Banner>
  );
}

const invoicesText = text.invoices;
const COLUMNS = [
  invoicesText.number,
  invoicesText.items,
  invoicesText.total,
  invoicesText.date,
  invoicesText.link,
];
const SKELETON_CELLS = [
  { width: 130, className: invoicesStyles.number },
  { width: 190, className: invoicesStyles.items },
  { width: 60, className: invoicesStyles.total },
  { width: 150, className: invoicesStyles.date },
  { width: 84, className: invoicesStyles.link },
];

function Row({ number, lines, total, date, url }: Invoice) {
  return (
    <tr className={cardRow(invoicesStyles.row)}>
      <td className={invoicesStyles.number}>{number}</td>
      <td className={invoicesStyles.items}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal
          <span key={index}>{line}</span>
        ))}
      </td>
      <td className={invoicesStyles.total}>{total}</td>
      <td className={invoicesStyles.date}>
        <time dateTime={date}>{formatDateTime(date)}</time>
      </td>
      <td className={invoicesStyles.link}>
        {url && (
          <LinkButton
            size="s"
            icon={ExternalLink}
            to={url}
            target="_blank"
            rel="noopener"
            aria-label={invoicesText.viewOf(number)}
          >
            {invoicesText.view}
          </LinkButton>
        )}
      </td>
    </tr>
  );
}

function InvoiceTable() {
  const query = useQuery(invoicesQueryOptions);
  const data = query.data?.data;
  if (!data && query.isError) return <QueryError query={query} />;
  if (data?.length === 0)
    return (
      <EmptyState
        title={invoicesText.none}
        text={invoicesText.noneHint}
        pose="sit"
        noAction="Invoices come with payments; the subscription is above"
      />
    );
  return (
    <>
      {!data && (
        <p className="sr-only" role="status">
          {invoicesText.loading}
        </p>
      )}
      <CardTable label={invoicesText.title} columns={COLUMNS} busy={!data}>
        {data ? (
          data.map((invoice) => <Row key={invoice.number} {...invoice} />)
        ) : (
          <Repeat times={2}>
            <tr className={cardRow(invoicesStyles.row)}>
              {SKELETON_CELLS.map(({ width, className }) => (
                <td key={width} className={className}>
                  <Skeleton width={width} height={22} />
                </td>
              ))}
            </tr>
          </Repeat>
        )}
      </CardTable>
    </>
  );
}

function NoSubscription({ message }: { message: string }) {
  const { has_gold, banned } = useMember();
  if (banned) return <EmptyState title={message} pose="shrug" noAction="Banned members can't buy Gold" />;
  return (
    <EmptyState
      title={message}
      text={has_gold ? text.given : text.noneHint}
      pose={has_gold ? "sit" : "shrug"}
    >
      <LinkButton variant="primary" icon={Crown} to="/gold">
        {text.seeGold}
      </LinkButton>
    </EmptyState>
  );
}

function Details({ customer }: { customer: UseQueryResult<Customer> }) {
  const { data, error } = customer;
  if (isNotFound(error)) return <NoSubscription message={error.message} />;
  if (!data && error) return <QueryError query={customer} />;
  if (!data)
    return (
      <Card className={styles.card} aria-busy>
        <p className="sr-only" role="status">
          {text.loading}
        </p>
        <Skeleton width={110} height={32} />
        <div className={styles.facts}>
          <Repeat times={3}>
            <SkeletonText lines={2} />
          </Repeat>
        </div>
        <div className={styles.actions}>
          <Skeleton width={150} height={44} />
          <Skeleton width={170} height={44} />
        </div>
      </Card>
    );
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
      {!back.waiting && customer.isSuccess && (
        <Section heading={invoicesText.title}>
          <InvoiceTable />
        </Section>
      )}
    </div>
  );
}
