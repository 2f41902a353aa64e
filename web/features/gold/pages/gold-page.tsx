import { useQuery } from "@tanstack/react-query";
import { Check, Crown, LogIn, Settings, X } from "lucide-react";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { checkoutRoute, goldRoute, type Plan } from "#domain/gold/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { SITE } from "#domain/site.ts";
import { GOLD_XP_PERCENT } from "#domain/users/spirit.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Fact } from "#web/components/fact.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import type { Action } from "#web/lib/action.ts";
import { useAction } from "#web/lib/action.ts";
import { call, isNotFound, ResponseError } from "#web/lib/api.ts";
import { formatNumber } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser, useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "../gold.module.css";
import { planPrice } from "../plan-price.ts";
import { customerQueryOptions } from "../queries.ts";
import { isSubscriptionRunning } from "../rules.ts";
import { TestMode } from "../test-mode.tsx";

type Having = string | boolean;

interface Benefit {
  name: string;
  hint: string;
  normal: Having;
  gold: Having;
}

const BENEFITS: readonly Benefit[] = [
  {
    name: "Daily coins",
    hint: "In your pocket every morning, whether you play or not.",
    normal: "0",
    gold: formatNumber(DAILY_GOLD_COINS),
  },
  {
    name: "Extra XP",
    hint: "On everything that earns XP.",
    normal: "0%",
    gold: `${GOLD_XP_PERCENT}%`,
  },
  {
    name: "Max levels",
    hint: "Room for everything you build.",
    normal: formatNumber(LIMITS.levelsPerUser.member),
    gold: formatNumber(LIMITS.levelsPerUser.gold),
  },
  {
    name: "Customizable profile theme",
    hint: "Your own gradient and pattern behind your profile.",
    normal: false,
    gold: true,
  },
  {
    name: "Gold username and badge",
    hint: "A golden name and a crown wherever you turn up.",
    normal: false,
    gold: true,
  },
  {
    name: "Luck with lost socks",
    hint: "Scientists are still looking. So are the socks.",
    normal: "Bad",
    gold: `${GOLD_XP_PERCENT}% less bad`,
  },
];

const goldText = {
  title: "Gold",
  about: `More coins, more XP, more room to build, and a name that shines all over ${SITE.name}.`,
  yourName: "Your name",
  badge: "Gold",
  names: { monthly: "Monthly", yearly: "Yearly" },
  each: { monthly: "a month", yearly: "a year" },
  perMonth: (price: string) => `That's ${price} a month.`,
  everyMonth: "Billed monthly.",
  saves: (percent: number) => `Save ${percent}%`,
  buy: { monthly: "Get Gold monthly", yearly: "Get Gold yearly" },
  signIn: "Sign in to get Gold",
  hasGold: "You have Gold. Enjoy it!",
  manage: "Manage your Gold",
  testMode: "Test mode: you won't really be charged. Pay with the card number 4242 4242 4242 4242.",
  soldOut: "Gold can't be bought right now",
  soldOutHint: "Check back in a while.",
  toShop: "Open the shop",
  loading: "Loading the plans",
  benefits: "What you get",
  benefit: "Benefit",
  normal: "Normal",
  gold: "Gold",
  yes: "Yes",
  no: "No",
  questions: "Good to know",
  faq: [
    {
      question: "Can I cancel?",
      explanation:
        "Anytime, with 2 clicks in your settings. You keep Gold until the end of the period you paid for.",
    },
    {
      question: "What happens when Gold ends?",
      explanation: "Your coins, XP, items and levels stay yours. Only what Gold adds takes a break.",
    },
    {
      question: "Can I change my plan?",
      explanation: "Yes. The new plan starts when the period you paid for ends.",
    },
    {
      question: "Who sees my card?",
      explanation: `Only Stripe, which takes the payment. ${SITE.name} never sees its number. Under 18? Ask the card's owner first.`,
    },
  ],
} as const;

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

function useCheckout(): Action<Plan["id"]> {
  const refreshUser = useRefreshUser();
  return useAction((id: Plan["id"]) => call(checkoutRoute, { input: { id } }), {
    onDone: ({ url }) => {
      window.location.assign(url);
      return untilRestored();
    },
    errors: "inline",
    onEnd: (_, error) => {
      // Bought in another tab: update this one.
      if (error instanceof ResponseError && error.code === "has_subscription") refreshUser();
    },
  });
}

interface PlanCardProps {
  plan: Plan;
  plans: readonly Plan[];
  best: boolean;
  checkout: Action<Plan["id"]>;
}

/** A plan; `best` marks the one that saves most. */
function PlanCard({ plan, plans, best, checkout: { busyWith, run } }: PlanCardProps) {
  const isMember = useUser() !== null;
  const { price, perMonth, saves } = planPrice(plan, plans);
  const buttonProps = { variant: best ? "primary" : "plain", full: true } as const;
  return (
    <Card className={cx(styles.plan, best && styles.best)}>
      <div className={styles.planName}>
        <h2>{goldText.names[plan.id]}</h2>
        {saves > 0 && <Badge tone="accent">{goldText.saves(saves)}</Badge>}
      </div>
      <p className={styles.price}>
        <b>{price}</b> {goldText.each[plan.id]}
      </p>
      <p className={styles.note}>{perMonth ? goldText.perMonth(perMonth) : goldText.everyMonth}</p>
      {isMember ? (
        <Button
          {...buttonProps}
          icon={Crown}
          busy={busyWith === plan.id}
          disabled={busyWith !== undefined && busyWith !== plan.id}
          onClick={() => run(plan.id)}
        >
          {goldText.buy[plan.id]}
        </Button>
      ) : (
        <LinkButton {...buttonProps} icon={LogIn} to={signInUrl("/gold")}>
          {goldText.signIn}
        </LinkButton>
      )}
    </Card>
  );
}

function PlanCards({ plans, test_mode }: { plans: readonly Plan[]; test_mode: boolean }) {
  const checkout = useCheckout();
  // The best deal first: phones only show the first card without scrolling.
  const sorted = [...plans].sort((a, b) => planPrice(b, plans).saves - planPrice(a, plans).saves);
  const [first] = sorted;
  if (!first)
    return (
      <EmptyState title={goldText.soldOut} text={goldText.soldOutHint} pose="sleep">
        <LinkButton to="/shop">{goldText.toShop}</LinkButton>
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
      {test_mode && <TestMode>{goldText.testMode}</TestMode>}
    </>
  );
}

function BenefitValue({ value }: { value: Having }) {
  if (typeof value === "string") return value;
  const Icon = value ? Check : X;
  return <Icon role="img" aria-label={value ? goldText.yes : goldText.no} aria-hidden={false} />;
}

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
        <Repeat times={3}>
          <span className={styles.coin}>
            <img src="/static/emoticons/coin.svg" width={64} height={64} alt="" />
          </span>
        </Repeat>
      </div>
      <p className={styles.plate}>
        <b>{user?.username ?? goldText.yourName}</b>
        <Badge tone="accent">
          <Crown aria-hidden />
          {goldText.badge}
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
  if (isSubscribed)
    return (
      <Card className={cx(styles.best, styles.subscribed)}>
        <Crown aria-hidden />
        <p>{goldText.hasGold}</p>
        <LinkButton variant="primary" icon={Settings} to="/settings/billing">
          {goldText.manage}
        </LinkButton>
      </Card>
    );
  if (offer.isError && !offer.data) return <QueryError query={offer} />;
  if (!offer.data || isSubscribed === undefined)
    return (
      <LoadingRegion text={goldText.loading} className={styles.plans}>
        <Skeleton height={196} />
        <Skeleton height={196} />
      </LoadingRegion>
    );
  return <PlanCards {...offer.data} />;
}

export default function GoldPage() {
  return (
    <Page title={goldText.title} heading={null}>
      <div className={styles.page}>
        <div className={styles.hero}>
          <div className={styles.text}>
            <h1 className={styles.title}>
              <Crown aria-hidden />
              {goldText.title}
            </h1>
            <p className={styles.about}>{goldText.about}</p>
          </div>
          <GoldBopi />
          <div className={styles.offer}>
            <Offer />
          </div>
        </div>
        <Section heading={goldText.benefits}>
          <table className={styles.benefits}>
            <thead>
              <tr>
                <th scope="col">{goldText.benefit}</th>
                <th scope="col">{goldText.normal}</th>
                <th scope="col" className={styles.gold}>
                  <span>
                    <Crown aria-hidden />
                    {goldText.gold}
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
        </Section>
        <Section heading={goldText.questions}>
          <dl className={styles.questions}>
            {goldText.faq.map(({ question, explanation }) => (
              <Fact key={question} name={question}>
                {explanation}
              </Fact>
            ))}
          </dl>
        </Section>
      </div>
    </Page>
  );
}
