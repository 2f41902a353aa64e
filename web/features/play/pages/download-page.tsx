import { useQuery } from "@tanstack/react-query";
import { Download, Laptop, Monitor, MonitorSmartphone, Play, Terminal } from "lucide-react";
import { type Downloads, downloadsRoute, type OperatingSystem } from "#domain/play/api.ts";
import { detectSystem } from "#domain/play/downloads.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { fileSize } from "#web/lib/file-size.ts";
import { queryFor } from "#web/lib/query.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "../download.module.css";
import { downloadText as text } from "../text/download.ts";

const ICONS = { windows: Monitor, macos: Laptop, linux: Terminal } as const satisfies Record<
  OperatingSystem,
  unknown
>;

type Build = Downloads["data"][number];

/** The client for one operating system; `main` for the visitor's own. */
function BuildCard({ build, main = false }: { build: Build; main?: boolean }) {
  const { os, url, bytes, updated_at } = build;
  const Icon = ICONS[os];
  return (
    <Card className={cx(styles.build, main && url && styles.main)}>
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <div className={styles.text}>
        <h3>{text.names[os]}</h3>
        <p>{text.needs[os]}</p>
        {bytes !== null && updated_at !== null && (
          <p>
            {fileSize(bytes)} · {text.published} <RelativeTime value={updated_at} />
          </p>
        )}
      </div>
      {url ? (
        <LinkButton
          className={styles.get}
          variant={main ? "primary" : "plain"}
          size={main ? "l" : "m"}
          icon={Download}
          to={url}
          download
          aria-label={text.downloadFor(text.names[os])}
        >
          {text.download}
        </LinkButton>
      ) : (
        <span className={styles.get}>
          <Badge>{text.missing}</Badge>
        </span>
      )}
    </Card>
  );
}

function Builds({ builds }: { builds: readonly Build[] }) {
  const system = detectSystem(navigator.userAgent, navigator.maxTouchPoints);
  const own = builds.find(({ os }) => os === system);
  const others = builds.filter((build) => build !== own);
  return (
    <>
      {system === "phone" && (
        <p className={styles.phone}>
          <MonitorSmartphone aria-hidden />
          {text.phone}
        </p>
      )}
      {own && (
        <Section heading={text.yours}>
          <BuildCard build={own} main />
        </Section>
      )}
      <Section heading={own ? text.others : text.all}>
        <div className={styles.builds}>
          {others.map((build) => (
            <BuildCard key={build.os} build={build} />
          ))}
        </div>
      </Section>
    </>
  );
}

export default function DownloadPage() {
  const list = useQuery(queryFor(downloadsRoute, {}));
  return (
    <Page title={text.title} width="middle">
      <p className={styles.about}>{text.about}</p>
      <Card className={styles.browser}>
        <PosedBopi className={styles.bopi} pose="wave" large />
        <div className={styles.text}>
          <h2>{text.browserTitle}</h2>
          <p>{text.browserText}</p>
        </div>
        <LinkButton className={styles.get} variant="play" size="l" icon={Play} to="/levels">
          {text.browser}
        </LinkButton>
      </Card>
      {list.isPending && (
        <LoadingRegion text={text.loading} className={styles.builds}>
          <Skeleton height={120} />
          <Skeleton height={120} />
          <Skeleton height={120} />
        </LoadingRegion>
      )}
      <QueryError query={list} />
      {list.data && <Builds builds={list.data.data} />}
      {list.data?.data.some(({ url }) => url) && (
        <Section heading={text.steps}>
          <ol className={styles.steps}>
            {text.stepList.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Section>
      )}
    </Page>
  );
}
