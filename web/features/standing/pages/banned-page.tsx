import { useQuery } from "@tanstack/react-query";
import { CreditCard, Shield } from "lucide-react";
import { Navigate } from "react-router";
import { standingRoute } from "#domain/moderation/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { DeletePanel } from "#web/features/settings/delete-panel.tsx";
import { ExportPanel } from "#web/features/settings/export-panel.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { AppealForm } from "../appeal-form.tsx";
import { OwnAppeal } from "../own-appeal.tsx";
import styles from "../standing.module.css";
import { bannedText as text } from "../text/banned.ts";
import { standingText } from "../text/standing.ts";
import type { OwnBan } from "../types.ts";
import { Warnings } from "../warnings.tsx";

/** A member's ban: its end, its reason, and their appeal. */
function BanPanel({ ban: { reason, until, appeal, created_at } }: { ban: OwnBan }) {
  return (
    <>
      <Card className={styles.ban}>
        <div className={styles.art}>
          <PosedBopi pose="sit" />
        </div>
        <div className={styles.stack}>
          <p className={styles.end}>{until ? text.until(formatDateTime(until)) : text.permanent}</p>
          <p>
            <strong>{text.reason}:</strong> <bdi className={styles.quote}>{reason || text.noReason}</bdi>
          </p>
          <p className={styles.muted}>
            {text.since} <RelativeTime value={created_at} />.
          </p>
        </div>
      </Card>
      <Section heading={standingText.appeal.heading}>
        {appeal ? <OwnAppeal appeal={appeal} /> : <AppealForm />}
      </Section>
    </>
  );
}

/** Shows why and until when a member is banned, and what they can still do. */
export default function BannedPage() {
  const { banned, has_gold } = useMember();
  const { data, error, isPending, isFetching, refetch } = useQuery(queryFor(standingRoute, {}));
  if (!banned) return <Navigate to="/" replace />;
  return (
    <Page title={text.title} width="middle">
      {isPending && (
        <LoadingRegion text={text.loading}>
          <Skeleton height={180} />
        </LoadingRegion>
      )}
      {!data && error && <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />}
      {data?.banned && <BanPanel ban={data.banned} />}
      {data && data.warnings.length > 0 && <Warnings warnings={data.warnings} />}
      <Panel heading={text.security} text={text.securityText}>
        <PanelRow>
          <LinkButton icon={Shield} to="/settings/account">
            {text.securityLink}
          </LinkButton>
        </PanelRow>
      </Panel>
      {has_gold && (
        <Panel heading={text.billing} text={text.billingText}>
          <PanelRow>
            <LinkButton icon={CreditCard} to="/settings/billing">
              {text.billingLink}
            </LinkButton>
          </PanelRow>
        </Panel>
      )}
      <ExportPanel />
      <DeletePanel />
    </Page>
  );
}
