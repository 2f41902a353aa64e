import { useState } from "react";
import type { FieldErrors } from "#domain/errors.ts";
import { decidePersonRoute } from "#domain/moderation/api.ts";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { type BanLength, banEnd, isFuture } from "../bans/ban-length.ts";
import { BanLengthField } from "../bans/ban-length-field.tsx";
import { ReasonField } from "../bans/reason-field.tsx";
import { caseText } from "../text/case.ts";
import { moderationText } from "../text/moderation.ts";
import { personCasesText as text } from "../text/person-cases.ts";
import styles from "./case.module.css";

const ACTIONS = ["remove", "warn", "ban"] as const;
type Action = (typeof ACTIONS)[number];

export interface DecideManyFormProps {
  username: string;
  ids: readonly number[];
  /** Whether the viewer can warn and ban the person. */
  canPunish: boolean;
  onClose: () => void;
  onDone: () => void;
}

export default function DecideManyForm({ username, ids, canPunish, onClose, onDone }: DecideManyFormProps) {
  const [actions, setActions] = useState<readonly Action[]>([]);
  const [length, setLength] = useState<BanLength>("week");
  const has = (action: Action) => actions.includes(action);
  const form = useForm(decidePersonRoute, {
    params: { username },
    read: ({ reason = "", until = "" }) => ({
      case_ids: [...ids],
      acts: [...actions],
      reason: String(reason),
      ...(has("ban") && { until: banEnd(length, String(until), serverTime()) }),
    }),
    check: ({ reason = "", until }): FieldErrors => ({
      ...((has("warn") || has("ban")) && !reason.trim() && { reason: [caseText.reasonNeeded] }),
      ...(!isFuture(until, serverTime()) && { until: [moderationText.ban.dayNeeded] }),
    }),
    toast: messageOf,
    changes: ["/api/staff/**"],
    onDone: ({ failed }) => {
      for (const { id, message } of failed) toast(text.failed(id, message), { tone: "bad" });
      onDone();
      onClose();
    },
  });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.title(ids.length)}
      text={text.text}
      submit={text.submit}
      danger={has("ban")}
    >
      <fieldset className={styles.actions}>
        <legend className="sr-only">{caseText.decide}</legend>
        {ACTIONS.filter((action) => canPunish || action === "remove").map((action) => (
          <Checkbox
            key={action}
            label={text.actions[action]}
            hint={action === "remove" ? text.removeHint : undefined}
            checked={has(action)}
            onChange={(on) =>
              setActions(on ? [...actions, action] : actions.filter((other) => other !== action))
            }
          />
        ))}
      </fieldset>
      <p className={styles.muted}>{canPunish ? text.dismissHint : text.untouchable}</p>
      {has("ban") && <BanLengthField length={length} onChange={setLength} errors={form.errors.until} />}
      <ReasonField hint={text.reasonHint(username)} errors={form.errors.reason} />
    </FormModal>
  );
}
