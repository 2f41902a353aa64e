import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import { isParam } from "#domain/api/params.ts";
import { type CaseDetails, caseRoute } from "#domain/moderation/api.ts";
import { readCaseView, writeCaseView } from "#domain/moderation/view.ts";
import { ResponseError } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { caseText as text } from "#web/text/cases.ts";
import { reasonName, reportsText } from "#web/text/reports.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Missing } from "#web/ui/missing.tsx";
import { Page } from "#web/ui/page.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import styles from "./case.module.css";
import { CaseBones } from "./case-bones.tsx";
import { CaseDecision } from "./case-decision.tsx";
import { CaseHistory } from "./case-history.tsx";
import { CaseReports } from "./case-reports.tsx";
import { ClaimButton } from "./claim-button.tsx";
import { DecideForm } from "./decide-form.tsx";
import { Evidence } from "./evidence.tsx";
import { KIND_ICONS } from "./kind-icons.ts";
import { OpenCases } from "./open-cases.tsx";
import { SubjectPanel } from "./subject-panel.tsx";
import { useCaseNews, useNextCase } from "./use-case.ts";

/** What it is, and where it is seen. */
function Head({ one }: { one: CaseDetails }) {
  const Icon = KIND_ICONS[one.type];
  return (
    <header className={styles.head}>
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <div className={styles.title}>
        <p className={styles.muted}>
          {reportsText.kinds[one.type]} · {reasonName(one.reason)}
        </p>
        <h1 className={styles.name}>{one.name}</h1>
      </div>
      {one.present ? (
        <LinkButton icon={ExternalLink} to={one.url}>
          {text.look}
        </LinkButton>
      ) : (
        <p className={styles.muted}>{text.gone}</p>
      )}
    </header>
  );
}

function Case({ id, back, view }: { id: number; back: ReactNode; view: ReturnType<typeof readCaseView> }) {
  const query = useQuery(queryFor(caseRoute, { params: { id } }));
  const news = useCaseNews(id);
  const goOn = useNextCase(id, view);
  const one = query.data?.case;
  if (query.error instanceof ResponseError && query.error.status === 404) {
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
        {one && !one.decision && <ClaimButton one={one} news={news} />}
      </div>
      {news.conflict && (
        <Banner tone="notice" onDismiss={news.dismiss}>
          {text.conflict}
        </Banner>
      )}
      {query.isPending && <CaseBones />}
      {query.isError && !one && (
        <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
      )}
      {one && (
        <>
          <Head one={one} />
          <div className={styles.columns}>
            <Evidence copies={one.evidence} />
            <div className={styles.aside}>
              <SubjectPanel one={one} />
              {one.decision ? (
                <CaseDecision decision={one.decision} onNext={goOn} />
              ) : (
                <DecideForm one={one} news={news} onDone={goOn} />
              )}
            </div>
            <div className={styles.more}>
              <CaseReports reports={one.reports} count={one.reports_count} />
              <OpenCases cases={one.open_cases} heading={text.otherCases} />
              <CaseHistory history={one.history} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

/** One report with all there is to decide it; its address keeps the queue that one came from. */
export function CaseScreen() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  const view = readCaseView(query);
  const back = (
    <LinkButton icon={ArrowLeft} variant="quiet" to={`/staff/reports${writeCaseView(view)}`}>
      {text.back}
    </LinkButton>
  );
  if (!isParam("id", id)) {
    return (
      <Missing title={text.missingTitle} text={text.missing}>
        {back}
      </Missing>
    );
  }
  return <Case id={Number(id)} back={back} view={view} key={id} />;
}
