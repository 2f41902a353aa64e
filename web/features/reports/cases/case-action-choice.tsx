import { CircleAlert } from "lucide-react";
import type { CaseDetails } from "#domain/moderation/api.ts";
import { CASE_ACTIONS, type CaseAction } from "#domain/moderation/types.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { caseText as text } from "../text/case.ts";
import styles from "./case.module.css";

interface CaseActionChoiceProps {
  details: CaseDetails;
  actions: readonly CaseAction[];
  onChange: (actions: readonly CaseAction[]) => void;
  errors: string[] | undefined;
}

/** Checkboxes for the actions the moderator can take on the case. */
export function CaseActionChoice({ details, actions, onChange, errors = [] }: CaseActionChoiceProps) {
  const { can, type, user } = details;
  const offered = CASE_ACTIONS.filter((action) => can.includes(action));
  const isBad = errors.length > 0 && actions.length === 0;
  return (
    <fieldset className={styles.actions}>
      <legend className="sr-only">{text.decide}</legend>
      {offered.map((action) => (
        <Checkbox
          key={action}
          label={text.actions[action](type, user.username)}
          hint={text.hints[action](type)}
          checked={actions.includes(action)}
          aria-invalid={isBad || undefined}
          onChange={(on) => onChange(on ? [...actions, action] : actions.filter((other) => other !== action))}
        />
      ))}
      <div aria-live="polite">
        {isBad && (
          <p className={styles.error}>
            <CircleAlert aria-hidden />
            {errors[0]}
          </p>
        )}
      </div>
    </fieldset>
  );
}
