import { useQuery } from "@tanstack/react-query";
import { Crown } from "lucide-react";
import { goldRoute } from "#domain/gold/api.ts";
import { isNotFound } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Page, Section } from "#web/ui/page.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Benefits } from "../benefits.tsx";
import styles from "../gold.module.css";
import { GoldBopi } from "../gold-bopi.tsx";
import { AlreadySubscribed, PlanCards, PlanCardsSkeleton } from "../plan-cards.tsx";
import { customerQueryOptions } from "../queries.ts";
import { isSubscriptionRunning } from "../rules.ts";
import { goldText as text } from "../text/gold.ts";

/** Whether the user already pays for Gold; undefined while loading. Gold from a grant doesn't count. */
function useIsSubscribed(): boolean | undefined {
  const hasGold = useUser()?.has_gold ?? false;
  const customer = useQuery({ ...customerQueryOptions, enabled: hasGold });
  if (!hasGold) return false;
  if (customer.isPending) return undefined;
  if (isNotFound(customer.error)) return false;
  const subscription = customer.data?.stripe_subscription;
  return !customer.data || (subscription ? isSubscriptionRunning(subscription) : false);
}

function Offer() {
  const offer = useQuery(queryFor(goldRoute, {}));
  const isSubscribed = useIsSubscribed();
  if (isSubscribed) return <AlreadySubscribed />;
  if (offer.isError && !offer.data)
    return <ErrorState error={offer.error} onRetry={() => offer.refetch()} busy={offer.isFetching} />;
  if (!offer.data || isSubscribed === undefined) return <PlanCardsSkeleton />;
  return <PlanCards {...offer.data} />;
}

/** Sells Gold: plans, benefits and questions. */
export default function GoldPage() {
  return (
    <Page title={text.title} heading={null}>
      <div className={styles.page}>
        <div className={styles.hero}>
          <div className={styles.text}>
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
            {text.faq.map(({ question, explanation }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{explanation}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
    </Page>
  );
}
