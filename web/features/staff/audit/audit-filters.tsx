import { SlidersHorizontal } from "lucide-react";
import type { FormEvent } from "react";
import { AUDIT_SUBJECTS } from "#domain/staff/types.ts";
import { type AuditView, writeAuditView } from "#domain/staff/view.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { auditText as text } from "../text/audit.ts";
import styles from "./audit.module.css";

const KINDS = [
  { value: "", label: text.anyKind },
  ...AUDIT_SUBJECTS.map((value) => ({ value, label: text.kindName(value) })),
];

/** Returns the action options, including an action from the URL that has no label yet. */
const actionsWith = (action: string) => [
  { value: "", label: text.anyAction },
  ...text.actions,
  ...(action && !text.actions.some(({ value }) => value === action)
    ? [{ value: action, label: text.actionName(action) }]
    : []),
];

export interface AuditFiltersProps {
  view: AuditView;
  onChoose: (view: AuditView, replace: boolean) => void;
}

/** The log's filters. Their values come from the URL, which changes on submit. */
export function AuditFilters({ view, onChoose }: AuditFiltersProps) {
  const { search: _, before: __, ...narrowed } = view;
  const isNarrowed = Object.values(narrowed).some(Boolean);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]),
    );
    onChoose({ ...view, ...typed, before: "" }, false);
  };
  return (
    <div className={styles.filters}>
      <SearchBox
        label={text.search}
        value={view.search}
        onSearch={(search, more) => onChoose({ ...view, search, before: "" }, more)}
      />
      <details className={styles.narrow} open={isNarrowed} key={String(isNarrowed)}>
        <summary>
          <SlidersHorizontal aria-hidden /> {text.filters}
        </summary>
        <form className={styles.form} onSubmit={onSubmit} key={writeAuditView(view)}>
          <TextField
            name="actor"
            label={text.actor}
            defaultValue={view.actor}
            maxLength={20}
            autoComplete="off"
          />
          <Select
            name="action"
            label={text.action}
            options={actionsWith(view.action)}
            defaultValue={view.action}
          />
          <Select name="subject_type" label={text.kind} options={KINDS} defaultValue={view.subject_type} />
          <TextField
            name="subject"
            label={text.subject}
            hint={text.subjectHint}
            defaultValue={view.subject}
            maxLength={60}
            autoComplete="off"
          />
          <TextField name="from" type="date" label={text.from} defaultValue={view.from} />
          <TextField name="until" type="date" label={text.until} defaultValue={view.until} />
          <div className={styles.actions}>
            <Button type="submit" variant="primary">
              {text.apply}
            </Button>
            {isNarrowed && (
              <LinkButton variant="quiet" to={writeAuditView({ search: view.search })}>
                {text.clear}
              </LinkButton>
            )}
          </div>
        </form>
      </details>
    </div>
  );
}
