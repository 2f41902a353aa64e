import { useQuery } from "@tanstack/react-query";
import { Check, Crown, X } from "lucide-react";
import { goldRoute } from "#domain/gold/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Badge } from "#web/ui/card.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import styles from "../gold.module.css";
import { AlreadySubscribed, PlanCards, PlanCardsSkeleton } from "../plan-cards.tsx";
import { customerQueryOptions } from "../queries.ts";
import { isSubscriptionRunning } from "../rules.ts";
import { BENEFITS, type Having, goldText as text } from "../text/gold.ts";

function BenefitValue({ value }: { value: Having }) {
  if (typeof value === "string") return value;
  const Icon = value ? Check : X;
  return <Icon role="img" aria-label={value ? text.yes : text.no} aria-hidden={false} />;
}

/** Compares a normal account with Gold. */
function Benefits() {
  return (
    <table className={styles.benefits}>
      <thead>
        <tr>
          <th scope="col">{text.benefit}</th>
          <th scope="col">{text.normal}</th>
          <th scope="col" className={styles.gold}>
            <span>
              <Crown aria-hidden />
              {text.gold}
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {BENEFITS.map(({ name, hint, normal, gold }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <small>{hint}</small>
            </th>
            <td>
              <BenefitValue value={normal} />
            </td>
            <td className={styles.gold}>
              <BenefitValue value={gold} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const COINS = [1, 2, 3];

/** Previews Gold: the user's bopi (or a default one) with a golden name. */
function GoldBopi() {
  const user = useUser();
  return (
    <div className={styles.showcase}>
      <div className={styles.figure}>
        {user ? (
          <img className={styles.bopi} src={user.bopi.avatar_url} width={512} height={512} alt="" />
        ) : (
          <PosedBopi className={styles.bopi} pose="wave" large />
        )}
        {COINS.map((coin) => (
          <span className={styles.coin} key={coin}>
            <img src="/static/emoticons/coin.svg" width={64} height={64} alt="" />
          </span>
        ))}
      </div>
      <p className={styles.plate}>
        <b>{user?.username ?? text.yourName}</b>
        <Badge tone="accent">
          <Crown aria-hidden />
          {text.badge}
        </Badge>
      </p>
    </div>
  );
}

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
