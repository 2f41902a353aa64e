import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import { useUser } from "#web/lib/user.ts";
import { shellText } from "#web/text/shell.ts";
import { Alerts } from "#web/ui/alerts.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Toaster } from "#web/ui/toast.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { FramePart } from "../lazy-page.tsx";
import { useNavigationManners, usePreloadOnApproach } from "../navigation.ts";
import { memberBanners } from "../routes.tsx";
import { Dock } from "./dock.tsx";
import { useArrivalNews, useConnectionNews, useLoadNews } from "./news.ts";
import styles from "./shell.module.css";
import { ThemeMenu } from "./theme-menu.tsx";
import { TopBar } from "./top-bar.tsx";

function Loading() {
  return (
    <Page title="" heading={<Skeleton width={260} />}>
      <div role="status" className="sr-only">
        {shellText.loading}
      </div>
      <Skeleton height={420} />
    </Page>
  );
}

/** The frame around every page. Should it fall over itself, what is left says so. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary at={pathname}>
      <Frame at={pathname}>{children}</Frame>
    </ErrorBoundary>
  );
}

function Frame({ at, children }: { at: string; children: ReactNode }) {
  useNavigationManners();
  usePreloadOnApproach();
  useConnectionNews();
  useLoadNews();
  useArrivalNews();
  return (
    <>
      <a className={styles.skip} href="#main">
        {shellText.skip}
      </a>
      <TopBar />
      <div className={styles.banners}>{useUser() && <FramePart page={memberBanners} />}</div>
      <main id="main" className={styles.main} tabIndex={-1}>
        <ErrorBoundary at={at}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <footer className={styles.footer}>
        <div className={styles.footerRow}>
          <p>{shellText.footer}</p>
          <TextLink alone className={styles.footerLink} to="/ratings" plain>
            {shellText.ratings}
          </TextLink>
          <TextLink alone className={styles.footerLink} to="/gold" plain>
            {shellText.gold}
          </TextLink>
          <TextLink alone className={styles.footerLink} to="/download" plain>
            {shellText.getClient}
          </TextLink>
          <ThemeMenu />
        </div>
      </footer>
      <Dock />
      <Toaster />
      <Alerts />
    </>
  );
}
