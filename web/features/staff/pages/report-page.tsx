import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink } from "lucide-react";
import type { ReactElement } from "react";
import { useParams, useSearchParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { type CaseDetails, caseRoute } from "#domain/moderation/api.ts";
import { readCaseView, writeCaseView } from "#domain/moderation/view.ts";
import { Missing } from "#web/components/missing.tsx";
import styles from "#web/features/reports/cases/case.module.css";
import { CaseDecision } from "#web/features/reports/cases/case-decision.tsx";
import { CaseHistory } from "#web/features/reports/cases/case-history.tsx";
import { CaseReports } from "#web/features/reports/cases/case-reports.tsx";
import { CaseScreenSkeleton } from "#web/features/reports/cases/case-screen-skeleton.tsx";
import { ClaimButton } from "#web/features/reports/cases/claim-button.tsx";
import { DecideForm } from "#web/features/reports/cases/decide-form.tsx";
import { Evidence } from "#web/features/reports/cases/evidence.tsx";
import { kindIcon } from "#web/features/reports/cases/kind-icons.ts";
import { OpenCases } from "#web/features/reports/cases/open-cases.tsx";
import { SubjectPanel } from "#web/features/reports/cases/subject-panel.tsx";
import { useCaseUpdate, useNextCase } from "#web/features/reports/cases/use-case.ts";
import { caseText as text } from "#web/features/reports/text/case.ts";
import { kindName, reasonName } from "#web/features/reports/text/reports.ts";
import { isNotFound } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { ErrorState } from "#web/ui/states.tsx";

/** The kind and name of what was reported, with a link to it. */
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

function CaseBody({
  id,
  back,
  view,
}: {
  id: number;
  back: ReactElement;
  view: ReturnType<typeof readCaseView>;
}) {
  const query = useQuery(queryFor(caseRoute, { params: { id } }));
  const update = useCaseUpdate(id);
  const openNext = useNextCase(id, view);
  const details = query.data?.case;
  if (isNotFound(query.error)) {
    return (
      <Missing title={text.missingTitle} text={text.missing}>
        {back}
      </Missing>
    );
  }
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
      {query.isPending && <CaseScreenSkeleton />}
      {query.isError && !details && (
        <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
      )}
      {details && (
        <>
          <CaseHeader details={details} />
          <div className={styles.columns}>
            <Evidence copies={details.evidence} />
            <div className={styles.sidebar}>
              <SubjectPanel details={details} />
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

/** A case with everything needed to decide it. Its URL carries the queue's filters for the way back. */
export default function StaffReportPage() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  const view = readCaseView(query);
  const back = (
    <LinkButton icon={ArrowLeft} variant="quiet" to={`/staff/reports${writeCaseView(view)}`}>
      {text.back}
    </LinkButton>
  );
  if (!isValidParam("id", id)) {
    return (
      <Missing title={text.missingTitle} text={text.missing}>
        {back}
      </Missing>
    );
  }
  return <CaseBody id={Number(id)} back={back} view={view} key={id} />;
}
