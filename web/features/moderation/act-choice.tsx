import { CircleAlert } from "lucide-react";
import type { CaseDetails } from "#domain/moderation/api.ts";
import { CASE_ACTS, type CaseAct } from "#domain/moderation/types.ts";
import { caseText as text } from "#web/text/cases.ts";
import { Checkbox } from "#web/ui/toggle.tsx";
import styles from "./case.module.css";

interface ActChoiceProps {
  one: CaseDetails;
  acts: readonly CaseAct[];
  onChange: (acts: readonly CaseAct[]) => void;
  errors: string[] | undefined;
}

/** What can be done with a thing of this kind by the one who asks, to tick. */
export function ActChoice({ one, acts, onChange, errors = [] }: ActChoiceProps) {
  const { can, type, user } = one;
  const offered = CASE_ACTS.filter((act) => can.includes(act));
  const isBad = errors.length > 0 && acts.length === 0;
  return (
    <fieldset className={styles.acts}>
      <legend className="sr-only">{text.decide}</legend>
      {offered.map((act) => (
        <Checkbox
          key={act}
          label={text.acts[act](type, user.username)}
          hint={text.hints[act](type)}
          checked={acts.includes(act)}
          aria-invalid={isBad || undefined}
          onChange={(on) => onChange(on ? [...acts, act] : acts.filter((other) => other !== act))}
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
