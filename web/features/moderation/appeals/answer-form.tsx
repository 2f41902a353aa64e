import { useQueryClient } from "@tanstack/react-query";
import { DoorClosed, DoorOpen } from "lucide-react";
import { useRef, useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { type AppealCard, decideAppealRoute } from "#domain/moderation/api.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { appealsText as text } from "#web/text/appeals.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./appeals.module.css";

const CHANGED = /^\/api\/staff\/(?:appeals|users|reports)/;

/** An answer, with which the ban ends or stands. */
export function AnswerForm({ appeal: { id, user } }: { appeal: AppealCard }) {
  const client = useQueryClient();
  const accept = useRef(false);
  const [sent, setSent] = useState<boolean | null>(null);
  const form = useForm(decideAppealRoute, {
    read: ({ answer }) => ({ accept: accept.current, answer: String(answer) }),
    send: async (input) => {
      setSent(accept.current);
      try {
        return await call(decideAppealRoute, { params: { id }, input });
      } catch (error) {
        if (error instanceof ResponseError && error.status === 409) {
          // Somebody else was faster: the list tells how it stands, the form is gone with it.
          toast(error.message, { tone: "bad" });
          void invalidateUrls(client, CHANGED);
        }
        throw error;
      }
    },
    onDone: toastThen(() => void invalidateUrls(client, CHANGED)),
  });
  const press = (isAccepted: boolean) => () => {
    accept.current = isAccepted;
  };
  return (
    <form {...form.props} className={styles.form}>
      {form.failure && form.code !== "conflict" && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <TextArea
        label={text.answer}
        name="answer"
        rows={3}
        max={LIMITS.banReason}
        hint={text.answerHint(user.username)}
        errors={form.errors.answer}
      />
      <div className={styles.acts}>
        <Button
          type="submit"
          icon={DoorOpen}
          busy={form.busy && sent === true}
          aria-disabled={form.busy}
          aria-label={text.acceptOf(user.username)}
          onClick={press(true)}
        >
          {text.accept}
        </Button>
        <Button
          type="submit"
          icon={DoorClosed}
          busy={form.busy && sent === false}
          aria-disabled={form.busy}
          aria-label={text.declineOf(user.username)}
          onClick={press(false)}
        >
          {text.decline}
        </Button>
      </div>
    </form>
  );
}
