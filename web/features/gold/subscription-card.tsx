import { CircleArrowUp, CreditCard, Crown, RotateCcw, X } from "lucide-react";
import { useState } from "react";
import {
  cancelRoute,
  type Plan,
  portalRoute,
  resumeRoute,
  type Subscription,
  swapRoute,
} from "#domain/gold/api.ts";
import { Fact } from "#web/components/fact.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { formatDate, formatDateTime } from "#web/lib/format.ts";
import { useMember } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { Modal } from "#web/ui/modal.tsx";
import styles from "./billing.module.css";
import { useRefreshBilling } from "./queries.ts";
import { isSubscriptionRunning, nextPlan } from "./rules.ts";
import { billingText as text } from "./text/billing.ts";

const changePlanText = text.change;

interface ChangePlanProps {
  subscription: Subscription;
  plans: readonly Plan[];
  onClose: () => void;
}

/** Switches to another plan, starting after the current period. */
function ChangePlan({ subscription, plans, onClose }: ChangePlanProps) {
  const refreshBilling = useRefreshBilling();
  const next = nextPlan(subscription);
  const [selected, setSelected] = useState(() => plans.find(({ id }) => id !== next)?.id ?? next);
  const { status, next_billing_date } = subscription;
  const canceled = status === "Canceled";
  const form = useForm(swapRoute, {
    read: () => ({ id: selected }),
    send: (input) => call(swapRoute, { input }).then(refreshBilling),
    toast: messageOf,
    onDone: onClose,
  });
  return (
    <FormModal
      form={form}
      title={changePlanText.title}
      text={changePlanText.when(next_billing_date && formatDateTime(next_billing_date))}
      submit={changePlanText.submit}
      onClose={onClose}
    >
      {canceled && <p className={styles.notice}>{changePlanText.reactivates}</p>}
      <fieldset className={styles.choices}>
        <legend className="sr-only">{changePlanText.plans}</legend>
        {plans.map(({ id, description_with_savings }) => (
          <label className={styles.choice} key={id}>
            <input type="radio" name="plan" checked={id === selected} onChange={() => setSelected(id)} />
            <span>{description_with_savings}</span>
            {id === subscription.plan.id && <Badge>{changePlanText.current}</Badge>}
            {id === next && id !== subscription.plan.id && <Badge>{changePlanText.chosen}</Badge>}
          </label>
        ))}
      </fieldset>
    </FormModal>
  );
}

const cancelGoldText = text.cancelling;

function CancelGold({ date, onClose }: { date: string | null; onClose: () => void }) {
  const refreshBilling = useRefreshBilling();
  const { busy, failure, dismiss, run } = useAction(() => call(cancelRoute, {}).then(refreshBilling), {
    toast: messageOf,
    onDone: onClose,
    errors: "inline",
  });
  return (
    <Modal
      open
      alert
      title={cancelGoldText.title}
      text={cancelGoldText.until(date)}
      onClose={() => !busy && onClose()}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {cancelGoldText.keep}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => run()}>
            {cancelGoldText.submit}
          </Button>
        </>
      }
    >
      {failure && <Banner onDismiss={dismiss}>{failure}</Banner>}
      <ul className={styles.losses}>
        {cancelGoldText.losses.map((loss) => (
          <li key={loss}>
            <X aria-hidden />
            {loss}
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/**
 * Opens Stripe's billing portal in a new tab. The tab opens right on the click and navigates once the URL is known, because
 * browsers block later pop-ups. If no tab can be opened, this one navigates.
 */
async function openPortal(): Promise<void> {
  const tab = window.open("", "_blank");
  if (tab) tab.opener = null;
  try {
    const { url } = await call(portalRoute, {});
    (tab ?? window).location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

export interface SubscriptionCardProps {
  subscription: Subscription;
  plans: readonly Plan[];
}

/** The user's subscription and its actions. Banned users can only cancel. */
export function SubscriptionCard({ subscription, plans }: SubscriptionCardProps) {
  const { banned } = useMember();
  const refreshBilling = useRefreshBilling();
  const [open, setOpen] = useState<"change" | "cancel" | null>(null);
  const resume = useAction(() => call(resumeRoute, {}).then(refreshBilling), {
    toast: messageOf,
    errors: "inline",
  });
  const portal = useAction(openPortal, { errors: "inline" });
  const { status, next_billing_date } = subscription;
  const date = next_billing_date && formatDateTime(next_billing_date);
  const hint = text.statusHints[status]?.(date);
  const canCancel = isSubscriptionRunning(subscription);
  const isLate = status === "Past due";
  const failed = [resume, portal].find(({ failure }) => failure);
  const close = () => setOpen(null);

  return (
    <>
      {failed && <Banner onDismiss={failed.dismiss}>{failed.failure}</Banner>}
      <Card className={styles.card}>
        <div className={styles.head}>
          <Crown aria-hidden />
          <h3>{text.gold}</h3>
        </div>
        <dl className={styles.facts}>
          <Fact name={text.status}>
            <Badge {...(subscription.status === "Active" && { tone: "accent" })}>{subscription.status}</Badge>
          </Fact>
          <Fact name={text.plan}>{subscription.plan.description}</Fact>
          {subscription.next_billing_date && subscription.status !== "Ended" && (
            <Fact name={subscription.status === "Canceled" ? text.ends : text.nextBilling}>
              <time dateTime={subscription.next_billing_date}>
                {formatDateTime(subscription.next_billing_date)}
              </time>
            </Fact>
          )}
          {subscription.phases.length > 0 && (
            <Fact name={text.comingUp}>
              {subscription.phases.map((phase) => (
                <span className={styles.phase} key={phase.starts_at}>
                  {text.from(formatDate(phase.starts_at), phase.plan.description)}
                </span>
              ))}
            </Fact>
          )}
        </dl>
        {hint && (isLate ? <Banner>{hint}</Banner> : <p className={styles.hint}>{hint}</p>)}
        {banned && <p className={styles.hint}>{text.banned}</p>}
        <div className={styles.actions}>
          {status === "Canceled" && !banned && (
            <Button variant="primary" icon={RotateCcw} busy={resume.busy} onClick={() => resume.run()}>
              {text.resume}
            </Button>
          )}
          {canCancel && !banned && (
            <Button icon={CircleArrowUp} onClick={() => setOpen("change")}>
              {text.changePlan}
            </Button>
          )}
          {!canCancel && !banned && (
            <LinkButton variant="primary" icon={Crown} to="/gold">
              {status === "Ended" ? text.again : text.getGold}
            </LinkButton>
          )}
          <Button
            variant={isLate ? "primary" : "plain"}
            icon={CreditCard}
            busy={portal.busy}
            onClick={() => portal.run()}
          >
            {text.portal}
            <span className="sr-only">{text.newTab}</span>
          </Button>
          {canCancel && status !== "Canceled" && (
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
