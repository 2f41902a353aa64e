import { useQuery } from "@tanstack/react-query";
import { ChevronsLeft, History, SlidersHorizontal } from "lucide-react";
import type { FormEvent } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { auditRoute } from "#domain/staff/api.ts";
import { AUDIT_SUBJECTS } from "#domain/staff/types.ts";
import { type AuditView, readAuditView, writeAuditView } from "#domain/staff/view.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "../audit/audit.module.css";
import { AuditList, AuditSkeleton, auditText } from "../audit/audit-list.tsx";
import { StaffNav } from "../staff-nav.tsx";

const KINDS = [
  { value: "", label: auditText.anyKind },
  ...AUDIT_SUBJECTS.map((value) => ({ value, label: auditText.kindName(value) })),
];

/** Returns the action options, including an action from the URL that has no label yet. */
const actionsWith = (action: string) => [
  { value: "", label: auditText.anyAction },
  ...auditText.actions,
  ...(action && !auditText.actions.some(({ value }) => value === action)
    ? [{ value: action, label: auditText.actionName(action) }]
    : []),
];

interface AuditFiltersProps {
  view: AuditView;
  onChoose: (view: AuditView, replace: boolean) => void;
}

/** The log's filters. Their values come from the URL, which changes on submit. */
function AuditFilters({ view, onChoose }: AuditFiltersProps) {
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
        label={auditText.search}
        value={view.search}
        onSearch={(search, more) => onChoose({ ...view, search, before: "" }, more)}
      />
      <details className={styles.narrow} open={isNarrowed} key={String(isNarrowed)}>
        <summary>
          <SlidersHorizontal aria-hidden /> {auditText.filters}
        </summary>
        <form className={styles.form} onSubmit={onSubmit} key={writeAuditView(view)}>
          <TextField
            name="actor"
            label={auditText.actor}
            defaultValue={view.actor}
            maxLength={20}
            autoComplete="off"
          />
          <Select
            name="action"
            label={auditText.action}
            options={actionsWith(view.action)}
            defaultValue={view.action}
          />
          <Select
            name="subject_type"
            label={auditText.kind}
            options={KINDS}
            defaultValue={view.subject_type}
          />
          <TextField
            name="subject"
            label={auditText.subject}
            hint={auditText.subjectHint}
            defaultValue={view.subject}
            maxLength={60}
            autoComplete="off"
          />
          <TextField name="from" type="date" label={auditText.from} defaultValue={view.from} />
          <TextField name="until" type="date" label={auditText.until} defaultValue={view.until} />
          <div className={styles.actions}>
            <Button type="submit" variant="primary">
              {auditText.apply}
            </Button>
            {isNarrowed && (
              <LinkButton variant="quiet" to={writeAuditView({ search: view.search })}>
                {auditText.clear}
              </LinkButton>
            )}
          </div>
        </form>
      </details>
    </div>
  );
}

/** Returns the cursor of the next page from its URL, or "". */
const nextCursor = (next: string | null | undefined): string =>
  next ? (new URLSearchParams(next.split("?")[1]).get("before") ?? "") : "";

export default function StaffAuditPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = readAuditView(query);
  const log = useQuery(listQueryFor(auditRoute, { input: view }));
  const entries = log.data?.data;
  const before = nextCursor(log.data?.links.next);
  return (
    <Page title={auditText.title}>
      <StaffNav />
      <p className={styles.intro}>{auditText.intro}</p>
      <AuditFilters
        view={view}
        onChoose={(next, replace) => navigate(writeAuditView(next), { replace, preventScrollReset: true })}
      />
      {log.isPending && <AuditSkeleton />}
      <QueryError query={log} always />
      {entries && entries.length > 0 && <AuditList entries={entries} stale={log.isPlaceholderData} />}
      {entries?.length === 0 && (
        <EmptyState
          title={auditText.none}
          text={before ? auditText.noneYet : auditText.noneText}
          pose="shrug"
          {...(before
            ? { noAction: "Older entries are a page further" }
            : { children: <LinkButton to="?">{auditText.clear}</LinkButton> })}
        />
      )}
      {(view.before || before) && (
        <div className={styles.pager}>
          {view.before && (
            <LinkButton icon={ChevronsLeft} to={writeAuditView({ ...view, before: "" })}>
              {auditText.newest}
            </LinkButton>
          )}
          {before && (
            <LinkButton icon={History} to={writeAuditView({ ...view, before })}>
              {entries?.length === 0 ? auditText.further : auditText.older}
            </LinkButton>
          )}
        </div>
      )}
    </Page>
  );
}
