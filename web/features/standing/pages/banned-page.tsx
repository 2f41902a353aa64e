import { useQuery } from "@tanstack/react-query";
import { CreditCard, Send, Shield } from "lucide-react";
import { Navigate } from "react-router";
import { LIMITS } from "#domain/limits.ts";
import { appealRoute, standingRoute } from "#domain/moderation/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { DeletePanel } from "#web/features/settings/delete-panel.tsx";
import { ExportPanel } from "#web/features/settings/export-panel.tsx";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Panel, PanelRow } from "#web/ui/panel.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "../standing.module.css";
import { bannedText as text } from "../text/banned.ts";
import { standingText } from "../text/standing.ts";
import { Warnings } from "../warnings.tsx";

const appealText = standingText.appeal;

function AppealForm() {
  const form = useForm(appealRoute, { toast: messageOf, changes: ["/api/standing"] });
  return (
    <form {...form.props} className={styles.stack}>
      <p>{appealText.intro}</p>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <TextArea
        label={appealText.field}
        name="body"
        rows={7}
        max={LIMITS.appeal}
        hint={appealText.hint}
        errors={form.errors.body}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" icon={Send} busy={form.busy}>
          {appealText.submit}
        </Button>
      </div>
    </form>
  );
}

export default function BannedPage() {
  const { banned, has_gold } = useMember();
  const query = useQuery(queryFor(standingRoute, {}));
  const { data } = query;
  if (!banned) return <Navigate to="/" replace />;
  return (
    <Page title={text.title} width="middle">
      {query.isPending && (
        <LoadingRegion text={text.loading}>
          <Skeleton height={180} />
        </LoadingRegion>
      )}
      <QueryError query={query} />
      {data?.banned && (
        <>
          <Card className={styles.ban}>
            <div className={styles.art}>
              <PosedBopi pose="sit" />
            </div>
            <div className={styles.stack}>
              <p className={styles.end}>
                {data.banned.until ? text.until(formatDateTime(data.banned.until)) : text.permanent}
              </p>
              <p>
                <strong>{text.reason}:</strong>{" "}
                <bdi className={styles.quote}>{data.banned.reason || text.noReason}</bdi>
              </p>
              <p className={styles.muted}>
                {text.since} <RelativeTime value={data.banned.created_at} />.
              </p>
            </div>
          </Card>
          <Section heading={standingText.appeal.heading}>
            {data.banned.appeal ? (
              <Card className={styles.stack}>
                <div className={styles.line}>
                  <Badge {...(data.banned.appeal.state === "accepted" && { tone: "accent" as const })}>
                    {appealText.states[data.banned.appeal.state]}
                  </Badge>
                  {data.banned.appeal.state === "waiting" && (
                    <span>{appealText.place(data.banned.appeal.ahead)}</span>
                  )}
                  <span className={styles.muted}>
                    {appealText.sent} <RelativeTime value={data.banned.appeal.created_at} />
                  </span>
                </div>
                <Truncate lines={8}>
                  <blockquote className={styles.quote}>{data.banned.appeal.body}</blockquote>
                </Truncate>
                {data.banned.appeal.answer && (
                  <div className={styles.decision}>
                    <h3>{appealText.reply}</h3>
                    <p className={styles.quote}>{data.banned.appeal.answer}</p>
                  </div>
                )}
              </Card>
            ) : (
              <AppealForm />
            )}
          </Section>
        </>
      )}
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
