import { DoorClosed, DoorOpen } from "lucide-react";
import { useRef, useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { type AppealCard, decideAppealRoute } from "#domain/moderation/api.ts";
import { messageOf } from "#web/lib/action.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { toastError } from "#web/lib/error-text.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import styles from "./appeals.module.css";
import { appealsText as text } from "./text.ts";

/** The form that replies to an appeal and ends or upholds the ban. */
export function DecideAppealForm({ appeal: { id, user } }: { appeal: AppealCard }) {
  const accept = useRef(false);
  const [sending, setSending] = useState<boolean | null>(null);
  const form = useForm(decideAppealRoute, {
    read: ({ answer }) => ({ accept: accept.current, answer: String(answer) }),
    send: async (input) => {
      setSending(accept.current);
      try {
        return await call(decideAppealRoute, { params: { id }, input });
      } catch (error) {
        // Another moderator was faster: the reloaded list replaces this form.
        if (error instanceof ResponseError && error.status === 409) toastError(error.message);
        throw error;
      }
    },
    toast: messageOf,
    changes: ["/api/staff/appeals", "/api/staff/users/**", "/api/staff/reports/**"],
  });
  const choose = (isAccepted: boolean) => () => {
    accept.current = isAccepted;
  };
  return (
    <form {...form.props} className={styles.form}>
      {form.failure && form.code !== "conflict" && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <TextArea
        label={text.reply}
        name="answer"
        rows={3}
        max={LIMITS.banReason}
        hint={text.replyHint(user.username)}
        errors={form.errors.answer}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          icon={DoorOpen}
          busy={form.busy && sending === true}
          aria-disabled={form.busy}
          aria-label={text.acceptOf(user.username)}
          onClick={choose(true)}
        >
          {text.accept}
        </Button>
        <Button
          type="submit"
          icon={DoorClosed}
          busy={form.busy && sending === false}
          aria-disabled={form.busy}
          aria-label={text.declineOf(user.username)}
          onClick={choose(false)}
        >
          {text.decline}
        </Button>
      </div>
    </form>
  );
}
