import { useQuery } from "@tanstack/react-query";
import { Crown } from "lucide-react";
import { goldRoute } from "#domain/billing/api.ts";
import { ResponseError } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { goldText as text } from "#web/text/gold.ts";
import { Page, Section } from "#web/ui/page.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Benefits } from "./benefits.tsx";
import { customerQuery } from "./billing-query.ts";
import styles from "./gold.module.css";
import { GoldBopi } from "./gold-bopi.tsx";
import { HasGold, PlanCards, PlanCardsSkeleton } from "./plan-cards.tsx";
import { isRunning } from "./subscription.ts";

/** Whether there is nothing to buy, as one pays already. Gold that was given can be followed by some that is paid. */
function usePays(): boolean | undefined {
  const hasGold = useUser()?.has_gold ?? false;
  const customer = useQuery({ ...customerQuery, enabled: hasGold });
  if (!hasGold) return false;
  if (customer.isPending) return undefined;
  if (customer.error instanceof ResponseError && customer.error.status === 404) return false;
  const subscription = customer.data?.stripe_subscription;
  return !customer.data || (subscription ? isRunning(subscription) : false);
}

function Offer() {
  const offer = useQuery(queryFor(goldRoute, {}));
  const pays = usePays();
  if (pays) return <HasGold />;
  if (offer.isError && !offer.data)
    return <ErrorState error={offer.error} onRetry={() => offer.refetch()} busy={offer.isFetching} />;
  if (!offer.data || pays === undefined) return <PlanCardsSkeleton />;
  return <PlanCards {...offer.data} />;
}

/** Sells Gold: what it is, what it costs and what it brings. */
export default function GoldPage() {
  return (
    <Page title={text.title} heading={null}>
      <div className={styles.page}>
        <div className={styles.hero}>
          <div className={styles.words}>
            <h1 className={styles.title}>
              <Crown aria-hidden />
              {text.title}
            </h1>
            <p className={styles.about}>{text.about}</p>
          </div>
          <GoldBopi />
          <div className={styles.offer}>
            <Offer />
          </div>
        </div>
        <Section heading={text.benefits}>
          <Benefits />
        </Section>
        <Section heading={text.questions}>
          <dl className={styles.questions}>
            {text.answers.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
    </Page>
  );
}
