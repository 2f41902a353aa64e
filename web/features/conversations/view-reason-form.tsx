import { ShieldAlert } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { textProblem } from "#domain/api/fields.ts";
import { LIMITS } from "#domain/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import styles from "./chat.module.css";
import { chatText } from "./text.ts";

const RULE = { max: LIMITS.banReason, multiline: true, empty: chatText.whyEmpty };

/** Asks staff for a reason before they view a user's chat. */
export function ViewReasonForm({ onConfirm }: { onConfirm: (reason: string) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason")).trim();
    const newProblem = textProblem("Reason", reason, RULE);
    setProblem(newProblem);
    if (newProblem) form.current?.querySelector("textarea")?.focus();
    else onConfirm(reason);
  };
  return (
    <Page title={chatText.title} heading={chatText.why} width="narrow">
      <p className={styles.viewing}>
        <ShieldAlert aria-hidden />
        {chatText.whyText}
      </p>
      <form ref={form} className={styles.reasonForm} noValidate onSubmit={onSubmit}>
        <TextArea
          name="reason"
          label={chatText.why}
          hint={chatText.whyHint}
          max={LIMITS.banReason}
          errors={problem === null ? undefined : [problem]}
        />
        <Button type="submit" variant="primary">
          {chatText.look}
        </Button>
      </form>
    </Page>
  );
}
