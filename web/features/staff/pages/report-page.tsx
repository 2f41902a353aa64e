import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, ExternalLink, FolderSearch } from "lucide-react";
import { useParams, useSearchParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { type CaseDetails, caseRoute } from "#domain/moderation/api.ts";
import { readCaseView, writeCaseView } from "#domain/moderation/view.ts";
import { Missing } from "#web/components/missing.tsx";
import { Person } from "#web/components/person.tsx";
import { UndoRemoval } from "#web/components/undo/undo-removal.tsx";
import styles from "#web/features/reports/cases/case.module.css";
import { CaseHistory } from "#web/features/reports/cases/case-history.tsx";
import {
  ClaimButton,
  DecideForm,
  useCaseUpdate,
  useNextCase,
} from "#web/features/reports/cases/decide-form.tsx";
import { Evidence } from "#web/features/reports/cases/evidence.tsx";
import { kindIcon } from "#web/features/reports/cases/kind-icons.ts";
import { OpenCases } from "#web/features/reports/cases/open-cases.tsx";
import { caseText as text } from "#web/features/reports/text/case.ts";
import { kindName, reasonName } from "#web/features/reports/text/reports.ts";
import { useAction } from "#web/lib/action.ts";
import { isNotFound } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

interface CaseDecisionProps {
  decision: NonNullable<CaseDetails["decision"]>;
  removal: CaseDetails["removal"];
  onNext: () => Promise<void>;
}

function CaseDecision({ decision, removal, onNext }: CaseDecisionProps) {
  const next = useAction(onNext, { errors: "toast" });
  const { staff, acts: actions, reason, decided_at } = decision;
  return (
    <Card className={styles.panel}>
      <h2>{text.decided}</h2>
      {actions.length === 0 ? (
        <p>{text.nothingDone}</p>
      ) : (
        <div className={styles.badges}>
          {actions.map((action) => (
            <Badge key={action}>{text.done[action]}</Badge>
          ))}
        </div>
      )}
      {reason && <blockquote className={styles.quote}>{reason}</blockquote>}
      <div className={styles.sender}>
        <span className={styles.muted}>{text.decidedBy}</span> <Person person={staff} />
        <span className={styles.muted}>
          <RelativeTime value={decided_at} />
        </span>
      </div>
      {removal && <UndoRemoval removal={removal} />}
      <Button icon={ArrowRight} busy={next.busy} onClick={() => next.run()}>
        {text.next}
      </Button>
    </Card>
  );
}

interface CaseReportsProps {
  reports: CaseDetails["reports"];
  /** Total number of reports; fewer can be listed. */
  count: number;
}

function CaseReports({ reports, count }: CaseReportsProps) {
  return (
    <Section heading={text.reportsHeading(count)}>
      {count > reports.length && <p className={styles.muted}>{text.reportsMost}</p>}
      <ul className={styles.rows}>
        {reports.map(({ id, user, reason, details, created_at }) => (
          <li key={id} className={styles.row}>
            <div className={styles.sender}>
              <Person person={user} />
              <Badge>{reasonName(reason)}</Badge>
              <span className={styles.muted}>
                <RelativeTime value={created_at} />
              </span>
            </div>
            {details ? (
              <Truncate>
                <p className={styles.quote}>{details}</p>
              </Truncate>
            ) : (
              <p className={styles.muted}>{text.noDetails}</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function CaseHeader({ details }: { details: CaseDetails }) {
  const Icon = kindIcon(details.type);
  return (
    <header className={styles.header}>
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <div className={styles.title}>
        <p className={styles.muted}>
          {kindName(details.type)} · {reasonName(details.reason)}
        </p>
        <h1 className={styles.name}>{details.name}</h1>
      </div>
      {details.present ? (
        <LinkButton icon={ExternalLink} to={details.url}>
          {text.look}
        </LinkButton>
      ) : (
        <p className={styles.muted}>{text.deleted}</p>
      )}
    </header>
  );
}

function CaseBody({ param }: { param: string }) {
  const id = Number(param);
  const isId = isValidParam("id", param);
  const [search] = useSearchParams();
  const view = readCaseView(search);
  const query = useQuery({ ...queryFor(caseRoute, { params: { id } }), enabled: isId });
  const update = useCaseUpdate(id);
  const openNext = useNextCase(id, view);
  const details = query.data?.case;
  const back = (
    <LinkButton icon={ArrowLeft} variant="quiet" to={`/staff/reports${writeCaseView(view)}`}>
      {text.back}
    </LinkButton>
  );
  if (!isId || isNotFound(query.error))
    return (
      <Missing title={text.missingTitle} text={text.missing}>
        {back}
      </Missing>
    );
  return (
    <Page title={text.title(id)} heading={null}>
      <div className={styles.bar}>
        {back}
        {details && !details.decision && <ClaimButton details={details} update={update} />}
      </div>
      {update.conflict && (
        <Banner tone="notice" onDismiss={update.dismissConflict}>
          {text.conflict}
        </Banner>
      )}
      {query.isPending && (
        <LoadingRegion text={text.loading}>
          <div className={styles.header}>
            <Skeleton width={52} height={52} />
            <div className={styles.title}>
              <Skeleton width={160} height={22} />
              <Skeleton width="70%" height={34} />
            </div>
          </div>
          <div className={styles.columns}>
            <Skeleton height={240} />
            <div className={styles.sidebar}>
              <Skeleton height={150} />
              <Skeleton height={320} />
            </div>
            <div className={styles.more}>
              <Skeleton height={160} />
            </div>
          </div>
        </LoadingRegion>
      )}
      <QueryError query={query} />
      {details && (
        <>
          <CaseHeader details={details} />
          <div className={styles.columns}>
            <Evidence copies={details.evidence} />
            <div className={styles.sidebar}>
              <Card className={styles.panel}>
                <h2>{text.person}</h2>
                <Person person={details.user} size={48} />
                <p className={styles.muted}>
                  {text.joined} <RelativeTime value={details.subject.created_at} />
                </p>
                <div className={styles.badges}>
                  <Badge {...(details.subject.warnings_count > 0 && { tone: "accent" as const })}>
                    {text.warnings(details.subject.warnings_count)}
                  </Badge>
                  <Badge {...(details.subject.banned && { tone: "accent" as const })}>
                    {details.subject.banned
                      ? details.subject.banned.until
                        ? text.bannedUntil(formatDateTime(details.subject.banned.until))
                        : text.bannedForEver
                      : text.notBanned}
                  </Badge>
                </div>
                <LinkButton icon={FolderSearch} to={`/staff/users/${details.user.username}`}>
                  {text.file}
                </LinkButton>
              </Card>
              {details.decision ? (
                <CaseDecision decision={details.decision} removal={details.removal} onNext={openNext} />
              ) : (
                <DecideForm details={details} update={update} onDone={openNext} />
              )}
            </div>
            <div className={styles.more}>
              <CaseReports reports={details.reports} count={details.reports_count} />
              <OpenCases cases={details.open_cases} heading={text.otherCases} />
              <CaseHistory history={details.history} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

export default function StaffReportPage() {
  const { id = "" } = useParams();
  return <CaseBody param={id} key={id} />;
}
