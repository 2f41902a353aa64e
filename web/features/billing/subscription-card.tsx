import { CircleArrowUp, CreditCard, Crown, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Plan, resumeRoute, type Subscription } from "#domain/billing/api.ts";
import { useAct } from "#web/lib/act.ts";
import { call } from "#web/lib/api.ts";
import { exactDate, exactDay } from "#web/lib/format.ts";
import { useMember } from "#web/lib/user.ts";
import { billingText as text } from "#web/text/billing.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./billing.module.css";
import { useBillingAnew } from "./billing-query.ts";
import { CancelGold } from "./cancel-gold.tsx";
import { ChangePlan } from "./change-plan.tsx";
import { openPortal } from "./portal.ts";
import { isRunning } from "./subscription.ts";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How it stands: status, plan, when money is next asked for, and what comes after that. */
function Facts({ subscription }: { subscription: Subscription }) {
  const { status, plan, next_billing_date, phases } = subscription;
  return (
    <dl className={styles.facts}>
      <Fact name={text.status}>
        <Badge {...(status === "Active" && { tone: "accent" })}>{status}</Badge>
      </Fact>
      <Fact name={text.plan}>{plan.description}</Fact>
      {next_billing_date && status !== "Ended" && (
        <Fact name={status === "Canceled" ? text.ends : text.nextBilling}>
          <time dateTime={next_billing_date}>{exactDate(next_billing_date)}</time>
        </Fact>
      )}
      {phases.length > 0 && (
        <Fact name={text.comingUp}>
          {phases.map((phase) => (
            <span className={styles.phase} key={phase.starts_at}>
              {text.from(exactDay(phase.starts_at), phase.plan.description)}
            </span>
          ))}
        </Fact>
      )}
    </dl>
  );
}

export interface SubscriptionCardProps {
  subscription: Subscription;
  plans: readonly Plan[];
}

/** One's subscription and what can be done with it. Whoever is banned can only end it. */
export function SubscriptionCard({ subscription, plans }: SubscriptionCardProps) {
  const { banned } = useMember();
  const anew = useBillingAnew();
  const [open, setOpen] = useState<"change" | "cancel" | null>(null);
  const resume = useAct(async () => {
    const { message } = await call(resumeRoute, {});
    await anew();
    toast(message, { tone: "good" });
  });
  const portal = useAct(openPortal);
  const { status, next_billing_date } = subscription;
  const date = next_billing_date && exactDate(next_billing_date);
  const hint = text.statusHints[status]?.(date);
  const runs = isRunning(subscription);
  const isLate = status === "Past due";
  const refused = [resume, portal].find(({ failure }) => failure);
  const close = () => setOpen(null);

  return (
    <>
      {refused && <Banner onDismiss={refused.dismiss}>{refused.failure}</Banner>}
      <Card className={styles.card}>
        <div className={styles.head}>
          <Crown aria-hidden />
          <h3>{text.gold}</h3>
        </div>
        <Facts subscription={subscription} />
        {hint && (isLate ? <Banner>{hint}</Banner> : <p className={styles.hint}>{hint}</p>)}
        {banned && <p className={styles.hint}>{text.banned}</p>}
        <div className={styles.acts}>
          {status === "Canceled" && !banned && (
            <Button variant="primary" icon={RotateCcw} busy={resume.busy} onClick={resume.run}>
              {text.resume}
            </Button>
          )}
          {runs && !banned && (
            <Button icon={CircleArrowUp} onClick={() => setOpen("change")}>
              {text.changePlan}
            </Button>
          )}
          {!runs && !banned && (
            <LinkButton variant="primary" icon={Crown} to="/gold">
              {status === "Ended" ? text.again : text.getGold}
            </LinkButton>
          )}
          <Button
            variant={isLate ? "primary" : "plain"}
            icon={CreditCard}
            busy={portal.busy}
            onClick={portal.run}
          >
            {text.portal}
            <span className="sr-only">{text.newTab}</span>
          </Button>
          {runs && status !== "Canceled" && (
            <Button variant="quiet" className={styles.cancel} onClick={() => setOpen("cancel")}>
              {text.cancel}
            </Button>
          )}
        </div>
      </Card>
      {open === "change" && <ChangePlan subscription={subscription} plans={plans} onClose={close} />}
      {open === "cancel" && <CancelGold date={date} onClose={close} />}
    </>
  );
}
