import { X } from "lucide-react";
import { cancelRoute } from "#domain/gold/api.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import styles from "./billing.module.css";
import { useRefreshBilling } from "./queries.ts";
import { billingText } from "./text/billing.ts";

const text = billingText.cancelling;

/** Asks for confirmation before canceling Gold. Shows what is lost, and when. */
export function CancelGold({ date, onClose }: { date: string | null; onClose: () => void }) {
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
      title={text.title}
      text={text.until(date)}
      onClose={() => !busy && onClose()}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {text.keep}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => run()}>
            {text.submit}
          </Button>
        </>
      }
    >
      {failure && <Banner onDismiss={dismiss}>{failure}</Banner>}
      <ul className={styles.losses}>
        {text.losses.map((loss) => (
          <li key={loss}>
            <X aria-hidden />
            {loss}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
